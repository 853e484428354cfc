#include <algorithm>

#include "base/one_line.h"
#include "base/strings.h"
#include "collection/nugget_formats.h"

namespace subintent::internal::nugget_files {
namespace {

// What nuggetizer writes: one object per topic and document (or answer), with all nuggets of the
// topic, each with what the document is to it.
bool is_assignment(const JsonObject& object) {
  return object.find({"qid"}).has_value() && object.find({"nuggets"}).has_value();
}

std::int32_t assigned_grade(const JsonObject& nugget) {
  const auto word = nugget.find<std::string_view>({"assignment"}, "a string");
  if (!word) {
    nugget.place().fail("\"assignment\" is missing",
                        "give the output of nuggetizer assign, not of create");
  }
  if (*word == "support") return 2;
  if (*word == "partial_support") return 1;
  if (*word == "not_support" || *word == "failed") return 0;
  nugget.place().fail(
      "the assignment " + printable(*word) + " is not support, partial_support or not_support",
      "correct it");
}

// What an object says of a nugget, the next one of its document, and of that.
void read_nugget(const JsonObject& object, std::uint32_t document, std::size_t number,
                 NuggetTopicBuilder& topic, BankBuilder& builder) {
  Nugget read;
  set_importance(read, object, builder);
  const auto text = object.find<std::string_view>({"text"}, "a string");
  const auto [at, is_new] = topic.nugget(text.value_or(""), number - 1);
  Nugget& made = topic.made().nuggets[at];
  if (is_new) {
    made.importance = read.importance;
    made.is_vital = read.is_vital;
  } else if (made.importance != read.importance || made.is_vital != read.is_vital) {
    object.place().fail("has another importance than before", "give it the same for all documents");
  }
  made.docs.push_back({document, assigned_grade(object)});
}

void read_assignment(const JsonObject& object, BankBuilder& builder) {
  const Name name(object, {"qid"});
  NuggetTopicBuilder& topic = builder.topic(name, object.place());
  const JsonObject assignment = object.of("topic", name.unchecked());
  const JsonPlace& place = assignment.place();
  const auto nuggets = assignment.find<dom::array>({"nuggets"}, "an array");
  // An answer is a document with the name of its run.
  if (!assignment.find({"docid", "run_id"})) {
    place.fail("\"docid\" is missing", "give the output of nuggetizer assign, not of create");
  }
  const Name docno(assignment, {"docid", "run_id"});
  const auto [document, is_new] = topic.document(docno, place);
  if (!is_new) {
    place.fail("document " + printable(docno.unchecked()) + " is assigned twice",
               "keep one of the two");
  }
  std::string_view query;
  for (const std::string_view member : {"query", "text"}) {
    if (topic.made().query.empty() &&
        assignment.members()[member].get(query) == simdjson::SUCCESS) {
      topic.made().query = one_line(query);
    }
  }
  builder.bank().highest_grade = std::max(builder.bank().highest_grade, 2);
  builder.bank().lists_all = true;
  topic.begin_document();
  std::size_t number = 0;
  for (const dom::element element : *nuggets) {
    const JsonPlace at = place.of("nugget", ++number);
    dom::object nugget;
    if (element.get(nugget) != simdjson::SUCCESS) at.fail("is not an object");
    read_nugget(JsonObject(nugget, at), document, number, topic, builder);
  }
}

}  // namespace

NuggetFormat assignment_format() {
  const auto tells = [](std::string_view name, std::string_view) { return name == "nuggets"; };
  return {tells, is_assignment, read_assignment};
}

}  // namespace subintent::internal::nugget_files
