#include "subintent/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "compare/correction.h"
#include "compare/significance.h"
#include "core/base/parallel.h"
#include "core/io/encode.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"
#include "subintent/version.h"

namespace subintent {
namespace {

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

}  // namespace

std::vector<std::string> described_files(const std::vector<std::string>& paths) {
  std::vector<std::string> made(paths.size());
  internal::parallel_for(paths.size(), [&](std::size_t i) {
    const std::optional<internal::FileIdentity> file = internal::identify_file(paths[i]);
    made[i] = fmt::format(R"({{"path": {}, "bytes": {}, "sha256": {}}})", json_string(paths[i]),
                          file ? std::to_string(file->size) : "null",
                          file ? json_string(internal::hex(file->digest)) : "null");
  });
  return made;
}

std::string provenance(const std::vector<std::string>& measures,
                       const std::vector<ProvenanceInput>& inputs) {
  std::vector<std::string> identifiers, paths, described;
  for (const std::string& name : measures) {
    identifiers.push_back(json_string(Measure(name).identifier()));
  }
  for (const ProvenanceInput& input : inputs) {
    if (!input.path.empty()) paths.push_back(input.path);
  }
  const std::vector<std::string> files = described_files(paths);
  for (std::size_t file = 0; const ProvenanceInput& input : inputs) {
    const std::string of_file =
        input.path.empty() ? R"({"path": null, "bytes": null, "sha256": null})" : files[file++];
    described.push_back(fmt::format(R"({{"role": {}, "name": {}, {})", json_string(input.role),
                                    json_string(input.name), of_file.substr(1)));
  }
  return fmt::format(R"({{"program": "subintent", "version": {}, "measures": [{}], )"
                     R"("default_test": {}, "default_correction": {}, "inputs": [{}]}})",
                     json_string(version()), fmt::join(identifiers, ", "),
                     json_string(internal::default_test),
                     json_string(name_of(internal::Correction::holm)), fmt::join(described, ", "));
}

}  // namespace subintent
