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

// "Who pays?" of "\"Who pays?\"": what nuggets were mapped to is written with quotes.
std::string group_of(const JsonObject& nugget) {
  std::string text = text_of(nugget, {"mapped_sub_narrative"});
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

// The nugget that an object is of: the next one of its list.
Nugget& nugget_of(const JsonObject& object, std::size_t number, NuggetTopicBuilder& topic,
                  BankBuilder& builder) {
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
  std::string group = group_of(object);
  if (made.group.empty()) {
    made.group = std::move(group);
  } else if (!group.empty() && made.group != group) {
    object.place().fail("has another sub-narrative than before", "give it the same everywhere");
  }
  return made;
}

// Calls use(object, number) for the nuggets of a list.
void for_each_nugget(const JsonObject& list, const auto& use) {
  const auto nuggets = list.find<dom::array>({"nuggets"}, "an array");
  std::size_t number = 0;
  for (const dom::element element : *nuggets) {
    const JsonPlace at = list.place().of("nugget", ++number);
    dom::object nugget;
    if (element.get(nugget) != simdjson::SUCCESS) at.fail("is not an object");
    use(JsonObject(nugget, at), number);
  }
}

void read_query(const JsonObject& object, NuggetTopicBuilder& topic) {
  std::string_view query;
  for (const std::string_view member : {"query", "text"}) {
    if (topic.made().query.empty() && object.members()[member].get(query) == simdjson::SUCCESS) {
      topic.made().query = one_line(query);
    }
  }
}

// Is this a list of what a topic's answers should hold, which no document was compared with?
bool is_list(const JsonObject& object) {
  dom::array nuggets;
  dom::object first;
  return !object.find({"docid", "run_id"}) &&
         object.members()["nuggets"].get(nuggets) == simdjson::SUCCESS && nuggets.size() > 0 &&
         nuggets.at(0).get(first) == simdjson::SUCCESS && !object.has("assignment") &&
         first["assignment"].error() != simdjson::SUCCESS;
}

void read_assignment(const JsonObject& object, BankBuilder& builder) {
  const Name name(object, {"qid"});
  NuggetTopicBuilder& topic = builder.topic(name, object.place());
  const JsonObject assignment = object.of("topic", name.unchecked());
  const JsonPlace& place = assignment.place();
  read_query(assignment, topic);
  topic.begin_document();
  if (is_list(assignment)) {
    builder.bank().lists_apart = true;
    for_each_nugget(assignment, [&](const JsonObject& nugget, std::size_t number) {
      nugget_of(nugget, number, topic, builder);
    });
    return;
  }
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
  builder.bank().highest_grade = std::max(builder.bank().highest_grade, 2);
  builder.bank().lists_all = true;
  for_each_nugget(assignment, [&, at = document](const JsonObject& nugget, std::size_t number) {
    nugget_of(nugget, number, topic, builder).docs.push_back({at, assigned_grade(nugget)});
  });
}

}  // namespace

NuggetFormat assignment_format() {
  const auto tells = [](std::string_view name, std::string_view) { return name == "nuggets"; };
  return {tells, is_assignment, read_assignment};
}

}  // namespace subintent::internal::nugget_files
