// The first step of reading runs and judgments: where the lines of each topic are. The topics can
// then be read in parallel.
#pragma once

#include "core/base/name_table.h"
#include "core/io/content.h"
#include "core/io/table_cells.h"

namespace subintent::internal {

// The lines of a topic in a file: one piece for each stretch of lines that no other topic
// interrupts. A piece begins and ends where lines begin; blank lines and comments may lie in it.
struct TopicLines {
  std::string_view topic;
  std::vector<std::string_view> pieces;  // in file order
};

// About as many as a topic has, to take memory for them.
std::size_t likely_lines(const TopicLines& topic);

// The first line that is neither blank nor starts with '#', without its line end; empty at the end
// of the text.
std::string_view first_line(std::string_view text);
// Cuts it off the front of the text, with all before it.
std::string_view take_first_line(std::string_view& text);

// The place of the topic in a line.
struct TopicColumn {
  std::size_t index = 0;  // of the column, from 0
  char separator = blank_separated;
};

// The topics of lines without header, the first of columns between blanks, in label order. Blank
// lines belong to none, nor do comments, which start with '#'. Throws Error for a line that starts
// so and may be none, "#12 0 d1 1".
std::vector<TopicLines> lines_by_topic(const TextFile& file);

// The topics of a table's column. The rows are the end of a TextFile. Blank lines belong to no
// topic; a line without a topic is one by itself, for its reader to find.
std::vector<TopicLines> lines_by_topic(std::string_view rows, const TopicColumn& column);

// Puts pieces of text together by topic.
class TopicPieces {
 public:
  // The piece stays where it is until the next one comes.
  std::string_view& add(std::string_view topic, std::string_view piece);
  std::vector<TopicLines> take();  // in label order

 private:
  NameTable numbers_;
  std::uint32_t last_ = 0;  // of the piece before
  std::vector<TopicLines> topics_;
};

// The line that a reader is at, or nullptr: so that of several errors the first is reported.
using LineInWork = const char*;

// Calls read(i, line) for each topic, in parallel. Throws the error that a reader going through the
// file line by line, and then through the topics one by one, would have come upon first: `read`
// sets `line` while it works at a single line (for_each_line() does), and leaves it nullptr
// otherwise.
void read_topics(const std::vector<TopicLines>& topics,
                 const std::function<void(std::size_t, LineInWork&)>& read);

// Calls use(columns) for every line of a topic that is not blank and no comment.
template <typename Use>
void for_each_line(const TopicLines& topic, LineInWork& in_work, Use use) {
  for (const std::string_view piece : topic.pieces) {
    LineCutter cutter(piece.data());
    for (const char* line = piece.data(); line < piece.data() + piece.size();) {
      const LineColumns& columns = cutter.next();
      if (!is_blank_or_comment(columns)) {
        in_work = line;
        use(columns);
        in_work = nullptr;
      }
      line = columns.end + 1;
    }
  }
}

// What to do with lines of formats that are rare: one loop for all of these.
using RareLine = std::function<void(const LineColumns&)>;

// Does one stand behind the columns?
bool has_comment(const LineColumns& columns);
inline constexpr const char* comment_advice = "write the comment on a line of its own";

[[noreturn]] void refuse_columns(const TextFile& file, const LineColumns& columns,
                                 std::size_t expected, const char* advice);

// Throws an Error that names the line unless it has as many columns as it should.
inline void require_columns(const TextFile& file, const LineColumns& columns, std::size_t least,
                            std::size_t most, const char* advice) {
  if (columns.count < least || columns.count > most) refuse_columns(file, columns, most, advice);
}

}  // namespace subintent::internal
