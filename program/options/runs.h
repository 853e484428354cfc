// Runs on the command line: [NAME=]RUN.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/values.h"

namespace subintent::internal {

// A file with a run, and the name that was given to it.
struct GivenRun {
  std::string path;
  std::optional<std::string> name;  // none: the run is named by its file or tag
};

// Is there such a file? Standard input, "-", is one.
bool is_file(const std::string& path);

// "NAME=RUN" or "RUN". What exists as a file under the whole text is that file; else the name ends
// at the first '=' before a file that exists ("k=5=runs/bm25"), or at the first of all. Throws
// Error::usage where the name or the file is empty, and for a name with control characters or
// anything but UTF-8.
GivenRun given_run(const std::string& text);
std::vector<GivenRun> given_runs(const std::vector<std::string>& texts);

std::vector<std::string> paths_of(const std::vector<GivenRun>& runs);

// --order: rank, score or file. Throws Error::usage.
RunOrder run_order(const std::string& name);

// The advice if two runs have one name.
inline constexpr std::string_view different_names_advice = "rename one of them: NAME=RUN";

}  // namespace subintent::internal
