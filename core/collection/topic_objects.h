// Objects of JSON that say of topics what they are like: topics, rubrics, queries.
#pragma once

#include "core/base/strings.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "subintent/column_names.h"

namespace subintent::internal {

// Here a query or question is the text of a topic, not its name.
inline constexpr JsonNames topic_names = {"topic_id"sv,    "narrative_id"sv, "qid"sv,
                                          "query_id"sv,    "idx"sv,          "topic"sv,
                                          "question_id"sv, "id"sv,           "_id"sv};

inline std::string topic_of(const JsonObject& object) {
  const simdjson::dom::element given = object.require(topic_names);
  std::string_view name;
  if (given.get(name) == simdjson::SUCCESS) return std::string(name);
  if (!given.is_int64()) object.mistyped("topic_id", "a string or a whole number");
  return simdjson::minify(given);
}

inline bool is_json(const Content& text) {
  const std::string_view begin = trim(text.bytes().substr(0, 1 << 16));
  return begin.starts_with('{') || begin.starts_with('[');
}

inline bool are_objects(const simdjson::dom::object& object) {
  return std::ranges::all_of(object, [](const auto& member) { return member.value.is_object(); });
}

// Lines of objects, an array of them, or an object of them by topic, whose name is then given.
template <typename Add>
void for_each_object(const Content& text, const char* advice, const Add& add) {
  simdjson::dom::parser parser;
  const Location file{text.name(), 0};
  const JsonPlace place(file, advice);
  const std::string_view all = trim(text.bytes());
  simdjson::dom::element whole;
  simdjson::dom::object by_topic;
  const bool is_one_value =
      (all.starts_with('[') ? parse_json(parser, all) : parser.parse(all.data(), all.size()))
          .get(whole) == simdjson::SUCCESS;
  if (is_one_value && whole.is_array()) {
    for (const simdjson::dom::element one : whole.get_array()) add(JsonObject(one, place), "");
  } else if (is_one_value && whole.get(by_topic) == simdjson::SUCCESS && are_objects(by_topic)) {
    for (const auto [topic, one] : by_topic) add(JsonObject(one, place), topic);
  } else {
    LineSplitter lines(text.bytes(), text.name());
    std::string_view line;
    while (lines.next(line)) {
      if (trim(line).empty()) continue;
      const Location where = lines.location();
      add(JsonObject::parse(parser, trim(line), JsonPlace(where, advice)), "");
    }
  }
}

}  // namespace subintent::internal
