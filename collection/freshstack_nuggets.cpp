#include <algorithm>
#include <unordered_map>

#include "base/one_line.h"
#include "base/strings.h"
#include "collection/nugget_formats.h"
#include "collection/qrels.h"

namespace subintent::internal::nugget_files {
namespace {

// FreshStack's queries, as its data set has them: one object per topic.
bool is_freshstack_query(dom::object object) {
  dom::array nuggets;
  dom::object first;
  return object["nuggets"].get(nuggets) == simdjson::SUCCESS && nuggets.size() > 0 &&
         nuggets.at(0).get(first) == simdjson::SUCCESS &&
         find(first, {"relevant_corpus_ids"}).has_value();
}

void set_id(TopicBuilder& topic, const Name& name, const Place& place) {
  const std::string_view id = name.checked(place);
  if (id == topic_level_intent) place.fail("a nugget cannot be named *", "rename it");
  if (!topic.rename_last(id)) {
    place.fail("nugget " + printable(id) + " is listed twice", "keep one");
  }
}

void read_freshstack_query(dom::object object, BankBuilder& builder, const Place& where) {
  const Name name = name_of(object, {"query_id"}, where);
  TopicBuilder& topic = builder.new_topic(name.checked(where), where.where());
  const Place place = where.of("topic", name.unchecked());
  topic.made().query = text_of(object, {"query_title"}, place);
  topic.made().description = text_of(object, {"query_text"}, place);
  topic.made().nuggets.reserve(size_of(object["nuggets"].value()));
  for_each_object(object["nuggets"].value(), "nuggets", place, [&](dom::object nugget) {
    Nugget& made = topic.add_nugget();
    const Place at = place.of("nugget", topic.made().nuggets.size());
    set_id(topic, name_of(nugget, {"_id"}, at), at);
    made.text = text_of(nugget, {"text"}, at);
    for (const std::string_view list : {"relevant_corpus_ids", "non_relevant_corpus_ids"}) {
      const auto documents = find<dom::array>(nugget, {list}, "an array", at);
      if (!documents) continue;
      made.docs.reserve(made.docs.size() + documents->size());
      const std::int32_t grade = list == "relevant_corpus_ids" ? 1 : 0;
      for (const dom::element document : *documents) {
        topic.judge(made, name_in(document, list, at), grade, at);
      }
    }
  });
}

// What FreshStack's load_qrels() returns, in one object: {"qrels_nuggets": {nugget: {docno:
// grade}}, "query_to_nuggets": {topic: [nugget, ...]}}, and maybe {"nuggets": {nugget: text}}.
bool is_freshstack_qrels(dom::object object) {
  return find(object, {"qrels_nuggets"}).has_value();
}

void read_freshstack_qrels(dom::object object, BankBuilder& builder, const Place& where) {
  const auto qrels = find<dom::object>(object, {"qrels_nuggets"}, "an object", where);
  const auto topics = find<dom::object>(object, {"query_to_nuggets"}, "an object", where);
  const auto texts = find<dom::object>(object, {"nuggets"}, "an object", where);
  if (!topics) where.fail("\"query_to_nuggets\" is missing");
  std::unordered_map<std::string_view, dom::element> nuggets;
  for (const auto [id, documents] : *qrels) nuggets.emplace(id, documents);
  for (const auto [name, ids] : *topics) {
    require_name(name, where);
    TopicBuilder& topic = builder.new_topic(name, where.where());
    const Place place = where.of("topic", name);
    for_each_value(ids, name, place, [&](dom::element id) {
      Nugget& made = topic.add_nugget();
      const Name name_of_nugget = name_in(id, "query_to_nuggets", place);
      set_id(topic, name_of_nugget, place);
      const Place at = place.of("nugget", made.id);
      std::string_view text;
      if (texts && texts->at_key(made.id).get(text) == simdjson::SUCCESS) {
        made.text = one_line(text);
      }
      const auto judged = nuggets.find(made.id);
      if (judged == nuggets.end()) return;
      dom::object documents;
      if (judged->second.get(documents) != simdjson::SUCCESS) at.fail("is not an object");
      for (const auto [docno, grade] : documents) {
        std::int64_t number = 0;
        if (grade.get(number) != simdjson::SUCCESS || number < -100 || number > 100) {
          at.fail("the grade " + printable(simdjson::minify(grade)) +
                  " is not a whole number from -100 to 100");
        }
        builder.bank().highest_grade =
            std::max(builder.bank().highest_grade, static_cast<std::int32_t>(number));
        topic.judge(made, Name(docno), static_cast<std::int32_t>(number), at);
      }
    });
  }
}

}  // namespace

NuggetFormat freshstack_query_format() {
  const auto tells = [](std::string_view name, std::string_view) { return name == "nuggets"; };
  return {tells, is_freshstack_query, read_freshstack_query};
}

NuggetFormat freshstack_qrels_format() {
  const auto tells = [](std::string_view name, std::string_view) {
    return name == "qrels_nuggets";
  };
  return {tells, is_freshstack_qrels, read_freshstack_qrels};
}

}  // namespace subintent::internal::nugget_files
