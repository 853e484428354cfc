#include "trec/topic_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>

#include "support/ascii.h"
#include "support/name_table.h"
#include "support/parallel.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

// Is the first column of the line, which starts without blanks, the topic?
bool is_of(std::string_view topic, const char* line, const char* end) {
  const auto size = static_cast<std::size_t>(end - line);
  return size > topic.size() && is_blank(line[topic.size()]) &&
         std::memcmp(line, topic.data(), topic.size()) == 0;
}

std::string_view first_column(const char* line, const char* end) {
  while (line != end && is_blank(*line)) ++line;
  const char* column_end = line;
  while (column_end != end && !is_blank(*column_end)) ++column_end;
  return {line, column_end};
}

// Stretches of lines of one topic each, in file order.
struct Stretch {
  std::string_view topic, lines;
};

// `text` begins and ends where lines do.
std::vector<Stretch> stretches_of(std::string_view text) {
  const char* const text_end = text.data() + text.size();
  std::vector<Stretch> stretches;
  std::string_view topic;  // of the stretch that is being gone through; empty before the first
  const char* start = nullptr;
  const auto end_stretch = [&](const char* end) {
    if (!topic.empty()) stretches.push_back({topic, {start, end}});
  };
  for (const char* line = text.data(); line != text_end;) {
    const auto* found = static_cast<const char*>(
        std::memchr(line, '\n', static_cast<std::size_t>(text_end - line)));
    const char* const end = found == nullptr ? text_end : found;
    const char* const next = found == nullptr ? text_end : found + 1;
    if (topic.empty() || !is_of(topic, line, end)) {
      const std::string_view column = first_column(line, end);
      if (!column.empty() && column[0] != '#' && column != topic) {
        end_stretch(line);
        topic = column;
        start = line;
      }
    }
    line = next;
  }
  end_stretch(text_end);
  return stretches;
}

// Cuts the text behind line ends.
std::vector<std::string_view> parts_of(std::string_view text, std::size_t part_size) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = part_size < text.size() ? text.find('\n', part_size) : text.npos;
    parts.push_back(text.substr(0, end == text.npos ? end : end + 1));
    text.remove_prefix(parts.back().size());
  }
  return parts;
}

}  // namespace

std::vector<TopicLines> lines_by_topic(const TextFile& file, std::size_t part_size) {
  const std::vector<std::string_view> parts = parts_of(file.text(), part_size);
  std::vector<std::vector<Stretch>> stretches(parts.size());
  parallel_for(parts.size(), [&](std::size_t i) { stretches[i] = stretches_of(parts[i]); });
  std::vector<TopicLines> topics;
  NameTable numbers;
  std::string_view* last = nullptr;  // piece, and its topic
  std::string_view last_topic;
  for (const std::vector<Stretch>& part : stretches) {
    for (const Stretch& stretch : part) {
      if (last != nullptr && stretch.topic == last_topic) {  // goes on in the next part
        *last = {last->data(), stretch.lines.data() + stretch.lines.size()};
        continue;
      }
      const auto [number, is_new] = numbers.insert(stretch.topic);
      if (is_new) topics.push_back({stretch.topic, {}});
      last = &topics[number].pieces.emplace_back(stretch.lines);
      last_topic = stretch.topic;
    }
  }
  std::sort(topics.begin(), topics.end(),
            [](const TopicLines& a, const TopicLines& b) { return label_less(a.topic, b.topic); });
  return topics;
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

void require_columns(const TextFile& file, const LineColumns& columns, std::size_t least,
                     std::size_t most, const char* advice) {
  if (columns.count >= least && columns.count <= most) return;
  throw Error(file.location(columns.bounds[0]),
              fmt::format("expected {} columns, found {}", most, columns.count), advice);
}

}  // namespace subintent::internal
