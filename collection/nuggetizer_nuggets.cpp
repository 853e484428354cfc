#include <algorithm>

#include "base/one_line.h"
#include "base/strings.h"
#include "collection/nugget_formats.h"

namespace subintent::internal::nugget_files {
namespace {

// What nuggetizer writes: one object per topic and document (or answer), with all nuggets of the
// topic, each with what the document is to it.
bool is_assignment(dom::object object) {
  return find(object, {"qid"}).has_value() && find(object, {"nuggets"}).has_value();
}

std::int32_t assigned_grade(std::optional<std::string_view> word, const Place& place) {
  if (!word) {
    place.fail("\"assignment\" is missing", "give the output of nuggetizer assign, not of create");
  }
  if (*word == "support") return 2;
  if (*word == "partial_support") return 1;
  if (*word == "not_support" || *word == "failed") return 0;
  place.fail(
      "the assignment " + printable(*word) + " is not support, partial_support or not_support",
      "correct it");
}

// What an object says of a nugget and of the document it is assigned to.
void read_nugget(dom::element element, std::uint32_t document, std::size_t number,
                 TopicBuilder& topic, BankBuilder& builder, const Place& place) {
  dom::object given;
  if (element.get(given) != simdjson::SUCCESS) place.fail("is not an object");
  Nugget read;
  set_importance(read, given, builder, place);
  const auto text = find<std::string_view>(given, {"text"}, "a string", place);
  const auto [at, is_new] = topic.nugget(text.value_or(""), number - 1);
  Nugget& made = topic.made().nuggets[at];
  if (is_new) {
    made.importance = read.importance;
    made.is_vital = read.is_vital;
  } else if (made.importance != read.importance || made.is_vital != read.is_vital) {
    place.fail("has another importance than before", "give it the same for all documents");
  }
  const auto word = find<std::string_view>(given, {"assignment"}, "a string", place);
  made.docs.push_back({document, assigned_grade(word, place)});
}

void read_assignment(dom::object object, BankBuilder& builder, const Place& where) {
  const Name name = name_of(object, {"qid"}, where);
  TopicBuilder& topic = builder.topic(name.checked(where), where.where());
  const Place place = where.of("topic", name.unchecked());
  const auto nuggets = find<dom::array>(object, {"nuggets"}, "an array", place);
  // An answer is a document with the name of its run.
  if (!find(object, {"docid", "run_id"})) {
    place.fail("\"docid\" is missing", "give the output of nuggetizer assign, not of create");
  }
  const Name docno = name_of(object, {"docid", "run_id"}, place);
  const auto [document, is_new] = topic.document(docno, place);
  if (!is_new) {
    place.fail("document " + printable(docno.unchecked()) + " is assigned twice",
               "keep one of the two");
  }
  std::string_view query;
  for (const std::string_view member : {"query", "text"}) {
    if (topic.made().query.empty() && object[member].get(query) == simdjson::SUCCESS) {
      topic.made().query = one_line(query);
    }
  }
  builder.bank().highest_grade = std::max(builder.bank().highest_grade, 2);
  builder.bank().lists_all = true;
  topic.begin_document();
  std::size_t number = 0;
  for (const dom::element element : *nuggets) {
    ++number;
    read_nugget(element, document, number, topic, builder, place.of("nugget", number));
  }
}

}  // namespace

NuggetFormat assignment_format() {
  const auto tells = [](std::string_view name, std::string_view) { return name == "nuggets"; };
  return {tells, is_assignment, read_assignment};
}

}  // namespace subintent::internal::nugget_files
