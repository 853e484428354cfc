// What the formats of nuggets have in common: looking into JSON objects, with errors that say
// whose member is wrong.
#pragma once

#include <fmt/format.h>
#include <simdjson.h>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace subintent::internal::nugget_files {

namespace dom = simdjson::dom;
using Names = std::initializer_list<std::string_view>;

inline constexpr const char* format_advice = "docs/formats.md has the formats of nuggets";

// Where a JSON object stands and whose it is, for messages. A place within another one refers to
// that, and to the names of both.
class Place {
 public:
  explicit Place(const Location& where) : where_(&where) {}

  Place of(std::string_view kind, std::size_t number) const { return {*this, kind, {}, number}; }
  Place of(std::string_view kind, std::string_view name) const { return {*this, kind, name, 0}; }

  const Location& where() const { return *where_; }
  [[noreturn]] void fail(const std::string& what, const std::string& advice = format_advice) const;

 private:
  Place(const Place& around, std::string_view kind, std::string_view name, std::size_t number)
      : where_(around.where_), around_(&around), kind_(kind), name_(name), number_(number) {}

  std::string prefix() const;  // "topic 7: nugget 3: "

  const Location* where_;
  const Place* around_ = nullptr;
  std::string_view kind_, name_;
  std::size_t number_ = 0;  // where there is no name
};

// The member of one of these names, which versions of a format give it; null is none.
std::optional<dom::element> find(dom::object object, Names names);

template <typename T>
std::optional<T> find(dom::object object, Names names, std::string_view type, const Place& place) {
  const auto element = find(object, names);
  if (!element) return std::nullopt;
  T value;
  if (element->get(value) == simdjson::SUCCESS) return value;
  place.fail(fmt::format("\"{}\" is not {}", *names.begin(), type));
}

// Throws for what cannot be the name of a topic or document.
void require_name(std::string_view name, const Place& place);

// A name that is a string, of the parser's, or a number.
class Name {
 public:
  explicit Name(std::string_view text) : text_(text) {}
  explicit Name(std::string number) : number_(std::move(number)) {}

  std::string_view unchecked() const { return number_.empty() ? text_ : number_; }
  std::string_view checked(const Place& place) const {
    require_name(unchecked(), place);
    return unchecked();
  }

 private:
  std::string_view text_;
  std::string number_;
};

Name name_in(dom::element element, std::string_view what, const Place& place);
Name name_of(dom::object object, Names names, const Place& place);

// A string, on one line; empty where there is none.
std::string text_of(dom::object object, Names names, const Place& place);

// How many elements or members a list or an object has; 0 of anything else.
std::size_t size_of(dom::element list);

// The elements of an array, or the values of an object whose keys say nothing new.
void for_each_value(dom::element list, std::string_view name, const Place& place, const auto& use) {
  dom::array array;
  dom::object object;
  if (list.get(array) == simdjson::SUCCESS) {
    for (const dom::element element : array) use(element);
  } else if (list.get(object) == simdjson::SUCCESS) {
    for (const auto [key, element] : object) use(element);
  } else {
    place.fail(fmt::format("\"{}\" is not an array or an object", name));
  }
}

// The objects among them; anything else is an error.
void for_each_object(dom::element list, std::string_view name, const Place& place,
                     const auto& use) {
  for_each_value(list, name, place, [&](dom::element element) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) {
      place.fail(fmt::format("\"{}\" holds something that is not an object", name));
    }
    use(object);
  });
}

// Where a text stops being JSON: its end where something is left open there. Nothing where its
// brackets, commas and words are as they should be, so that something rarer is wrong.
std::optional<const char*> json_break(std::string_view text);

}  // namespace subintent::internal::nugget_files
