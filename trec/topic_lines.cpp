#include "trec/topic_lines.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "support/name_table.h"
#include "support/strings.h"

namespace subintent {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

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

}  // namespace

std::vector<TopicLines> lines_by_topic(const TextFile& file) {
  const std::string_view text = file.text();
  const char* const text_end = text.data() + text.size();
  std::vector<TopicLines> topics;
  NameTable numbers;
  std::string_view topic;  // of the piece that is being gone through; empty before the first
  const char* piece = nullptr;
  const auto end_piece = [&](const char* end) {
    if (!topic.empty()) topics[numbers.find(topic)].pieces.emplace_back(piece, end);
  };
  for (const char* line = text.data(); line != text_end;) {
    const auto* found = static_cast<const char*>(
        std::memchr(line, '\n', static_cast<std::size_t>(text_end - line)));
    const char* const end = found == nullptr ? text_end : found;
    const char* const next = found == nullptr ? text_end : found + 1;
    if (topic.empty() || !is_of(topic, line, end)) {
      const std::string_view column = first_column(line, end);
      if (!column.empty() && column[0] != '#' && column != topic) {
        end_piece(line);
        if (numbers.insert(column).second) topics.push_back({column, {}});
        topic = column;
        piece = line;
      }
    }
    line = next;
  }
  end_piece(text_end);
  std::sort(topics.begin(), topics.end(),
            [](const TopicLines& a, const TopicLines& b) { return label_less(a.topic, b.topic); });
  return topics;
}

void throw_first(const std::vector<Defect>& defects) {
  const Defect* first = nullptr;
  for (const Defect& defect : defects) {
    if (!defect.error) continue;
    const bool earlier = first != nullptr && defect.line != nullptr &&
                         (first->line == nullptr || std::less<>()(defect.line, first->line));
    if (first == nullptr || earlier) first = &defect;
  }
  if (first != nullptr) throw *first->error;
}

}  // namespace subintent
