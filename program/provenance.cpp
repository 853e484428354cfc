#include "program/provenance.h"

#include <ctime>
#include <vector>

#include "subintent/program.h"
#include "subintent/report.h"

namespace subintent::internal {
namespace {

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

// Writes the defaults as a member with the comma before it; nothing if there are none.
std::string defaults_member(const CommandLine& line) {
  std::string text;
  for (const auto& [option, value] : line.defaults()) {
    text += text.empty() ? ",\n  \"defaults\": {" : ", ";
    text += json_string(option) + ": " + json_string(value);
  }
  return text.empty() ? text : text + "}";
}

}  // namespace

std::string provenance_path(const std::string& output) {
  return output + ".provenance.json";
}

void write_provenance(const CommandLine& line, std::string_view version) {
  const auto& [inputs, outputs, choices] = line.traced();
  if (outputs.empty()) return;
  const std::string begin =
      "{\n  \"program\": \"subintent\",\n  \"version\": " + json_string(version) +
      ",\n  \"command\": " + json_string(line.text()) + defaults_member(line) +
      ",\n  \"time\": \"" + utc_time(std::time(nullptr)) + "\",\n  \"output\": ";
  std::string end;
  for (const auto& [name, json] : choices) end += ",\n  " + json_string(name) + ": " + json;
  end += ",\n  \"inputs\": [";
  const char* separator = "\n    ";
  for (const std::string& input : described_files(inputs)) {
    end += separator + input;
    separator = ",\n    ";
  }
  end += "\n  ]\n}\n";
  const std::vector<std::string> described = described_files(outputs);
  OutputFiles files;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    files.open(provenance_path(outputs[i])).write(begin + described[i] + end);
  }
  files.close();
}

}  // namespace subintent::internal
