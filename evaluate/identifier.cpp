#include "evaluate/identifier.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "evaluate/measure_table.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

std::string literal(const ParameterRecord& parameter, const std::string& value) {
  const bool is_number = parameter.words.empty() && !parameter.is_text;
  return is_number || value == "True" || value == "False" ? value : quoted(value);
}

// "hierarchy='WI'", "gamma=0.3", ...
std::vector<std::string> given_parameters(const Measure& measure) {
  std::vector<std::string> parameters;
  if (measure.record->is_graded) parameters.push_back("graded=True");
  if (!measure.hierarchy_name.empty()) {
    parameters.push_back("hierarchy=" + quoted(measure.hierarchy_name));
  }
  for (const ParameterRecord& parameter :
       parameters_of(*measure.record, measure.layer_aware, measure.similarity != nullptr)) {
    const std::string value = parameter.text(measure.parameters);
    if (value == parameter.text({}) || parameter.name == measure.record->at) continue;
    parameters.push_back(identifier_of_name(parameter.name) + "=" + literal(parameter, value));
  }
  return parameters;
}

// Nothing for a name that is not known.
std::optional<std::string> known_identifier(std::string_view name) {
  try {
    return identifier_of(parse_measure(name));
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::string identifier_of_name(std::string_view name) {
  std::string identifier;
  const auto add = [&](std::string_view word) {
    if (!identifier.empty() && identifier.back() != '_') identifier += '_';
    identifier += word;
  };
  bool ends_word = false;
  for (const char c : name) {
    if (c == '#') add("sharp");
    if (c == '+') add("plus");
    const bool is_sign = c == '#' || c == '+' || c == '-';
    if (!is_sign && ends_word) add("");
    if (!is_sign) identifier += c;
    ends_word = is_sign;
  }
  return identifier;
}

std::string base_identifier(const Measure& measure) {
  std::string text = measure.record->identifier;
  if (measure.layer_aware) text += "_LA";
  if (measure.similarity != nullptr) text += fmt::format("_{}", measure.similarity->name);
  return text;
}

std::string identifier_of(const Measure& measure) {
  std::string text = base_identifier(measure);
  const std::vector<std::string> parameters = given_parameters(measure);
  if (!parameters.empty()) text += fmt::format("({})", fmt::join(parameters, ","));
  for (const ParameterRecord& parameter : measure.record->parameters) {
    const std::string value = parameter.text(measure.parameters);
    if (parameter.name == measure.record->at && value != parameter.text({})) text += "@" + value;
  }
  const std::uint32_t cutoff = measure.parameters.cutoff;
  return cutoff == no_cutoff ? text : fmt::format("{}@{}", text, cutoff);
}

std::string meaning_of(std::string_view name) {
  return known_identifier(name).value_or(std::string(name));
}

std::optional<std::size_t> find_measure(std::span<const std::string> names,
                                        std::string_view wanted) {
  const auto exact = std::ranges::find(names, wanted);
  if (exact != names.end()) return exact - names.begin();
  const auto identifier = known_identifier(wanted);
  for (std::size_t i = 0; identifier && i < names.size(); ++i) {
    if (known_identifier(names[i]) == identifier) return i;
  }
  return std::nullopt;
}

std::string quoted(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string literal(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + quote;
}

std::optional<std::string> unquoted(std::string_view text) {
  if (text.empty() || (text[0] != '\'' && text[0] != '"')) return std::string(text);
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool is_last = i + 1 == text.size();
    if (text[i] == text[0]) return is_last ? std::optional(value) : std::nullopt;
    if (text[i] == '\\' && !is_last) ++i;
    value += text[i];
  }
  return std::nullopt;
}

}  // namespace subintent::internal
