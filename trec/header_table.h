// Tables whose first line names their columns, which may stand in any order: BEIR's qrels,
// PyTerrier's frames.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "support/text_file.h"
#include "trec/topic_lines.h"
#include "trec/unescaped_names.h"

namespace subintent::internal {

// A column that a reader looks for: what people call it, in order of preference and lower case.
struct WantedColumn {
  std::array<std::string_view, 8> spellings;
  bool is_required = true;
};

// A table whose first columns wanted hold names, and the first of all the topics.
class HeaderTable {
 public:
  static constexpr std::size_t most_wanted = 5;

  // Nothing if the first line that is not blank and no comment does not name all required columns.
  // Cells are separated as in that line: by tabs, by commas or, if there are none of either, by
  // blanks.
  static std::optional<HeaderTable> of(std::string_view text, std::span<const WantedColumn> wanted);

  // The same of a file of which that is known.
  HeaderTable(const TextFile& file, std::span<const WantedColumn> wanted, std::size_t names);

  // What the header calls the wanted column of that number; empty if it is not there.
  std::string_view name_of(std::size_t wanted) const { return headings_[wanted]; }
  bool has(std::size_t wanted) const { return !headings_[wanted].empty(); }

  std::vector<TopicLines> topics() const { return lines_by_topic(rows_, topic_column_); }

  // Where names lie that are not in the file as they stand.
  std::vector<Content> names() const;

  // The wanted cells of a row, empty where there is no such column.
  struct Row {
    std::array<std::string_view, most_wanted + 1> cells;  // the last one is for all others
    const char* place;                                    // where the row begins

    std::string_view operator[](std::size_t wanted) const { return cells[wanted]; }
  };

  // Calls use(row) for each row of a topic. Throws Error, naming the line, for another number of
  // cells than in the header, a broken quote, and a name that is empty or holds control characters.
  template <typename Use>
  void for_each_row(const TopicLines& topic, LineInWork& in_work, Use use) const {
    std::string_view known;  // the topic of the row before
    for (const std::string_view piece : topic.pieces) {
      for (std::size_t start = 0; start < piece.size();) {
        const std::size_t end = std::min(piece.find('\n', start), piece.size());
        const std::string_view line = piece.substr(start, end - start);
        start = end + 1;
        if (is_blank_or_comment(line)) continue;
        in_work = line.data();
        const Row row = row_of(line, known);
        known = row[0];
        use(row);
        in_work = nullptr;
      }
    }
  }

 private:
  HeaderTable() = default;

  static bool is_blank_or_comment(std::string_view line);
  Row row_of(std::string_view line, std::string_view known_topic) const;
  std::size_t split(std::string_view line, Row& row) const;
  bool split_without_quotes(std::string_view line, Row& row, std::size_t& count) const;
  void put(std::size_t column, std::string_view cell, Row& row) const {
    row.cells[column < slots_.size() ? slots_[column] : most_wanted] = cell;
  }
  std::string_view checked_name(std::size_t wanted, const Row& row, std::string_view line) const;

  std::optional<TextFile> file_;
  std::vector<std::size_t> slots_;  // by column: the wanted one that it is, or most_wanted
  std::array<std::string_view, most_wanted> headings_;
  TopicColumn topic_column_;
  std::string_view rows_;
  std::size_t name_count_ = 0;
  UnescapedNames names_;
};

}  // namespace subintent::internal
