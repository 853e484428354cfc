#include "judge/json_fields.h"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

namespace subintent::internal {

namespace dom = simdjson::dom;

JsonFields::JsonFields(dom::object object, Location where)
    : object_(object), where_(std::move(where)) {
  std::unordered_set<std::string_view> names;
  for (const auto [name, value] : object_) {
    if (!names.insert(name).second) fail(fmt::format("\"{}\" occurs twice", printable(name)));
  }
}

void JsonFields::fail(const std::string& what) const {
  throw Error(where_, what);
}

void JsonFields::mistyped(std::string_view name, const std::string& type) const {
  fail(fmt::format("\"{}\" is not {}", name, type));
}

bool JsonFields::has(std::string_view name) const {
  return object_.at_key(name).error() == simdjson::SUCCESS;
}

bool JsonFields::is_null(std::string_view name) const {
  return get(name).is_null();
}

std::vector<std::string> JsonFields::names() const {
  std::vector<std::string> names;
  for (const auto [name, value] : object_) names.emplace_back(name);
  return names;
}

dom::element JsonFields::get(std::string_view name) const {
  dom::element member;
  if (object_.at_key(name).get(member) != simdjson::SUCCESS) {
    fail(fmt::format("\"{}\" is missing", name));
  }
  return member;
}

std::string JsonFields::text(std::string_view name) const {
  std::string_view value;
  if (get(name).get(value) != simdjson::SUCCESS) mistyped(name, "a string");
  return std::string(value);
}

bool JsonFields::flag(std::string_view name) const {
  bool value = false;
  if (get(name).get(value) != simdjson::SUCCESS) mistyped(name, "true or false");
  return value;
}

std::uint64_t JsonFields::number(std::string_view name, std::uint64_t least,
                                 std::uint64_t most) const {
  std::uint64_t value = 0;
  if (get(name).get(value) != simdjson::SUCCESS || value < least || value > most) {
    mistyped(name, fmt::format("a whole number from {} to {}", least, most));
  }
  return value;
}

double JsonFields::real(std::string_view name) const {
  double value = 0;
  if (get(name).get(value) != simdjson::SUCCESS) mistyped(name, "a number");
  return value;
}

JsonFields JsonFields::object(std::string_view name) const {
  dom::object value;
  if (get(name).get(value) != simdjson::SUCCESS) mistyped(name, "an object");
  return {value, where_};
}

std::vector<std::string> JsonFields::texts(std::string_view name) const {
  constexpr const char* type = "an array of strings";
  dom::array array;
  if (get(name).get(array) != simdjson::SUCCESS) mistyped(name, type);
  std::vector<std::string> values;
  for (const dom::element element : array) {
    std::string_view value;
    if (element.get(value) != simdjson::SUCCESS) mistyped(name, type);
    values.emplace_back(value);
  }
  return values;
}

std::vector<JsonFields> JsonFields::objects(std::string_view name) const {
  constexpr const char* type = "an array of objects";
  dom::array array;
  if (get(name).get(array) != simdjson::SUCCESS) mistyped(name, type);
  std::vector<JsonFields> values;
  for (const dom::element element : array) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) mistyped(name, type);
    values.emplace_back(object, where_);
  }
  return values;
}

}  // namespace subintent::internal
