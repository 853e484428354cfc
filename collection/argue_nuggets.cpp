#include <algorithm>
#include <utility>

#include "base/one_line.h"
#include "base/strings.h"
#include "collection/nugget_formats.h"

namespace subintent::internal::nugget_files {
namespace {

bool needs_all(std::string_view aggregator, const Place& place) {
  if (aggregator == "AND") return true;
  if (aggregator == "OR" || aggregator == "Default") return false;
  place.fail("the aggregator_type " + printable(aggregator) + " is not AND or OR",
             "use one of the two");
}

bool needs_all(dom::object object, const Place& place) {
  auto given = find(object, {"aggregator_type"});
  dom::object info;
  if (!given && object["info"].get(info) == simdjson::SUCCESS) {
    given = find(info, {"aggregator_type"});
  }
  if (!given) return false;
  std::string_view word;
  const bool is_word = given->get(word) == simdjson::SUCCESS;
  return needs_all(is_word ? std::string(word) : simdjson::minify(*given), place);
}

// References to documents: strings, or objects with a doc_id.
void add_references(Nugget& nugget, dom::element list, TopicBuilder& topic, const Place& place) {
  nugget.docs.reserve(nugget.docs.size() + size_of(list));
  for_each_value(list, "references", place, [&](dom::element element) {
    dom::object reference;
    const Name docno = element.get(reference) == simdjson::SUCCESS
                           ? name_of(reference, {"doc_id"}, place)
                           : name_in(element, "references", place);
    topic.judge(nugget, docno, 1, place);
  });
}

void add_references(Nugget& nugget, dom::object object, TopicBuilder& topic, const Place& place) {
  const auto list = find(object, {"references", "citations"});
  if (list) add_references(nugget, *list, topic, place);
}

// A question with its answers, a claim, and what lies below it.
void read_bank_nugget(Nugget& nugget, dom::object object, BankBuilder& builder, TopicBuilder& topic,
                      std::size_t level, const Place& place) {
  if (level > max_nugget_levels) {
    place.fail(fmt::format("nuggets lie in more than {} levels", max_nugget_levels),
               "lay them side by side");
  }
  nugget.text = text_of(object, {"question", "question_text", "claim", "claim_text"}, place);
  nugget.needs_all = needs_all(object, place);
  set_importance(nugget, object, builder, place);
  add_references(nugget, object, topic, place);
  if (const auto answers = find(object, {"answers", "gold_answers"})) {
    nugget.parts.reserve(size_of(*answers));
    for_each_value(*answers, "answers", place, [&](dom::element element) {
      Nugget answer;
      dom::object members;
      std::string_view text;
      const Place at = place.of("answer", nugget.parts.size() + 1);
      if (element.get(members) == simdjson::SUCCESS) {
        answer.text = text_of(members, {"answer"}, at);
        set_importance(answer, members, builder, at);
        add_references(answer, members, topic, at);
      } else if (element.get(text) == simdjson::SUCCESS) {
        answer.text = one_line(text);
      } else {
        at.fail("is not an object or a string");
      }
      nugget.parts.push_back(std::move(answer));
    });
  }
  if (const auto below = find(object, {"sub_nuggets"})) {
    std::size_t number = 0;
    for_each_object(*below, "sub_nuggets", place, [&](dom::object part) {
      Nugget made;
      read_bank_nugget(made, part, builder, topic, level + 1, place.of("sub-nugget", ++number));
      nugget.parts.push_back(std::move(made));
    });
  }
}

// ARGUE's banks (NuggetBank v3, and the list of items before it) and the banks of RAGTIME, one
// object per topic.
bool is_bank(dom::object object) {
  return find(object, {"nugget_bank", "claim_bank", "items"}).has_value();
}

// The banks of RAGTIME name the topic in their metadata.
Name topic_of_bank(dom::object object, const Place& place) {
  dom::object metadata;
  const bool has_id = find(object, {"query_id"}).has_value();
  if (has_id || object["metadata"].get(metadata) != simdjson::SUCCESS) {
    return name_of(object, {"query_id"}, place);
  }
  return name_of(metadata, {"topic_id"}, place);
}

void read_bank(dom::object object, BankBuilder& builder, const Place& where) {
  const Name name = topic_of_bank(object, where);
  TopicBuilder& topic = builder.new_topic(name.checked(where), where.where());
  const Place place = where.of("topic", name.unchecked());
  topic.made().query = text_of(object, {"title_query"}, place);
  std::string_view description;  // where it is text
  const auto full = find(object, {"full_query"});
  if (full && full->get(description) == simdjson::SUCCESS) {
    topic.made().description = one_line(description);
  }
  for (const std::string_view list : {"nugget_bank", "claim_bank", "items"}) {
    const auto nuggets = find(object, {list});
    if (!nuggets) continue;
    topic.made().nuggets.reserve(topic.made().nuggets.size() + size_of(*nuggets));
    for_each_object(*nuggets, list, place, [&](dom::object nugget) {
      Nugget& made = topic.add_nugget();
      read_bank_nugget(made, nugget, builder, topic, 1,
                       place.of("nugget", topic.made().nuggets.size()));
    });
  }
}

// Banks before v3 name their topic by their file alone: "300" of nuggets_300.json.
std::string topic_of_file(const Place& place) {
  constexpr std::string_view prefix = "nuggets_";
  std::string_view name = place.where().file;
  name.remove_prefix(name.rfind('/') + 1);
  const bool is_named = name.starts_with(prefix);
  if (is_named) name = name.substr(prefix.size(), name.find('.') - prefix.size());
  if (!is_named || name.empty()) {
    place.fail("does not say what its topic is", "name the file nuggets_TOPIC.json");
  }
  require_name(name, place);
  return std::string(name);
}

// A question with {answer: [docno, ...]}, or with ["AND" or "OR", {answer: [docno, ...]}].
void add_question(std::string_view text, dom::element value, TopicBuilder& topic,
                  const Place& of_topic) {
  Nugget& nugget = topic.add_nugget();
  const Place place = of_topic.of("nugget", topic.made().nuggets.size());
  nugget.text = one_line(text);
  dom::array pair;
  if (value.get(pair) == simdjson::SUCCESS) {
    std::string_view aggregator;
    if (pair.size() != 2 || pair.at(0).get(aggregator) != simdjson::SUCCESS) {
      place.fail("is not a pair of AND or OR and the answers");
    }
    nugget.needs_all = needs_all(aggregator, place);
    value = pair.at(1).value();
  }
  dom::object answers;
  if (value.get(answers) != simdjson::SUCCESS) place.fail("its answers are not an object");
  for (const auto [answer, documents] : answers) {
    const Place at = place.of("answer", nugget.parts.size() + 1);
    Nugget& part = nugget.parts.emplace_back();
    part.text = one_line(answer);
    add_references(part, documents, topic, at);
  }
}

// Is the first question one with AND or OR?
bool has_aggregator(dom::object questions) {
  dom::array pair;
  dom::object answers;
  std::string_view aggregator;
  for (const auto [question, value] : questions) {
    return value.get(pair) == simdjson::SUCCESS && pair.size() == 2 &&
           pair.at(0).get(aggregator) == simdjson::SUCCESS &&
           pair.at(1).get(answers) == simdjson::SUCCESS;
  }
  return false;
}

bool is_questions(dom::object object) {
  return find(object, {"nugget_list", "nugget_dict"}).has_value() || has_aggregator(object);
}

void read_questions(dom::object object, BankBuilder& builder, const Place& where) {
  const std::string name = topic_of_file(where);
  TopicBuilder& topic = builder.new_topic(name, where.where());
  const Place place = where.of("topic", name);
  if (const auto list = find<dom::array>(object, {"nugget_list"}, "an array", place)) {
    for (const dom::element element : *list) {
      dom::array pair;
      std::string_view question;
      if (element.get(pair) != simdjson::SUCCESS || pair.size() != 2 ||
          pair.at(0).get(question) != simdjson::SUCCESS) {
        place.fail("\"nugget_list\" holds something that is not a question with its answers");
      }
      add_question(question, pair.at(1).value(), topic, place);
    }
    return;
  }
  const auto dict = find<dom::object>(object, {"nugget_dict"}, "an object", place);
  for (const auto [question, value] : dict.value_or(object)) {
    add_question(question, value, topic, place);
  }
}

// Does the text begin with ["AND", or ["OR",?
bool begins_with_aggregator(std::string_view text) {
  const auto take = [&](std::string_view expected) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
  };
  return take("[") && (take("\"AND\"") || take("\"OR\"")) && take(",");
}

}  // namespace

NuggetFormat bank_format() {
  const auto tells = [](std::string_view name, std::string_view) {
    return name == "nugget_bank" || name == "claim_bank" || name == "items";
  };
  return {tells, is_bank, read_bank};
}

NuggetFormat question_format() {
  const auto tells = [](std::string_view name, std::string_view value) {
    return name == "nugget_list" || name == "nugget_dict" || begins_with_aggregator(value);
  };
  return {tells, is_questions, read_questions};
}

}  // namespace subintent::internal::nugget_files
