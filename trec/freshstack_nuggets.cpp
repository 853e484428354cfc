#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/one_line.h"
#include "support/strings.h"
#include "trec/nugget_formats.h"
#include "trec/qrels.h"

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

// A document is as the last word on it says, as to FreshStack's own evaluation.
void add_grades(Nugget& nugget, TopicBuilder& topic,
                const std::vector<std::pair<std::string, std::int32_t>>& grades) {
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (const auto& [docno, grade] : grades) {
    const std::uint32_t document = topic.document(docno).first;
    const auto [at, is_new] = places.try_emplace(document, nugget.docs.size());
    if (is_new) {
      nugget.docs.push_back({document, grade});
    } else {
      nugget.docs[at->second].grade = grade;
    }
  }
}

void set_id(TopicBuilder& topic, const std::string& id, const Place& place) {
  if (id == topic_level_intent) place.fail("a nugget cannot be named *", "rename it");
  if (!topic.rename_last(id)) {
    place.fail("nugget " + printable(id) + " is listed twice", "keep one");
  }
}

void read_freshstack_query(dom::object object, BankBuilder& builder, Place place) {
  const std::string name = name_of(object, {"query_id"}, place);
  TopicBuilder& topic = builder.new_topic(name, place.where);
  place.whose = "topic " + printable(name) + ": ";
  topic.made().query = text_of(object, {"query_title"}, place);
  topic.made().description = text_of(object, {"query_text"}, place);
  for_each_object(object["nuggets"].value(), "nuggets", place, [&](dom::object nugget) {
    Nugget& made = topic.add_nugget();
    const Place at = place.of("nugget " + made.id);
    set_id(topic, name_of(nugget, {"_id"}, at), at);
    made.text = text_of(nugget, {"text"}, at);
    std::vector<std::pair<std::string, std::int32_t>> grades;
    for (const std::string_view list : {"relevant_corpus_ids", "non_relevant_corpus_ids"}) {
      const auto documents = find<dom::array>(nugget, {list}, "an array", at);
      if (!documents) continue;
      for (const dom::element document : *documents) {
        grades.emplace_back(name_in(document, list, at), list == "relevant_corpus_ids" ? 1 : 0);
      }
    }
    add_grades(made, topic, grades);
  });
}

// What FreshStack's load_qrels() returns, in one object: {"qrels_nuggets": {nugget: {docno:
// grade}}, "query_to_nuggets": {topic: [nugget, ...]}}, and maybe {"nuggets": {nugget: text}}.
bool is_freshstack_qrels(dom::object object) {
  return find(object, {"qrels_nuggets"}).has_value();
}

void read_freshstack_qrels(dom::object object, BankBuilder& builder, Place place) {
  const auto qrels = find<dom::object>(object, {"qrels_nuggets"}, "an object", place);
  const auto topics = find<dom::object>(object, {"query_to_nuggets"}, "an object", place);
  const auto texts = find<dom::object>(object, {"nuggets"}, "an object", place);
  if (!topics) place.fail("\"query_to_nuggets\" is missing");
  std::unordered_map<std::string_view, dom::element> nuggets;
  for (const auto [id, documents] : *qrels) nuggets.emplace(id, documents);
  for (const auto [name, ids] : *topics) {
    require_name(name, place);
    TopicBuilder& topic = builder.new_topic(std::string(name), place.where);
    place.whose = "topic " + printable(name) + ": ";
    for_each_value(ids, name, place, [&](dom::element id) {
      Nugget& made = topic.add_nugget();
      set_id(topic, name_in(id, "query_to_nuggets", place), place);
      const Place at = place.of("nugget " + printable(made.id));
      std::string_view text;
      if (texts && texts->at_key(made.id).get(text) == simdjson::SUCCESS) {
        made.text = one_line(text);
      }
      const auto judged = nuggets.find(made.id);
      if (judged == nuggets.end()) return;
      dom::object documents;
      if (judged->second.get(documents) != simdjson::SUCCESS) at.fail("is not an object");
      std::vector<std::pair<std::string, std::int32_t>> grades;
      for (const auto [docno, grade] : documents) {
        std::int64_t number = 0;
        if (grade.get(number) != simdjson::SUCCESS || number < -100 || number > 100) {
          at.fail("the grade " + printable(simdjson::minify(grade)) +
                  " is not a whole number from -100 to 100");
        }
        require_name(docno, at);
        builder.bank().highest_grade =
            std::max(builder.bank().highest_grade, static_cast<std::int32_t>(number));
        grades.emplace_back(docno, static_cast<std::int32_t>(number));
      }
      add_grades(made, topic, grades);
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
