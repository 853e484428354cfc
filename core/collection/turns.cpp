#include "core/collection/turns.h"

#include <set>

#include "core/base/docno.h"
#include "core/collection/json_records.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* turns_advice =
    R"(write {"run_name": ..., "turns": [{"turn_id": ..., "responses": [{"passage_provenance": [{"id": docno}, ...]}, ...]}, ...]})";

// A name that can be a column of a line.
std::string name_of_turns(const JsonObject& object, std::string_view member) {
  const std::string name = object.text(member);
  const auto defect = docno_defect(name);
  if (defect) object.fail("\"" + std::string(member) + "\" " + *defect);
  if (name.find_first_of(" \t") != name.npos || name.starts_with('#')) {
    object.fail("\"" + std::string(member) + "\" holds a blank or begins with '#'");
  }
  return name;
}

}  // namespace

bool holds_turns(std::string_view text) {
  return first_object_has(text, {{"turns"}});
}

Turns read_turns(const TextFile& file) {
  const Location where{file.name(), 0};
  const JsonPlace place(where, turns_advice);
  simdjson::dom::parser parser;
  const JsonObject run = JsonObject::parse(parser, file.text(), place);
  Turns made;
  if (run.find({"run_name"})) made.run = run.text("run_name");
  for (const JsonObject& turn : run.objects("turns")) {
    const std::string topic = name_of_turns(turn, "turn_id");
    std::set<std::string> seen;
    for (const JsonObject& response : turn.objects("responses")) {
      if (!response.find({"passage_provenance"})) continue;
      for (const JsonObject& passage : response.objects("passage_provenance")) {
        const std::string docno = name_of_turns(passage, "id");
        if (seen.insert(docno).second) made.lines += topic + ' ' + docno + '\n';
      }
    }
  }
  return made;
}

}  // namespace subintent::internal
