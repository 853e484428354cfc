#include <filesystem>

#include "subintent/program.h"

namespace subintent {

bool is_file(const std::string& path) {
  std::error_code error;
  return path == "-" || std::filesystem::exists(path, error);
}

namespace {

// The '=' between name and file.
std::size_t end_of_name(const std::string& text) {
  const std::size_t first = text.find('=');
  for (std::size_t at = first; at != std::string::npos; at = text.find('=', at + 1))
    if (is_file(text.substr(at + 1))) return at;
  return first;
}

}  // namespace

GivenRun given_run(const std::string& text) {
  const std::size_t equals = end_of_name(text);
  if (equals == std::string::npos || is_file(text)) return {text, {}};
  if (equals == 0 || equals + 1 == text.size())
    throw Error::usage("'" + printable(text) + "' is neither a file nor NAME=RUN",
                       "for example BM25=runs/bm25.txt");
  const std::string name = text.substr(0, equals);
  if (const auto defect = name_defect(name))
    throw Error::usage("the name in '" + printable(text) + "' " + *defect, "choose another name");
  return {text.substr(equals + 1), name};
}

}  // namespace subintent
