// Lines of JSON that hold a score each: those of ir_measures --output_format jsonl, and those of
// Auto-Judge, which name the run.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "support/input_file.h"

namespace subintent::internal {

// What a line says of a score; no topic means all of them. It stays until the next line is parsed.
struct JsonScore {
  std::optional<std::string_view> topic, run;
  std::string_view measure, value;
  std::optional<double> number;  // the value, where its text does not have to be read
};

class JsonScoreParser {
 public:
  // Parses the line that `lines` has come to. Throws Error if it is no JSON object or has no
  // measure or no value.
  JsonScore parse(const LineSplitter& lines, std::string_view line);

 private:
  JsonScore parse_all(const LineSplitter& lines, std::string_view line);

  simdjson::dom::parser parser_;
  std::array<std::string, 4> texts_;  // of what is no string in JSON
};

}  // namespace subintent::internal
