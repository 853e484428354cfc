// The first step of reading runs and judgments: where the lines of each topic are. The topics can
// then be read in parallel.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "support/text_file.h"

namespace subintent {

// The lines of a topic in a file: one piece for each stretch of lines that no other topic
// interrupts. A piece begins and ends where lines begin; blank lines and comments may lie in it.
struct TopicLines {
  std::string_view topic;
  std::vector<std::string_view> pieces;  // in file order
};

// The topics of a file, told by its first column, in label order. Blank lines and lines that start
// with '#' belong to no topic.
std::vector<TopicLines> lines_by_topic(const TextFile& file);

// What is wrong with the lines of a topic. Defects of single lines, which are found first, go
// before those of lists.
struct Defect {
  const char* line = nullptr;  // where a single line is wrong, otherwise nullptr
  std::optional<Error> error;
};

// Throws the error that a reader going through the file line by line, and then through the topics
// one by one, would have come upon first. `defects` are by topic, in label order.
void throw_first(const std::vector<Defect>& defects);

}  // namespace subintent
