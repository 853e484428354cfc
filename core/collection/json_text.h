// JSON of objects, names and numbers in a file, by simdjson. It says where each value stands, and
// names that are written without escapes stay where they are.
#pragma once

#include <simdjson.h>

#include "core/base/name_table.h"
#include "core/base/strings.h"
#include "core/collection/topic_lines.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {

using JsonValue = simdjson::ondemand::value;

inline bool is_json_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// A file, with what it takes to read and to refuse it.
struct JsonText {
  TextFile file;
  const char* advice;  // for errors
  UnescapedNames names;
};

// Goes once through a piece of the text, an object or an array, from its beginning to its end. All
// members throw Error, naming the line, for what is not JSON, or not the kind of value that it is
// asked for. A thread has one reader at a time.
class JsonReader {
 public:
  // `topic`, if it is known, and `line` are for errors.
  JsonReader(const JsonText& text, std::string_view piece, std::string_view topic,
             LineInWork& line);

  // The object or array that the piece is.
  JsonValue root();
  void require_end();

  // Calls use(value) for each value of the piece in the place of all that: values that follow one
  // another, or the elements of one array.
  void for_each_value(const std::function<void(JsonValue&)>& use);

  // The place of a value; below, whether it is null, an object, an array ...
  static const char* place_of(JsonValue& value) { return value.raw_json_token().data(); }
  static bool is(JsonValue& value, char first) { return *place_of(value) == first; }

  // May it be a name: text, or a number?
  static bool is_name(JsonValue& value) {
    const char first = *place_of(value);
    return first == '"' || first == '-' || is_digit(first);
  }

  template <typename Use>
  void for_each_member(JsonValue& object, Use use) {
    require(object, '{', "an object");
    simdjson::ondemand::object members;
    check(object.get_object().get(members));
    for (auto member : members) {
      simdjson::ondemand::field field;
      check(std::move(member).get(field));
      at_ = field.key().raw() - 1;
      const std::string_view found = name_at(at_);
      use(found, field.value());
    }
  }

  template <typename Use>
  void for_each_element(JsonValue& array, Use use) {
    require(array, '[', "an array");
    simdjson::ondemand::array elements;
    check(array.get_array().get(elements));
    for (auto element : elements) {
      JsonValue value;
      check(std::move(element).get(value));
      at_ = place_of(value);
      use(value);
    }
  }

  // Does an object, of which the beginning is looked at, have a member of one of these names?
  bool has_member(JsonValue& object, ColumnNames names) const;

  // The text of an object or array, which is passed over.
  std::string_view text_of(JsonValue& value);

  // The text of a value that is no object or array.
  static std::string_view token(JsonValue& value);

  // A string that is a name: not empty, without control characters. It lies in the text, or beside
  // it.
  std::string_view name(JsonValue& value);
  // Or a whole number.
  std::string_view name_or_number(JsonValue& value);

  // The number, or text of one, that is the value of `name`.
  double number(JsonValue& value, std::string_view name);
  // A whole number that is not below 0, or nothing.
  static std::optional<std::uint64_t> count(JsonValue& value);
  // The numbers of an array of them; nothing for others, which throw Error where they `must` be.
  std::vector<double> numbers(JsonValue& array, std::string_view name, bool must = false);

  // Throws Error for the place, or the one where the reader is.
  [[noreturn]] void refuse(const char* place, const std::string& what,
                           const char* advice = nullptr) const;
  [[noreturn]] void refuse(const std::string& what) const { refuse(at_, what); }

 private:
  void require(JsonValue& value, char first, const char* kind) const;
  void check(simdjson::error_code error) const {
    if (error != simdjson::SUCCESS) refuse_json(error);
  }
  [[noreturn]] void refuse_json(simdjson::error_code error) const;
  void refuse_cut() const;  // where the file ends within an object or array
  std::string_view name_at(const char* quote) const;

  const JsonText& text_;
  std::string_view piece_;
  std::string_view topic_;
  LineInWork& line_;
  const char* at_;  // the last name or element
  simdjson::ondemand::document document_;
};

// Files of JSON objects, one after the other, that say by their members what they are: answers,
// ratings.

// Does test(name, value) hold for a member of the first object of a text, of which only the
// beginning is looked at? Names are as they are written, with escapes, and `value` is all from the
// value on. What is not JSON is passed over.
using MemberTest = std::function<bool(std::string_view name, std::string_view value)>;
bool any_first_member(std::string_view text, const MemberTest& test);

// Does the first object of a text have members of all these names? Each name may be several, of
// which one is enough. Looks at the beginning of the text only, and takes what is no JSON for no
// member.
bool first_object_has(std::string_view text, std::initializer_list<ColumnNames> names);

// Is it called so, or in the plural?
bool is_called_or_plural(std::string_view name, ColumnNames names);

// May its numbers be scores or grades, by the name?
bool may_be_of_documents(std::string_view name);

// Finds the member that has the most preferred of some names, while the members of an object come.
class PreferredMember {
 public:
  explicit PreferredMember(ColumnNames names) : names_(names), best_(names.end()) {}

  // Is a member of that name not less preferred than those before?
  bool takes(std::string_view name) {
    const auto* const end = is_found() ? best_ + 1 : best_;
    const auto* const at = std::find_if(
        names_.begin(), end, [&](std::string_view known) { return same_name(name, known); });
    if (at == end) return false;
    best_ = at;
    return true;
  }
  bool is_found() const { return best_ != names_.end(); }

 private:
  ColumnNames names_;
  ColumnNames::iterator best_;
};

// The array in one of these members of the object in a file, or of its "_source". Throws Error if
// there is none.
std::string_view array_in(const TextFile& file, const char* advice, ColumnNames names);

// The objects of a file, by topic.
class JsonRecords {
 public:
  // Throws Error, naming the line, for what is not a series of objects, or an array of them, and
  // for one without a topic: a string or whole number that is the first of these members, of the
  // object itself or of its "metadata" or "query". A string of the name `noted`, in either of them,
  // is found again by noted(). `part` is a piece of the file that holds them; empty: all of it.
  JsonRecords(const TextFile& file, const char* advice, ColumnNames names,
              std::string_view noted = {}, std::string_view part = {});

  // In label order, a piece per object. To be called once.
  std::vector<TopicLines> take_topics() { return std::move(topics_); }

  // The memory of names that are not in the file as they stand.
  std::vector<Content> names() const { return {text_.names.text()}; }

  // The string that was noted of the object; empty where there is none.
  std::string_view noted(std::string_view piece) const;

  // Throws Error for a topic that has more than one object.
  void require_one_each(std::string_view what) const;

  const JsonText& text() const { return text_; }

 private:
  struct Object {
    const char* place;
    std::string_view topic, noted;
  };

  static Object read(JsonReader& reader, JsonValue& object, ColumnNames names,
                     std::string_view noted);

  JsonText text_;
  std::vector<Object> objects_;  // in the order of the file
  std::vector<TopicLines> topics_;
};

// Dicts as Python writes them: numbers by topic and docno, or by topic, intent and docno.

// {"topic": {"docno": number, ...}, ...} or {"topic": {"intent": {"docno": number, ...}, ...},
// ...}; also {"topic": ["docno", ...], ...} and {"topic": {"intent": ["docno", ...], ...}, ...}.
class JsonDict {
 public:
  // Does the text begin as an object with members does, or as an array of objects, which is
  // refused?
  static bool fits(std::string_view text);

  // Throws Error, naming the line, for what is not an object of objects, or of arrays where there
  // may be lists, and for a topic that is there twice. `advice` is for this and other errors.
  JsonDict(const TextFile& file, const char* advice, bool may_be_lists = false);

  // The objects of each topic, in label order. To be called once.
  std::vector<TopicLines> take_topics() { return std::move(topics_); }

  const JsonText& text() const { return text_; }

  // The memory of names that are not in the file as they stand.
  std::vector<Content> names() const { return {text_.names.text()}; }

  struct Entry {
    std::string_view intent;  // empty where there are none
    std::string_view docno;
    double number;  // of a list: 1 / rank; of one of an intent: 1
    const char* place;

    bool is_number() const { return *place != 't' && *place != 'f'; }  // or true or false
  };

  // Calls use(entry) for each number of a topic. Throws Error, naming the line, for what is neither
  // a number nor, where a topic's intents belong, an object of numbers; for both in one topic; for
  // an intent that is there twice; and for a name that is empty or holds control characters.
  template <typename Use>
  void read(const TopicLines& topic, LineInWork& line, Use use) const {
    for (const std::string_view piece : topic.pieces) {
      JsonReader reader(text_, piece, topic.topic, line);
      JsonValue root = reader.root();
      const auto use_number = [&](std::string_view intent, std::string_view docno,
                                  JsonValue& value) {
        line = JsonReader::place_of(value);
        const bool is_yes = JsonReader::is(value, 't'), is_no = JsonReader::is(value, 'f');
        use(Entry{intent, docno, is_yes || is_no ? is_yes : reader.number(value, docno), line});
      };
      if (JsonReader::is(root, '[')) {
        double rank = 0;
        reader.for_each_element(root, [&](JsonValue& element) {
          line = JsonReader::place_of(element);
          const bool is_name = JsonReader::is_name(element);
          use(Entry{{},
                    is_name ? reader.name_or_number(element) : reader.name(element),
                    1 / ++rank,
                    line});
        });
        continue;
      }
      bool has_intents = false, has_none = false;
      NameTable intents;
      reader.for_each_member(root, [&](std::string_view name, JsonValue value) {
        const bool is_list = JsonReader::is(value, '[');  // of what is relevant to an intent
        const bool is_intent = is_list || JsonReader::is(value, '{');
        (is_intent ? has_intents : has_none) = true;
        if (has_intents && has_none)
          reader.refuse("'" + printable(name) + "' stands beside members of another kind");
        if (!is_intent) return use_number({}, name, value);
        if (!intents.insert(name).second)
          reader.refuse("intent '" + printable(name) + "' occurs twice");
        if (is_list) {
          return reader.for_each_element(value, [&](JsonValue& element) {
            line = JsonReader::place_of(element);
            use(Entry{name, reader.name_or_number(element), 1, line});
          });
        }
        reader.for_each_member(value, [&](std::string_view docno, JsonValue number) {
          use_number(name, docno, number);
        });
      });
    }
    line = nullptr;
  }

 private:
  void open_wrapper();
  [[noreturn]] void refuse_members(const JsonReader& reader) const;

  JsonText text_;
  std::vector<TopicLines> topics_;
};

// Objects that say of topics what they are like: topics, rubrics, queries. Here a query or question
// is the text of a topic, not its name.
inline constexpr JsonNames topic_names = {
    "topic_id"sv, "narrative_id"sv, "qid"sv, "query_id"sv, "idx"sv,
    "topic"sv,    "question_id"sv,  "id"sv,  "_id"sv,      "request_id"sv};

inline std::string topic_of(const JsonObject& object) {
  const simdjson::dom::element given = object.require(topic_names);
  if (const auto name = as<std::string_view>(given)) return std::string(*name);
  if (!given.is_int64()) object.mistyped("topic_id", "a string or a whole number");
  return minified(given);
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
  const auto whole =
      all.starts_with('[') ? parse_json(parser, all) : parser.parse(all.data(), all.size());
  const auto by_topic = as<simdjson::dom::object>(whole);
  if (const auto list = as<simdjson::dom::array>(whole)) {
    for (const simdjson::dom::element one : *list) add(JsonObject(one, place), "");
  } else if (by_topic && are_objects(*by_topic)) {
    for (const auto [topic, one] : *by_topic) add(JsonObject(one, place), topic);
  } else if (by_topic && is_one_json(all)) {
    add(JsonObject(*by_topic, place), "");
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
