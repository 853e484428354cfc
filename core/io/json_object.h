// The members of a JSON object, with their types checked: errors say where it stands, whose it is
// and which of its members is wrong.
#pragma once

#include <fmt/format.h>
#include <simdjson.h>

#include <initializer_list>

#include "subintent/program.h"

namespace subintent::internal {

inline constexpr std::string_view nan_alone[] = {"NaN"};

// Parses a text. Where it is not JSON for words that count as `nulls`, or whole numbers above 64
// bits, which count as text, it is read so.
simdjson::simdjson_result<simdjson::dom::element> parse_json(
    simdjson::dom::parser& parser, std::string_view text,
    std::span<const std::string_view> nulls = nan_alone);

// Is all of the text one value, over several lines?
bool is_one_json(std::string_view text);

// The place of a JSON value and its owner, for messages: "topic 7: nugget 3: ". Refers to the
// location, to the place that it is within, and to names.
class JsonPlace {
 public:
  // `advice` is for errors that have none of their own.
  explicit JsonPlace(const Location& where, const char* advice = "")
      : where_(&where), advice_(advice) {}

  JsonPlace of(std::string_view kind, std::size_t number) const {
    return {*this, kind, {}, number};
  }
  JsonPlace of(std::string_view kind, std::string_view name) const {
    return {*this, kind, name, 0};
  }

  const Location& where() const { return *where_; }
  bool is_within() const { return around_ != nullptr; }  // another value
  [[noreturn]] void fail(const std::string& what) const { fail(what, advice_); }
  [[noreturn]] void fail(const std::string& what, const std::string& advice) const;

 private:
  JsonPlace(const JsonPlace& around, std::string_view kind, std::string_view name,
            std::size_t number)
      : where_(around.where_),
        advice_(around.advice_),
        around_(&around),
        kind_(kind),
        name_(name),
        number_(number) {}

  std::string prefix() const;

  const Location* where_;
  const char* advice_;
  const JsonPlace* around_ = nullptr;
  std::string_view kind_, name_;
  std::size_t number_ = 0;  // where there is no name
};

// A value of this type, which may be text, a number, an array or an object; nothing where it is of
// another, or where there is none.
template <typename T>
std::optional<T> as(const auto& element) {
  T value;
  if (element.get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}
template <typename T>
std::optional<T> as(const std::optional<simdjson::dom::element>& element) {
  return element ? as<T>(*element) : std::nullopt;
}

// The text of a value without blanks.
std::string minified(simdjson::dom::element value);

// A format's names for a member, in order of preference; errors have the first name.
using JsonNames = std::initializer_list<std::string_view>;

// A docno is a string; a whole number is taken for its digits.
std::optional<std::string> docno_of(simdjson::dom::element value);
// Takes the first of these members that is a docno.
std::optional<std::string> docno_of(simdjson::dom::object members, JsonNames names);

class JsonObject {
 public:
  // A view of an object of a parser, valid until that parses again.
  JsonObject(simdjson::dom::object members, const JsonPlace& place)
      : members_(members), place_(place) {}

  // Throws for an element that is none.
  JsonObject(simdjson::dom::element element, const JsonPlace& place);

  // Throws for a text that is not JSON or no object.
  static JsonObject parse(simdjson::dom::parser& parser, std::string_view text,
                          const JsonPlace& place);

  // The same object, whose messages also name the thing that it describes: "KIND NAME".
  JsonObject of(std::string_view kind, std::string_view name) const {
    return {members_, place_.of(kind, name)};
  }

  simdjson::dom::object members() const { return members_; }
  const JsonPlace& place() const { return place_; }

  std::vector<std::string> names() const;
  // The names of members that are there more than once.
  std::vector<std::string> repeated_names() const;
  // Throws for a member that is there more than once.
  void require_once() const;

  bool has(std::string_view name) const;
  bool is_null(std::string_view name) const { return get(name).is_null(); }

  // The first of these members that is there and not null.
  std::optional<simdjson::dom::element> find(JsonNames names) const;
  // Throws where it is not of that type, `type` in words.
  template <typename T>
  std::optional<T> find(JsonNames names, std::string_view type) const {
    const auto element = find(names);
    if (!element) return std::nullopt;
    return value<T>(*element, *names.begin(), type);
  }

  // Throws where there is none.
  simdjson::dom::element require(JsonNames names) const;

  // Throws for a member that is missing or not of that type.
  simdjson::dom::element get(std::string_view name) const;
  template <typename T>
  T get(std::string_view name, std::string_view type) const {
    return value<T>(get(name), name, type);
  }
  std::string text(std::string_view name) const;
  bool flag(std::string_view name) const { return get<bool>(name, "true or false"); }
  double real(std::string_view name) const { return get<double>(name, "a number"); }
  std::uint64_t number(std::string_view name, std::uint64_t min, std::uint64_t max) const;
  std::vector<std::string> texts(std::string_view name) const;
  // Objects as the values of a member. Throws Error if one of them has a member twice.
  JsonObject object(std::string_view name) const;
  std::vector<JsonObject> objects(std::string_view name) const;

  [[noreturn]] void fail(const std::string& what) const { place_.fail(what); }
  [[noreturn]] void repeated(std::string_view name) const {
    fail(fmt::format("\"{}\" occurs twice", printable(name)));
  }
  [[noreturn]] void mistyped(std::string_view name, std::string_view type) const {
    fail(fmt::format("\"{}\" is not {}", name, type));
  }

 private:
  template <typename T>
  T value(simdjson::dom::element element, std::string_view name, std::string_view type) const {
    const auto found = as<T>(element);
    if (!found) mistyped(name, type);
    return *found;
  }

  simdjson::dom::object members_;
  JsonPlace place_;
};

}  // namespace subintent::internal
