#include "core/io/json_object.h"

#include <cmath>

#include "core/base/utf8.h"
#include "core/io/json.h"

namespace subintent::internal {

namespace dom = simdjson::dom;

namespace {

std::string without_odd_numbers(std::string_view text, std::span<const std::string_view> nulls) {
  std::string result;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    end = at + 1;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
    } else if (is_letter(text[at]) || is_digit(text[at]) || text[at] == '-') {
      end = std::min(text.find_first_of(" \t\r\n,:[]{}\"", at), text.size());
    }
    const std::string_view token = text.substr(at, end - at);
    const bool is_long =
        token.size() > 19 && token.find_first_not_of("0123456789", token[0] == '-') == token.npos;
    result += std::ranges::count(nulls, token) > 0 ? "null"
              : is_long                            ? '"' + std::string(token) + '"'
                                                   : token;
  }
  return result;
}

}  // namespace

simdjson::simdjson_result<dom::element> parse_json(dom::parser& parser, std::string_view text,
                                                   std::span<const std::string_view> nulls) {
  const auto parsed = parser.parse(text.data(), text.size());
  if (parsed.error() == simdjson::SUCCESS) return parsed;
  const auto again = parser.parse(without_odd_numbers(text, nulls));
  return again.error() == simdjson::SUCCESS ? again : parsed;
}

[[gnu::cold]] bool is_one_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos || (text[first] != '{' && text[first] != '[')) return false;
  const std::string_view line = text.substr(first, text.find('\n', first) - first);
  dom::parser parser;
  return line.size() + first < text.size() && is_cut_json(line) &&
         parse_json(parser, text).error() == simdjson::SUCCESS;
}

void JsonPlace::fail(const std::string& what, const std::string& advice) const {
  throw Error(*where_, prefix() + what, advice);
}

std::string minified(dom::element value) {
  return simdjson::minify(value);
}

std::string JsonPlace::prefix() const {
  if (around_ == nullptr) return "";
  const std::string name = name_.empty() ? std::to_string(number_) : printable(name_);
  return fmt::format("{}{} {}: ", around_->prefix(), kind_, name);
}

std::optional<std::string> docno_of(dom::element value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  std::int64_t number = 0;
  if (value.get(number) == simdjson::SUCCESS) return std::to_string(number);
  std::uint64_t large = 0;
  if (value.get(large) == simdjson::SUCCESS) return std::to_string(large);
  double real = 0;  // as data frames write whole numbers in a column with gaps
  if (value.get(real) == simdjson::SUCCESS && std::abs(real) < 1e15 && std::trunc(real) == real)
    return std::to_string(static_cast<std::int64_t>(real));
  return std::nullopt;
}

std::optional<std::string> docno_of(dom::object members, JsonNames names) {
  std::optional<std::string> docno;
  for (const std::string_view name : names)
    if (dom::element value; !docno && members[name].get(value) == simdjson::SUCCESS)
      docno = docno_of(value);
  return docno;
}

JsonObject::JsonObject(dom::element element, const JsonPlace& place) : place_(place) {
  if (element.get(members_) != simdjson::SUCCESS) fail("is not a JSON object");
}

JsonObject JsonObject::parse(dom::parser& parser, std::string_view text, const JsonPlace& place) {
  dom::element element;
  const auto error = parse_json(parser, text).get(element);
  if (error == simdjson::SUCCESS) return {element, place};
  if (text.size() > 2 && !place.is_within() && is_cut_json(text))
    place.fail(cut_json, cut_json_advice);
  if (error == simdjson::UTF8_ERROR) place.fail("is not UTF-8", not_utf8_advice);
  place.fail(fmt::format("is not JSON: {}", json_defect(simdjson::error_message(error))));
}

std::vector<std::string> JsonObject::names() const {
  return mapped<std::string>(members_, [](const auto& member) { return member.key; });
}

std::vector<std::string> JsonObject::repeated_names() const {
  auto names = mapped(members_, [](const auto& member) { return member.key; });
  std::ranges::sort(names);
  std::vector<std::string> repeated;
  for (std::size_t i = 1; i < names.size(); ++i) {
    const bool is_new = repeated.empty() || repeated.back() != names[i];
    if (names[i] == names[i - 1] && is_new) repeated.emplace_back(names[i]);
  }
  return repeated;
}

void JsonObject::require_once() const {
  for (const std::string& name : repeated_names()) repeated(name);
}

bool JsonObject::has(std::string_view name) const {
  return members_.at_key(name).error() == simdjson::SUCCESS;
}

std::optional<dom::element> JsonObject::find(JsonNames names) const {
  for (const std::string_view name : names) {
    dom::element element;
    if (members_.at_key(name).get(element) != simdjson::SUCCESS &&
        members_.at_key_case_insensitive(name).get(element) != simdjson::SUCCESS)
      continue;
    if (!element.is_null()) return element;
  }
  return std::nullopt;
}

dom::element JsonObject::require(JsonNames names) const {
  if (const auto element = find(names)) return *element;
  fail(fmt::format("\"{}\" is missing", *names.begin()));
}

dom::element JsonObject::get(std::string_view name) const {
  dom::element element;
  if (members_.at_key(name).get(element) == simdjson::SUCCESS) return element;
  fail(fmt::format("\"{}\" is missing", name));
}

std::string JsonObject::text(std::string_view name) const {
  return std::string(get<std::string_view>(name, "a string"));
}

std::uint64_t JsonObject::number(std::string_view name, std::uint64_t min,
                                 std::uint64_t max) const {
  std::uint64_t value = 0;
  if (get(name).get(value) != simdjson::SUCCESS || value < min || value > max)
    mistyped(name, fmt::format("a whole number from {} to {}", min, max));
  return value;
}

std::vector<std::string> JsonObject::texts(std::string_view name) const {
  constexpr const char* type = "an array of strings";
  return mapped<std::string>(get<dom::array>(name, type), [&](const dom::element element) {
    return value<std::string_view>(element, name, type);
  });
}

JsonObject JsonObject::object(std::string_view name) const {
  const JsonObject result(get<dom::object>(name, "an object"), place_);
  result.require_once();
  return result;
}

std::vector<JsonObject> JsonObject::objects(std::string_view name) const {
  constexpr const char* type = "an array of objects";
  std::vector<JsonObject> values;
  for (const dom::element element : get<dom::array>(name, type))
    values.emplace_back(value<dom::object>(element, name, type), place_).require_once();
  return values;
}

}  // namespace subintent::internal
