// JSON of objects, names and numbers in a file, by simdjson. It says where each value stands, and
// names that are written without escapes stay where they are.
#pragma once

#include <simdjson.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/collection/topic_lines.h"
#include "core/collection/unescaped_names.h"
#include "core/io/text_file.h"

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

  // Calls use(name, value) for each member of an object.
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

  // Calls use(value) for each element of an array.
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

  // The text of an object or array, which is passed over.
  std::string_view text_of(JsonValue& value);

  // The text of a value that is no object or array.
  static std::string_view token(JsonValue& value);

  // A string that is a name: not empty, without control characters. It lies in the text, or beside
  // it.
  std::string_view name(JsonValue& value);
  // Or a whole number.
  std::string_view name_or_number(JsonValue& value);

  // The number that is the value of `name`.
  double number(JsonValue& value, std::string_view name);
  // A whole number that is not below 0, or nothing.
  static std::optional<std::uint64_t> count(JsonValue& value);

  // Throws Error for the place, or the one where the reader is.
  [[noreturn]] void refuse(const char* place, const std::string& what) const;
  [[noreturn]] void refuse(const std::string& what) const { refuse(at_, what); }

 private:
  void require(JsonValue& value, char first, const char* kind) const;
  void check(simdjson::error_code error) const {
    if (error != simdjson::SUCCESS) refuse_json(error);
  }
  [[noreturn]] void refuse_json(simdjson::error_code error) const;
  std::string_view name_at(const char* quote) const;

  const JsonText& text_;
  std::string_view piece_;
  std::string_view topic_;
  LineInWork& line_;
  const char* at_;  // the last name or element
  simdjson::ondemand::document document_;
};

}  // namespace subintent::internal
