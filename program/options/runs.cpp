#include "program/options/runs.h"

#include <filesystem>

#include "program/options/names.h"
#include "subintent/program.h"

namespace subintent::internal {

bool is_file(const std::string& path) {
  std::error_code error;
  return path == "-" || std::filesystem::exists(path, error);
}

namespace {

// The '=' between name and file.
std::size_t end_of_name(const std::string& text) {
  const std::size_t first = text.find('=');
  for (std::size_t at = first; at != std::string::npos; at = text.find('=', at + 1)) {
    if (is_file(text.substr(at + 1))) return at;
  }
  return first;
}

}  // namespace

GivenRun given_run(const std::string& text) {
  const std::size_t equals = end_of_name(text);
  if (equals == std::string::npos || is_file(text)) return {text, {}};
  if (equals == 0 || equals + 1 == text.size()) {
    throw Error::usage("'" + printable(text) + "' is neither a file nor NAME=RUN",
                       "for example BM25=runs/bm25.txt");
  }
  const std::string name = text.substr(0, equals);
  if (const auto defect = name_defect(name)) {
    throw Error::usage("the name in '" + printable(text) + "' " + *defect, "choose another name");
  }
  return {text.substr(equals + 1), name};
}

std::vector<GivenRun> given_runs(const std::vector<std::string>& texts) {
  std::vector<GivenRun> runs;
  for (const std::string& text : texts) runs.push_back(given_run(text));
  return runs;
}

std::vector<std::string> paths_of(const std::vector<GivenRun>& runs) {
  std::vector<std::string> paths;
  for (const GivenRun& run : runs) paths.push_back(run.path);
  return paths;
}

RunOrder run_order(const std::string& name) {
  return value_named("--order", name, run_orders);
}

}  // namespace subintent::internal
