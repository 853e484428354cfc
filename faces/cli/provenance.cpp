#include "faces/cli/provenance.h"

#include <ctime>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "base/utc_time.h"
#include "io/json.h"
#include "io/output_file.h"
#include "io/sha256.h"

namespace subintent::internal {
namespace {

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

// {"path": "qrels", "bytes": 12, "sha256": "..."} of each file.
std::vector<std::string> descriptions(const std::vector<std::string>& paths) {
  std::vector<std::string> made(paths.size());
  parallel_for(paths.size(), [&](std::size_t i) {
    const std::optional<FileIdentity> file = identify_file(paths[i]);
    made[i] = "{\"path\": " + json_string(paths[i]) +
              ", \"bytes\": " + (file ? std::to_string(file->size) : "null") +
              ", \"sha256\": " + (file ? json_string(hex(file->digest)) : "null") + "}";
  });
  return made;
}

}  // namespace

std::string provenance_path(const std::string& output) {
  return output + ".provenance.json";
}

void write_provenance(const CommandLine& line, std::string_view version) {
  const auto& [inputs, outputs] = line.traced();
  if (outputs.empty()) return;
  const std::string begin =
      "{\n  \"program\": \"subintent\",\n  \"version\": " + json_string(version) +
      ",\n  \"command\": " + json_string(line.text()) + ",\n  \"time\": \"" +
      utc_time(std::time(nullptr)) + "\",\n  \"output\": ";
  std::string end = ",\n  \"inputs\": [";
  const char* separator = "\n    ";
  for (const std::string& input : descriptions(inputs)) {
    end += separator + input;
    separator = ",\n    ";
  }
  end += "\n  ]\n}\n";
  const std::vector<std::string> described = descriptions(outputs);
  OutputFiles files;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    files.open(provenance_path(outputs[i])).write(begin + described[i] + end);
  }
  files.close();
}

}  // namespace subintent::internal
