#include <unordered_map>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/json_scores.h"
#include "core/collection/nugget_builder.h"
#include "core/collection/qrels.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal::nugget_files {
namespace {

// Counts those of which the judge said nothing.
std::int32_t grade_by(const dom::element& given, const JsonPlace& place, std::uint64_t& failed) {
  const std::string text = minified(given);
  const std::string_view word = as<std::string_view>(given).value_or(text);
  if (is_called(word, {"failed", "fail"}) || given.is_null()) {
    ++failed;
    return 0;
  }
  if (const auto grade = degree_of(given)) return *grade;
  place.fail(fmt::format("the assignment {} is not support, partial_support, not_support "
                         "or failed, nor {}",
                         printable(word), degree_words),
             "correct it");
}

std::int32_t assigned_grade(const JsonObject& nugget, std::uint64_t& failed) {
  if (const auto given = nugget.find(verdict_columns))
    return grade_by(*given, nugget.place(), failed);
  if (!has_verdict(nugget)) {
    nugget.place().fail("\"assignment\" is missing",
                        "say of each nugget whether it is supported, as nuggetizer assign does");
  }
  ++failed;
  return 0;
}

// The nugget that an object is of: the next one of its list.
Nugget& nugget_of(const JsonObject& object, std::size_t number, NuggetTopicBuilder& topic,
                  BankBuilder& builder) {
  Nugget read;
  set_importance(read, object, builder);
  read.group = sub_narrative_of(object);
  for (const JsonNames names : {JsonNames{"text"sv}, criterion_columns, JsonNames{"id"sv}}) {
    if (!object.find(names)) continue;
    return listed_nugget(Name(object, names).unchecked(), number, std::move(read), topic,
                         object.place());
  }
  return listed_nugget("", number, std::move(read), topic, object.place());
}

void for_each_nugget(const JsonObject& object, const auto& use) {
  for_each_object(object.require(nugget_lists), "nuggets", "nugget", object.place(), use);
}

// Calls use(object, claim) for the claims that a nugget consists of, if it says some. Whoever
// speaks of a nugget's claims has all of them, in the same order.
void for_each_claim(Nugget& nugget, const JsonObject& object, const auto& use) {
  const auto claims = object.find({"claims", "sub_nuggets"});
  if (!claims) return;
  if (!claims->is_array()) object.mistyped("claims", "an array");
  const bool is_new = nugget.parts.empty();
  if (is_new) nugget.parts.resize(size_of(*claims));
  const auto refuse = [](const JsonPlace& place) {
    place.fail("has other claims than before", "give the same claims, in the same order");
  };
  if (nugget.parts.size() != size_of(*claims)) refuse(object.place());
  for_each_object(*claims, "claims", "claim", object.place(),
                  [&](const JsonObject& claim, std::size_t number) {
                    Nugget& part = nugget.parts[number - 1];
                    const std::string text = text_of(claim, {"text"});
                    if (is_new) part.text = text;
                    if (part.text != text) refuse(claim.place());
                    use(claim, part);
                  });
}

void read_query(const JsonObject& object, NuggetTopicBuilder& topic) {
  for (const std::string_view member : {"query", "text"})
    if (topic.entry().query.empty())
      topic.entry().query = one_line(as<std::string_view>(object.members()[member]).value_or(""));
}

// Is this a list of what a topic's answers should hold, which no document was compared with?
bool is_list(const JsonObject& object) {
  const auto first = first_object_in(object.require(nugget_lists), object.place());
  return !names_answer(object) && !names_document(object) && first && !object.has("assignment") &&
         !first->find({"assignment", "verdict", "covered"}) &&
         !(object.find(run_columns) && first->find(verdict_columns));
}

// The nuggets of an answer by their texts alone: {"nuggets": {text: verdict}}, or texts beside as
// many "labels". Calls use(text, verdict) for each, and says whether there are such.
bool for_each_text(const JsonObject& answer, const auto& use) {
  const dom::element given = answer.require(nugget_lists);
  if (const auto by_text = as<dom::object>(given)) {
    for (const auto [text, verdict] : *by_text) use(text, verdict);
    return true;
  }
  const auto texts = as<dom::array>(given);
  if (!texts || !texts->at(0).is_string()) return false;
  const auto labels = answer.find<dom::array>(
      {"labels"sv, "assignments"sv, "verdicts"sv, "label"sv, "assignment"sv, "verdict"sv},
      "an array");
  if (!labels || labels->size() != texts->size())
    answer.fail("has nuggets without as many \"labels\"");
  auto verdict = labels->begin();
  for (const dom::element element : *texts) {
    const auto text = as<std::string_view>(element);
    if (!text) answer.fail("a nugget is not a string");
    use(*text, *verdict);
    ++verdict;
  }
  return true;
}

void read_assignment(const JsonObject& object, BankBuilder& builder) {
  NuggetTopicBuilder& topic = builder.topic(Name(object, answer_topics), object.place());
  const JsonObject assignment = object.of("topic", topic.entry().topic);
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
  const std::uint32_t at = compared_document(assignment, topic, builder);
  std::size_t texts = 0;
  const auto weighed =
      as<dom::array>(assignment.find({"importance"sv, "importances"sv, "weights"sv, "weight"sv}));
  std::vector<dom::element> weights;
  if (weighed) weights.assign(weighed->begin(), weighed->end());
  if (weighed && weights.size() != size_of(assignment.require(nugget_lists)))
    assignment.fail("has nuggets without as many \"importance\"");
  const auto read_text = [&](std::string_view text, const dom::element& verdict) {
    const JsonPlace place = assignment.place().of("nugget", ++texts);
    const std::int32_t grade = grade_by(verdict, place, builder.bank().failed);
    Nugget read;
    if (weighed) set_importance(read, weights[texts - 1], place, builder);
    listed_nugget(text, texts, std::move(read), topic, place).docs.push_back({at, grade});
  };
  if (for_each_text(assignment, read_text)) return;
  for_each_nugget(assignment, [&](const JsonObject& nugget, std::size_t number) {
    Nugget& added = nugget_of(nugget, number, topic, builder);
    for_each_claim(added, nugget, [&](const JsonObject& claim, Nugget& part) {
      part.docs.push_back({at, assigned_grade(claim, builder.bank().failed)});
    });
    // A nugget without an assignment of its own is supported as far as one of its claims.
    if (added.parts.empty() || has_verdict(nugget))
      added.docs.push_back({at, assigned_grade(nugget, builder.bank().failed)});
  });
}

// FreshStack's queries, as its data set has them: one object per topic.
bool is_freshstack_query(const JsonObject& object) {
  const auto first = first_object_in(object.members()["nuggets"], object.place());
  return first && first->find({"relevant_corpus_ids"});
}

void set_id(NuggetTopicBuilder& topic, const Name& name, const JsonPlace& place) {
  const std::string_view id = name.checked(place);
  if (id == topic_level_intent) place.fail("a nugget cannot be named *", "rename it");
  if (!topic.rename_last(id))
    place.fail("nugget " + printable(id) + " is listed twice", "keep one");
}

void read_freshstack_query(const JsonObject& object, BankBuilder& builder) {
  NuggetTopicBuilder& topic = builder.new_topic(Name(object, {"query_id"}), object.place());
  const JsonObject query = object.of("topic", topic.entry().topic);
  topic.entry().query = text_of(query, {"query_title"});
  topic.entry().description = text_of(query, {"query_text"});
  const dom::element nuggets = query.get("nuggets");
  topic.entry().nuggets.reserve(size_of(nuggets));
  for_each_object(nuggets, "nuggets", "nugget", query.place(), [&](const JsonObject& nugget, auto) {
    Nugget& added = topic.add_nugget();
    set_id(topic, Name(nugget, {"_id"}), nugget.place());
    added.text = text_of(nugget, {"text"});
    for (const std::string_view list : {"relevant_corpus_ids", "non_relevant_corpus_ids"}) {
      const auto documents = nugget.find<dom::array>({list}, "an array");
      const std::int32_t grade = list == "relevant_corpus_ids" ? 1 : 0;
      if (documents) topic.judge_all(added, *documents, list, grade, nugget.place());
    }
  });
}

std::int32_t grade_in(dom::element grade, const JsonPlace& place) {
  const auto number = as<std::int64_t>(grade);
  if (!number || *number < -100 || *number > 100) {
    place.fail("the grade " + printable(minified(grade)) +
               " is not a whole number from -100 to 100");
  }
  return static_cast<std::int32_t>(*number);
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
      Nugget& nugget = topic.add_nugget();
      set_id(topic, Name(id, "query_to_nuggets", place), place);
      const JsonPlace at = place.of("nugget", nugget.id);
      if (texts)
        nugget.text = one_line(as<std::string_view>(texts->at_key(nugget.id)).value_or(""));
      const auto judged = nuggets.find(nugget.id);
      if (judged == nuggets.end()) return;
      for (const auto [docno, element] : JsonObject(judged->second, at).members()) {
        const std::int32_t grade = grade_in(element, at);
        builder.bank().highest_grade = std::max(builder.bank().highest_grade, grade);
        topic.judge(nugget, Name(docno), grade, at);
      }
    });
  }
}

// How many characters come before "-a2".
std::size_t topic_size(std::string_view id, const JsonPlace& place) {
  std::size_t end = id.size();
  while (end > 0 && is_digit(id[end - 1])) --end;
  for (const std::string_view infix : {"-a", "-aspect-"}) {
    const std::string_view before = id.substr(0, end);
    if (end < id.size() && before.size() > infix.size() && before.ends_with(infix))
      return end - infix.size();
  }
  place.fail("the id " + printable(id) + " does not end in -a and a number",
             "write the topic, -a and the number of the aspect");
}

void read_aspect(const JsonObject& object, BankBuilder& builder) {
  const Name id(object, {"id"});
  const std::string_view name = id.checked(object.place());
  const std::size_t size = topic_size(name, object.place());
  const JsonObject aspect = object.of("aspect", name);
  NuggetTopicBuilder& topic = builder.topic(Name(name.substr(0, size)), object.place());
  Nugget& nugget = topic.add_nugget();
  if (!topic.rename_last(name.substr(size + 1))) aspect.place().fail("is listed twice", "keep one");
  nugget.text = text_of(aspect, {"aspect", "content", "text", "description"});
  set_importance(nugget, aspect, builder, "weight");
  const auto documents = aspect.find<dom::array>({"supporting_docs"}, "an array");
  topic.judge_all(nugget, *documents, "supporting_docs", 1, aspect.place());
}

}  // namespace

// Nuggetizer's: one object per topic and document (or answer), with all nuggets of the topic, each
// with what the document is to it.
NuggetFormat assignment_format() {
  return {nugget_lists,
          [](const JsonObject& o) { return o.find(answer_topics) && o.find(nugget_lists); },
          read_assignment};
}

NuggetFormat freshstack_query_format() {
  return {{"nuggets"}, is_freshstack_query, read_freshstack_query};
}

// The value of FreshStack's load_qrels(), one object: {"qrels_nuggets": {nugget: {docno:
// grade}}, "query_to_nuggets": {topic: [nugget, ...]}}, and maybe {"nuggets": {nugget: text}}.
NuggetFormat freshstack_qrels_format() {
  return {{"qrels_nuggets"},
          [](const JsonObject& o) { return !!o.find({"qrels_nuggets"}); },
          read_freshstack_qrels};
}

// BRIGHT-Pro's aspects: one object each, with the documents that support it. Its id begins with
// that of its topic: "q7-a2" or "q7-aspect-2".
NuggetFormat bright_pro_format() {
  return {{"supporting_docs"},
          [](const JsonObject& o) { return !!o.find({"supporting_docs"}); },
          read_aspect};
}

}  // namespace subintent::internal::nugget_files
