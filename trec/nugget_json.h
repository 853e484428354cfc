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

#include "support/error.h"

namespace subintent::internal::nugget_files {

namespace dom = simdjson::dom;
using Names = std::initializer_list<std::string_view>;

inline constexpr const char* format_advice = "docs/formats.md has the formats of nuggets";

// A JSON object and what messages say of it: where it stands and whose it is.
struct Place {
  Location where;
  std::string whose = {};  // "topic 3: "
  std::size_t nugget = 0;  // its number, if it is one

  [[noreturn]] void fail(const std::string& what, const std::string& advice = format_advice) const {
    throw Error(where, prefix() + what, advice);
  }
  Place of(const std::string& part) const { return {where, prefix() + part + ": "}; }

 private:
  std::string prefix() const {
    return nugget == 0 ? whose : fmt::format("{}nugget {}: ", whose, nugget);
  }
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

// A name that is a string or a number.
std::string name_in(dom::element element, std::string_view what, const Place& place);
std::string name_of(dom::object object, Names names, const Place& place);

// Throws for what cannot be the name of a topic or document.
void require_name(std::string_view name, const Place& place);

// A string, on one line; empty where there is none.
std::string text_of(dom::object object, Names names, const Place& place);

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
