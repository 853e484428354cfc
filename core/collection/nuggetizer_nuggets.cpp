#include <algorithm>

#include "core/base/one_line.h"
#include "core/collection/nugget_formats.h"
#include "subintent/program.h"

namespace subintent::internal::nugget_files {
namespace {

// Recognises what nuggetizer writes: one object per topic and document (or answer), with all
// nuggets of the topic, each with what the document is to it.
bool is_assignment(const JsonObject& object) {
  return object.find({"qid"}).has_value() && object.find({"nuggets"}).has_value();
}

// Counts those of which the judge said nothing.
std::int32_t assigned_grade(const JsonObject& nugget, std::uint64_t& failed) {
  const auto given = nugget.find<std::string_view>({"assignment"}, "a string");
  if (!given) {
    nugget.place().fail("\"assignment\" is missing",
                        "give the output of nuggetizer assign, not of create");
  }
  const std::string word = lowered(*given);
  if (word == "support") return 2;
  if (word == "partial_support") return 1;
  if (word == "not_support") return 0;
  if (word == "failed" || word == "fail") {
    ++failed;
    return 0;
  }
  nugget.place().fail("the assignment " + printable(*given) +
                          " is not support, partial_support, not_support or failed",
                      "correct it");
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
  std::string group = sub_narrative_of(object);
  if (made.group.empty()) {
    made.group = std::move(group);
  } else if (!group.empty() && made.group != group) {
    object.place().fail("has another sub-narrative than before", "give it the same everywhere");
  }
  return made;
}

// Calls use(object, number) for the objects of a list.
void for_each_of(const dom::array& list, const char* what, const JsonPlace& place,
                 const auto& use) {
  std::size_t number = 0;
  for (const dom::element element : list) {
    const JsonPlace at = place.of(what, ++number);
    dom::object members;
    if (element.get(members) != simdjson::SUCCESS) at.fail("is not an object");
    use(JsonObject(members, at), number);
  }
}

// Reads the nuggets of an object.
void for_each_nugget(const JsonObject& list, const auto& use) {
  for_each_of(*list.find<dom::array>({"nuggets"}, "an array"), "nugget", list.place(), use);
}

// Calls use(object, claim) for the claims that a nugget consists of, if it says some. Whoever
// speaks of a nugget's claims has all of them, in the same order.
void for_each_claim(Nugget& nugget, const JsonObject& object, const auto& use) {
  const auto claims = object.find<dom::array>({"claims", "sub_nuggets"}, "an array");
  if (!claims) return;
  const bool is_new = nugget.parts.empty();
  if (is_new) nugget.parts.resize(claims->size());
  const auto refuse = [](const JsonPlace& place) {
    place.fail("has other claims than before", "give the same claims, in the same order");
  };
  if (nugget.parts.size() != claims->size()) refuse(object.place());
  for_each_of(*claims, "claim", object.place(), [&](const JsonObject& claim, std::size_t number) {
    Nugget& part = nugget.parts[number - 1];
    const std::string text = text_of(claim, {"text"});
    if (is_new) part.text = text;
    if (part.text != text) refuse(claim.place());
    use(claim, part);
  });
}

void read_query(const JsonObject& object, NuggetTopicBuilder& topic) {
  std::string_view query;
  for (const std::string_view member : {"query", "text"}) {
    if (topic.made().query.empty() && object.members()[member].get(query) == simdjson::SUCCESS) {
      topic.made().query = one_line(query);
    }
  }
}

bool names_answer(const JsonObject& object) {
  return object.find({"run_id", "runtag", "run"}).has_value();
}

// Is this a list of what a topic's answers should hold, which no document was compared with?
bool is_list(const JsonObject& object) {
  dom::array nuggets;
  dom::object first;
  return !names_answer(object) && !object.find({"docid"}) &&
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
      for_each_claim(nugget_of(nugget, number, topic, builder), nugget, [](auto&&...) {});
    });
    return;
  }
  // An answer is a document with the name of its run.
  if (!assignment.find({"docid"}) && !names_answer(assignment)) {
    place.fail("\"docid\" of a document, or \"run_id\" of an answer, is missing",
               "give the output of nuggetizer assign, not of create");
  }
  const Name docno(assignment, {"docid", "run_id", "runtag", "run"});
  const auto [document, is_new] = topic.document(docno, place);
  if (!is_new) {
    place.fail("document " + printable(docno.unchecked()) + " is assigned twice",
               "keep one of the two");
  }
  NuggetBank& bank = builder.bank();
  bank.highest_grade = std::max(bank.highest_grade, 2);
  bank.lists_all = true;
  (assignment.find({"docid"}) ? bank.of_documents : bank.of_answers) = true;
  for_each_nugget(assignment, [&, at = document](const JsonObject& nugget, std::size_t number) {
    Nugget& made = nugget_of(nugget, number, topic, builder);
    for_each_claim(made, nugget, [&](const JsonObject& claim, Nugget& part) {
      part.docs.push_back({at, assigned_grade(claim, builder.bank().failed)});
    });
    // A nugget without an assignment of its own is supported as far as one of its claims.
    if (made.parts.empty() || nugget.has("assignment")) {
      made.docs.push_back({at, assigned_grade(nugget, builder.bank().failed)});
    }
  });
}

}  // namespace

NuggetFormat assignment_format() {
  const auto is_distinctive_member = [](std::string_view name, std::string_view) {
    return name == "nuggets";
  };
  return {is_distinctive_member, is_assignment, read_assignment};
}

}  // namespace subintent::internal::nugget_files
