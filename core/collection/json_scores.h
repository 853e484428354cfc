// Lines of JSON that hold a score each: those of ir_measures --output_format jsonl, and those of
// Auto-Judge, which name the run; and those of evaluate --format json, with all of a topic.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "core/io/input_file.h"
#include "subintent/basics.h"

namespace subintent::internal {

// A score as a line has it; no topic means all of them. It stays until the next line is parsed.
struct JsonScore {
  std::optional<std::string_view> topic, run;
  std::string_view measure, value;
  std::optional<double> number;  // the value, where its text does not have to be read
};

// The scores of a run and a topic, as evaluate --format json writes them. They stay until the next
// line is parsed.
struct JsonTopicScores {
  std::string_view run, topic;
  std::vector<std::pair<std::string_view, double>> scores;  // by measure, but for null
};

// Looks for the closing brace of an object that is open already, line by line.
class JsonObjectEnd {
 public:
  // Is it in this line, which begins in no string?
  bool find(std::string_view line);

  // How many bytes of that line belong to the object, up to the brace that ends it.
  std::size_t size() const { return size_; }

 private:
  std::size_t depth_ = 1, size_ = 0;
};

class JsonScoreParser {
 public:
  // Parses the line that `lines` has come to. Throws Error if it is no JSON object, has no measure
  // or no value, or has one of its members twice.
  JsonScore parse(const LineSplitter& lines, std::string_view line);

  // Reads a line of evaluate --format json: an object, perhaps with a comma behind it.
  JsonTopicScores parse_topic(const LineSplitter& lines, std::string_view line);

  // Throws Error, which names the place, if the text is no JSON object or has "scores" twice.
  void check_object(const Location& where, const std::string& text);

 private:
  simdjson::dom::parser parser_;
  std::array<std::string, 4> texts_;  // of what is no string in JSON
};

}  // namespace subintent::internal
