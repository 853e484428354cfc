#include <algorithm>
#include <unordered_map>

#include "core/base/one_line.h"
#include "core/collection/nugget_formats.h"
#include "core/collection/qrels.h"
#include "subintent/program.h"

namespace subintent::internal::nugget_files {
namespace {

// FreshStack's queries, as its data set has them: one object per topic.
bool is_freshstack_query(const JsonObject& object) {
  dom::array nuggets;
  dom::object first;
  return object.members()["nuggets"].get(nuggets) == simdjson::SUCCESS && nuggets.size() > 0 &&
         nuggets.at(0).get(first) == simdjson::SUCCESS &&
         JsonObject(first, object.place()).find({"relevant_corpus_ids"}).has_value();
}

void set_id(NuggetTopicBuilder& topic, const Name& name, const JsonPlace& place) {
  const std::string_view id = name.checked(place);
  if (id == topic_level_intent) place.fail("a nugget cannot be named *", "rename it");
  if (!topic.rename_last(id)) {
    place.fail("nugget " + printable(id) + " is listed twice", "keep one");
  }
}

void read_freshstack_query(const JsonObject& object, BankBuilder& builder) {
  const Name name(object, {"query_id"});
  NuggetTopicBuilder& topic = builder.new_topic(name, object.place());
  const JsonObject query = object.of("topic", name.unchecked());
  topic.made().query = text_of(query, {"query_title"});
  topic.made().description = text_of(query, {"query_text"});
  const dom::element nuggets = query.get("nuggets");
  topic.made().nuggets.reserve(size_of(nuggets));
  for_each_object(nuggets, "nuggets", query.place(), [&](dom::object members) {
    Nugget& made = topic.add_nugget();
    const JsonObject nugget(members, query.place().of("nugget", topic.made().nuggets.size()));
    set_id(topic, Name(nugget, {"_id"}), nugget.place());
    made.text = text_of(nugget, {"text"});
    for (const std::string_view list : {"relevant_corpus_ids", "non_relevant_corpus_ids"}) {
      const auto documents = nugget.find<dom::array>({list}, "an array");
      const std::int32_t grade = list == "relevant_corpus_ids" ? 1 : 0;
      if (documents) topic.judge_all(made, *documents, list, grade, nugget.place());
    }
  });
}

// Recognises what FreshStack's load_qrels() returns, in one object: {"qrels_nuggets": {nugget:
// {docno: grade}}, "query_to_nuggets": {topic: [nugget, ...]}}, and maybe {"nuggets": {nugget:
// text}}.
bool is_freshstack_qrels(const JsonObject& object) {
  return object.find({"qrels_nuggets"}).has_value();
}

std::int32_t grade_in(dom::element grade, const JsonPlace& place) {
  std::int64_t number = 0;
  if (grade.get(number) != simdjson::SUCCESS || number < -100 || number > 100) {
    place.fail("the grade " + printable(simdjson::minify(grade)) +
               " is not a whole number from -100 to 100");
  }
  return static_cast<std::int32_t>(number);
}

void read_freshstack_qrels(const JsonObject& object, BankBuilder& builder) {
  const auto qrels = object.find<dom::object>({"qrels_nuggets"}, "an object");
  const auto topics = object.find<dom::object>({"query_to_nuggets"}, "an object");
  const auto texts = object.find<dom::object>({"nuggets"}, "an object");
  object.require({"query_to_nuggets"});
  std::unordered_map<std::string_view, dom::element> nuggets;
  for (const auto [id, documents] : *qrels) nuggets.emplace(id, documents);
  for (const auto [name, ids] : *topics) {
    NuggetTopicBuilder& topic = builder.new_topic(Name(name), object.place());
    const JsonPlace place = object.place().of("topic", name);
    for_each_value(ids, name, place, [&](dom::element id) {
      Nugget& made = topic.add_nugget();
      set_id(topic, Name(id, "query_to_nuggets", place), place);
      const JsonPlace at = place.of("nugget", made.id);
      std::string_view text;
      if (texts && texts->at_key(made.id).get(text) == simdjson::SUCCESS) {
        made.text = one_line(text);
      }
      const auto judged = nuggets.find(made.id);
      if (judged == nuggets.end()) return;
      dom::object documents;
      if (judged->second.get(documents) != simdjson::SUCCESS) at.fail("is not an object");
      for (const auto [docno, element] : documents) {
        const std::int32_t grade = grade_in(element, at);
        builder.bank().highest_grade = std::max(builder.bank().highest_grade, grade);
        topic.judge(made, Name(docno), grade, at);
      }
    });
  }
}

}  // namespace

NuggetFormat freshstack_query_format() {
  const auto is_distinctive_member = [](std::string_view name, std::string_view) {
    return name == "nuggets";
  };
  return {is_distinctive_member, is_freshstack_query, read_freshstack_query};
}

NuggetFormat freshstack_qrels_format() {
  const auto is_distinctive_member = [](std::string_view name, std::string_view) {
    return name == "qrels_nuggets";
  };
  return {is_distinctive_member, is_freshstack_qrels, read_freshstack_qrels};
}

}  // namespace subintent::internal::nugget_files
