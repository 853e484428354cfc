#include "core/collection/topic_lines.h"

#include <bit>
#include <cstring>

#include "core/base/messages.h"
#include "core/base/parallel.h"
#include "core/base/strings.h"
#include "core/io/block_masks.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Does the line begin with the topic? Eight bytes of each may be read.
bool begins_with(const char* line, std::string_view topic) {
  if (std::endian::native != std::endian::little || topic.size() > sizeof(std::uint64_t))
    return std::memcmp(line, topic.data(), topic.size()) == 0;
  std::uint64_t a = 0, b = 0;
  std::memcpy(&a, line, sizeof a);
  std::memcpy(&b, topic.data(), sizeof b);
  return (a ^ b) << 8 * (sizeof a - topic.size()) == 0;
}

// Topics are the first of columns between blanks.
struct FirstOfBlankSeparated {
  // Is this the topic of the line, which starts without blanks?
  static bool is_of(std::string_view topic, const char* line, const char* end) {
    const auto size = static_cast<std::size_t>(end - line);
    return size > topic.size() && is_blank(line[topic.size()]) && begins_with(line, topic);
  }

  // Empty if the line is, or is a comment that does not begin with a name.
  static std::string_view topic_of(const char* line, const char* end) {
    while (line != end && is_blank(*line)) ++line;
    if (std::string_view(line, end).starts_with("\xef\xbb\xbf")) line += 3;  // of a file added
    if (*line == '#' && (line + 1 == end || is_blank(line[1]))) return {};
    const char* column_end = line;
    while (column_end != end && !is_blank(*column_end)) ++column_end;
    return {line, column_end};
  }
};

// Topics are any column of cells.
struct AnyColumn {
  TopicColumn column;

  bool is_of(std::string_view topic, const char* line, const char* end) const {
    const auto size = static_cast<std::size_t>(end - line);
    return column.index == 0 && size > topic.size() && line[topic.size()] == column.separator &&
           begins_with(line, topic);
  }

  std::string_view topic_of(const char* line, const char* end) const {
    if (says_nothing({line, end})) return {};
    CellCutter cutter(column.separator);
    cutter.seek(line);
    LineCells& cells = cutter.next();
    const std::string_view cell = cells.cells[std::min(column.index, cells.count)];
    if (has_doubled_quotes(cell, line)) return {cell.begin() - 1, cell.end() + 1};
    return cell.empty() ? std::string_view(line, end) : cell;
  }
};

struct Stretch {
  std::string_view topic, lines;
};

// `text` begins and ends where lines do, and is followed as that of a TextFile is.
template <typename Columns>
std::vector<Stretch> stretches_of(std::string_view text, const Columns& columns) {
  const char* const text_end = text.data() + text.size();
  std::vector<Stretch> stretches;
  std::string_view topic;  // of the stretch that is being gone through; empty before the first
  const char* start = nullptr;
  const auto end_stretch = [&](const char* end) {
    if (!topic.empty()) stretches.push_back({topic, {start, end}});
  };
  Places line_ends(text, '\n');
  for (const char* line = text.data(); line < text_end;) {
    const char* const end = line_ends.next();
    if (topic.empty() || !columns.is_of(topic, line, end)) {
      const std::string_view column = columns.topic_of(line, end);
      if (!column.empty() && column != topic) {
        end_stretch(line);
        topic = column;
        start = line;
      }
    }
    line = end + 1;
  }
  end_stretch(text_end);
  return stretches;
}

std::vector<std::string_view> parts_of(std::string_view text, std::size_t part_size) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = part_size < text.size() ? text.find('\n', part_size) : text.npos;
    parts.push_back(text.substr(0, end == text.npos ? end : end + 1));
    text.remove_prefix(parts.back().size());
  }
  return parts;
}

// Lines that begin with '#' and a name are put into `comments`, if there is that.
template <typename Columns>
std::vector<TopicLines> topics_of(std::string_view text, const Columns& columns,
                                  TopicPieces* comments) {
  constexpr std::size_t part_size = 1 << 22;
  const std::vector<std::string_view> parts = parts_of(text, part_size);
  std::vector<std::vector<Stretch>> stretches(parts.size());
  parallel_for(parts.size(),
               [&](std::size_t i) { stretches[i] = stretches_of(parts[i], columns); });
  TopicPieces pieces;
  std::string_view* last = nullptr;  // piece, and its topic
  std::string_view last_topic;
  for (const std::vector<Stretch>& part : stretches) {
    for (const Stretch& stretch : part) {
      if (last != nullptr && stretch.topic == last_topic) {  // goes on in the next part
        *last = {last->data(), stretch.lines.data() + stretch.lines.size()};
        continue;
      }
      const bool is_comment = comments != nullptr && stretch.topic[0] == '#';
      last = &(is_comment ? *comments : pieces).add(stretch.topic, stretch.lines);
      last_topic = stretch.topic;
    }
  }
  return pieces.take();
}

// Has the line numbers in the same of its columns as another one, of which there are as many?
[[gnu::cold]] bool is_like(const LineColumns& line, const LineColumns& other) {
  const auto is_number = [](std::string_view column) {
    return parse_double(column.substr(column.starts_with('#') ? 1 : 0)).has_value();
  };
  bool any = false;
  for (std::size_t i = 0; i < std::min(other.count, LineColumns::limit); ++i) {
    if (is_number(other[i]) && !is_number(line[i])) return false;
    any |= is_number(other[i]);
  }
  return any && line.count == other.count;
}

// For lines that begin with '#' and a name: they are comments, unless they are like the others.
[[gnu::cold]] void refuse_topics(const TextFile& file, const TopicLines& comments) {
  const std::string_view first = first_line(file.text());
  for (const std::string_view piece : comments.pieces) {
    for (const char* line = piece.data(); line < piece.data() + piece.size();) {
      const LineColumns columns = split_line(line);
      if (columns.count > 0 && is_like(columns, first.empty() ? columns : split_line(first.data())))
        throw Error(file.location(line),
                    "begins with '#', as a comment does, and has the columns of the other lines",
                    "write a blank behind the # of a comment; of a topic leave the # out");
      line = columns.end + 1;
    }
  }
}

}  // namespace

std::size_t likely_lines(const TopicLines& topic) {
  constexpr std::size_t bytes_of_line = 32;
  const std::size_t bytes = total_of(topic.pieces, &std::string_view::size);
  return bytes / bytes_of_line + 1;
}

std::string_view first_line(std::string_view text) {
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const bool says_nothing = line.starts_with('#') || std::ranges::all_of(line, is_blank);
    if (!says_nothing || end == text.size()) return says_nothing ? text.substr(end) : line;
    text.remove_prefix(end + 1);
  }
}

std::string_view take_first_line(std::string_view& text) {
  const std::string_view line = first_line(text);
  text.remove_prefix(static_cast<std::size_t>(line.end() - text.begin()));
  return line;
}

std::string_view& TopicPieces::add(std::string_view topic, std::string_view piece) {
  constexpr std::size_t several = 32;
  last_ = numbers_.insert_after(last_, topic);
  if (last_ == topics_.size()) topics_.push_back({topic, {}});
  std::vector<std::string_view>& pieces = topics_[last_].pieces;
  if (pieces.size() == 1) pieces.reserve(several);  // most topics have one piece, or many
  return pieces.emplace_back(piece);
}

std::vector<TopicLines> TopicPieces::take() {
  if (!std::ranges::is_sorted(topics_, label_less, &TopicLines::topic))
    std::ranges::sort(topics_, label_less, &TopicLines::topic);
  return std::move(topics_);
}

std::vector<TopicLines> lines_by_topic(const TextFile& file) {
  TopicPieces comments;
  std::vector<TopicLines> topics = topics_of(file.text(), FirstOfBlankSeparated(), &comments);
  for (const TopicLines& lines : comments.take()) refuse_topics(file, lines);
  return topics;
}

std::vector<TopicLines> lines_by_topic(std::string_view rows, const TopicColumn& column) {
  return topics_of(rows, AnyColumn{column}, nullptr);
}

void read_topics(const std::vector<TopicLines>& topics,
                 const std::function<void(std::size_t, LineInWork&)>& read) {
  std::vector<LineInWork> lines(topics.size(), nullptr);
  std::vector<std::optional<Error>> errors(topics.size());
  parallel_for(topics.size(), [&](std::size_t i) {
    try {
      read(i, lines[i]);
    } catch (const Error& error) {
      errors[i] = error;
    }
  });
  std::size_t first = topics.size();
  for (std::size_t i = 0; i < topics.size(); ++i) {
    if (!errors[i]) continue;
    const bool earlier =
        first == topics.size() ||
        (lines[i] != nullptr && (lines[first] == nullptr || std::less<>()(lines[i], lines[first])));
    if (earlier) first = i;
  }
  if (first != topics.size()) throw *errors[first];
}

bool has_comment(const LineColumns& columns) {
  const std::string_view line(columns.bounds[0], columns.end);
  return line.find(" #") != line.npos || line.find("\t#") != line.npos;
}

void refuse_columns(const TextFile& file, const LineColumns& columns, std::size_t expected,
                    const char* advice) {
  if (file.text().starts_with('<'))
    throw Error(file.location(columns.bounds[0]), "is markup, no lines of columns",
                "topics are given by `topics`");
  refuse_columns(file.location(columns.bounds[0]), std::to_string(expected), columns.count,
                 has_comment(columns) ? comment_advice : advice);
}

}  // namespace subintent::internal
