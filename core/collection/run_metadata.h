// The description of a run in its own file: ir_metadata [Breuer, Keller, Schaer, SIGIR 2022], YAML
// in comments before its first line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

// "actor.team" and its value; the values of a list stand behind one another, with commas.
struct RunMetadatum {
  std::string name, value;

  bool operator==(const RunMetadatum&) const = default;
};

// Reads the lines between "# ir_metadata.start" and "# ir_metadata.end" of the comments at the
// beginning of a text; without an end, up to the first line that is no comment. It understands
// mappings, lists and values of YAML on one line; a line that is none of these is part of the value
// before.
std::vector<RunMetadatum> read_run_metadata(std::string_view text);

}  // namespace subintent::internal
