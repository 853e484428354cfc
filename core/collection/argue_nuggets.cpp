
#include "core/base/utf8.h"
#include "core/collection/nugget_builder.h"
#include "subintent/program.h"

namespace subintent::internal::nugget_files {
namespace {

bool needs_all(std::string_view aggregator, const JsonPlace& place) {
  if (aggregator == "AND") return true;
  if (aggregator == "OR" || aggregator == "Default") return false;
  place.fail("the aggregator_type " + printable(aggregator) + " is not AND or OR",
             "use one of the two");
}

bool needs_all(const JsonObject& nugget) {
  const auto given = find_with_info(nugget, "aggregator_type");
  if (!given) return false;
  const auto word = as<std::string_view>(*given);
  return needs_all(word ? std::string(*word) : minified(*given), nugget.place());
}

// References to documents: strings, or objects with a doc_id.
void add_references(Nugget& nugget, dom::element list, NuggetTopicBuilder& topic,
                    const JsonPlace& place) {
  nugget.docs.reserve(nugget.docs.size() + size_of(list));
  for_each_value(list, "references", place, [&](dom::element element) {
    const auto reference = as<dom::object>(element);
    const Name docno = reference ? Name(JsonObject(*reference, place), {"doc_id"})
                                 : Name(element, "references", place);
    topic.judge(nugget, docno, 1, place);
  });
}

void add_references(Nugget& nugget, const JsonObject& object, NuggetTopicBuilder& topic) {
  const auto list = object.find({"references", "citations"});
  if (list) add_references(nugget, *list, topic, object.place());
}

Nugget read_answer(dom::element element, BankBuilder& builder, NuggetTopicBuilder& topic,
                   const JsonPlace& place) {
  Nugget answer;
  if (const auto members = as<dom::object>(element)) {
    const JsonObject object(*members, place);
    answer.text = text_of(object, {"answer"});
    set_importance(answer, object, builder);
    add_references(answer, object, topic);
  } else if (const auto text = as<std::string_view>(element)) {
    answer.text = one_line(*text);
  } else {
    place.fail("is not an object or a string");
  }
  return answer;
}

// A question with its answers, a claim, and what lies below it.
void read_bank_nugget(Nugget& nugget, const JsonObject& object, BankBuilder& builder,
                      NuggetTopicBuilder& topic, std::size_t level) {
  const JsonPlace& place = object.place();
  if (level > max_nugget_levels) {
    place.fail(fmt::format("nuggets lie in more than {} levels", max_nugget_levels),
               "lay them side by side");
  }
  nugget.text = text_of(object, {"question", "question_text", "claim", "claim_text"});
  nugget.needs_all = needs_all(object);
  set_importance(nugget, object, builder);
  add_references(nugget, object, topic);
  if (const auto answers = object.find({"answers", "gold_answers"})) {
    nugget.parts.reserve(size_of(*answers));
    for_each_value(*answers, "answers", place, [&](dom::element answer) {
      const std::size_t number = nugget.parts.size() + 1;
      nugget.parts.push_back(read_answer(answer, builder, topic, place.of("answer", number)));
    });
  }
  if (const auto below = object.find({"sub_nuggets"}))
    for_each_object(*below, "sub_nuggets", "sub-nugget", place, [&](const auto& part, auto) {
      Nugget criterion;
      read_bank_nugget(criterion, part, builder, topic, level + 1);
      nugget.parts.push_back(std::move(criterion));
    });
}

// The banks of RAGTIME name the topic in their metadata.
Name topic_of_bank(const JsonObject& object) {
  const auto metadata = as<dom::object>(object.members()["metadata"]);
  if (object.find({"query_id"}) || !metadata) return {object, {"query_id"}};
  return {JsonObject(*metadata, object.place()), {"topic_id"}};
}

void read_bank(const JsonObject& object, BankBuilder& builder) {
  NuggetTopicBuilder& topic = builder.new_topic(topic_of_bank(object), object.place());
  const JsonObject bank = object.of("topic", topic.entry().topic);
  topic.entry().query = text_of(bank, {"title_query"});
  topic.entry().description =
      one_line(as<std::string_view>(bank.find({"full_query"})).value_or(""));
  for (const std::string_view list : {"nugget_bank", "claim_bank", "items"}) {
    const auto nuggets = bank.find({list});
    if (!nuggets) continue;
    topic.entry().nuggets.reserve(topic.entry().nuggets.size() + size_of(*nuggets));
    for_each_object(*nuggets, list, "nugget", bank.place(), [&](const auto& nugget, auto) {
      Nugget& added = topic.add_nugget();
      read_bank_nugget(added, nugget, builder, topic, 1);
      added.group = sub_narrative_of(nugget);
    });
  }
}

// Banks before v3 name their topic by their file alone: "300" of nuggets_300.json.
Name topic_of_file(const JsonPlace& place) {
  constexpr std::string_view prefix = "nuggets_";
  std::string_view name = place.where().file;
  name.remove_prefix(name.rfind('/') + 1);
  const bool is_named = name.starts_with(prefix);
  if (is_named) name = name.substr(prefix.size(), name.find('.') - prefix.size());
  if (!is_named || name.empty())
    place.fail("does not say what its topic is", "name the file nuggets_TOPIC.json");
  return Name(name);
}

// A pair of a text and something; nothing for anything else.
std::optional<std::pair<std::string_view, dom::element>> pair_of(dom::element element) {
  const auto pair = as<dom::array>(element);
  const auto text = pair && pair->size() == 2 ? as<std::string_view>(pair->at(0)) : std::nullopt;
  return text ? std::optional(std::pair(*text, pair->at(1).value())) : std::nullopt;
}

// A question with {answer: [docno, ...]}, or with ["AND" or "OR", {answer: [docno, ...]}].
void add_question(std::string_view text, dom::element value, NuggetTopicBuilder& topic,
                  const JsonPlace& of_topic) {
  Nugget& nugget = topic.add_nugget();
  const JsonPlace place = of_topic.of("nugget", topic.entry().nuggets.size());
  nugget.text = one_line(text);
  if (value.is_array()) {
    const auto pair = pair_of(value);
    if (!pair) place.fail("is not a pair of AND or OR and the answers");
    nugget.needs_all = needs_all(pair->first, place);
    value = pair->second;
  }
  const auto answers = as<dom::object>(value);
  if (!answers) place.fail("its answers are not an object");
  for (const auto [answer, documents] : *answers) {
    const JsonPlace at = place.of("answer", nugget.parts.size() + 1);
    Nugget& part = nugget.parts.emplace_back();
    part.text = one_line(answer);
    add_references(part, documents, topic, at);
  }
}

bool is_questions(const JsonObject& object) {
  if (object.find({"nugget_list", "nugget_dict"})) return true;
  if (object.members().size() == 0) return false;
  const auto first = pair_of((*object.members().begin()).value);  // with AND or OR
  return first && first->second.is_object();
}

void read_questions(const JsonObject& object, BankBuilder& builder) {
  NuggetTopicBuilder& topic = builder.new_topic(topic_of_file(object.place()), object.place());
  const JsonObject bank = object.of("topic", topic.entry().topic);
  if (const auto list = bank.find<dom::array>({"nugget_list"}, "an array")) {
    for (const dom::element element : *list) {
      const auto question = pair_of(element);
      if (!question)
        bank.fail("\"nugget_list\" holds something that is not a question with its answers");
      add_question(question->first, question->second, topic, bank.place());
    }
    return;
  }
  const auto dict = bank.find<dom::object>({"nugget_dict"}, "an object");
  for (const auto [question, value] : dict.value_or(bank.members()))
    add_question(question, value, topic, bank.place());
}

// Does the text begin with ["AND", or ["OR",?
bool begins_with_aggregator(std::string_view, std::string_view text) {
  const auto take = [&](std::string_view expected) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
  };
  return take("[") && (take("\"AND\"") || take("\"OR\"")) && take(",");
}

// Other lists of items hold names of documents.
bool is_list_of_items(std::string_view name, std::string_view text) {
  const std::size_t first = text.find_first_not_of("[ \t\r\n");
  return name == "items" && (first == text.npos || text[first] == '{');
}

}  // namespace

// ARGUE's banks (NuggetBank v3, and the list of items before it) and the banks of RAGTIME, one
// object per topic.
NuggetFormat bank_format() {
  return {{"nugget_bank", "claim_bank"},
          [](const JsonObject& o) {
            return !!o.find({"nugget_bank", "claim_bank", "items"});
          },
          read_bank,
          is_list_of_items};
}

NuggetFormat question_format() {
  return {{"nugget_list", "nugget_dict"}, is_questions, read_questions, begins_with_aggregator};
}

}  // namespace subintent::internal::nugget_files
