#include <fmt/format.h>

#include <cmath>

#include "compare/study/evaluation.h"
#include "core/base/messages.h"
#include "subintent/program.h"
#include "subintent/records.h"

namespace subintent {
namespace {

using Value = OptionValue;
using TextList = std::vector<std::string>;

[[noreturn]] void refuse(const AnalysisOption& option, const std::string& value) {
  const std::string& example = option.example.empty() ? option.default_value : option.example;
  throw Error::argument(
      option.name,
      fmt::format("{}: {} is {}", option.name, value,
                  parse_double(value).value_or(0) > 1e300 ? "too large" : "not " + option.range()),
      example.empty() ? "" : "give for example " + example);
}

[[noreturn]] void refuse_unknown(const std::string& name,
                                 const std::vector<AnalysisOption>& options) {
  std::vector<std::string> known = mapped(options, &AnalysisOption::name);
  throw Error::argument(name, name + ": there is no such option", internal::advice_on(name, known));
}

void check_number(const AnalysisOption& option, double number) {
  const bool low = option.open_min ? number > option.min : number >= option.min;
  const bool high = option.open_max ? number < option.max : number <= option.max;
  if (!low || !high) refuse(option, shortest(number));
}

void check_whole(const AnalysisOption& option, double number) {
  if (number != std::floor(number)) {
    throw Error::argument(
        option.name, fmt::format("{}: {} is not a whole number", option.name, shortest(number)));
  }
}

void check_choice(const AnalysisOption& option, const std::string& name) {
  if (std::ranges::count(option.choices, name) > 0) return;
  std::string word = lowered(name);  // "t-test", "ttest", "paired t-test"
  for (const std::string_view part : {"paired", "test", "-", "_", " "})
    word = replace_all(word, part, "");
  for (const auto& [theirs, ours] : {std::pair{"permutation", "randomisation"},
                                     {"fdr", "bh"},
                                     {"benjaminihochberg", "bh"},
                                     {"tex", "latex"}})
    if (word == theirs && std::ranges::count(option.choices, ours) > 0) word = ours;
  const auto exact = std::ranges::find(option.choices, word);
  const std::vector<std::string_view> known(option.choices.begin(), option.choices.end());
  const auto meant = exact != option.choices.end() ? std::optional<std::string_view>(*exact)
                     : word.size() > 2             ? nearest_name(word, known)
                                                   : std::nullopt;
  throw Error::argument(option.name,
                        fmt::format("{}: unknown value '{}'", option.name, printable(name)),
                        (meant ? fmt::format("did you mean {}? ", *meant) : "") +
                            fmt::format("use {}", join(option.choices, ", ")));
}

std::vector<std::string> cut(const std::string& text) {
  std::vector<std::string> parts = split(text, ',');
  if (parts.empty()) parts.emplace_back();
  for (std::string& part : parts) part = trim(part);
  return parts;
}

double number_of(const AnalysisOption& option, const std::string& text) {
  const auto number = parse_double(text);
  if (number) return *number;
  throw Error::argument(option.name,
                        fmt::format("{}: '{}' is not a number", option.name, printable(text)));
}

std::uint64_t whole_of(const AnalysisOption& option, const std::string& text) {
  const auto number = parse_integer(text);
  if (number && *number < 0) refuse(option, text);
  if (!number) {
    throw Error::argument(
        option.name, fmt::format("{}: '{}' is not a whole number", option.name, printable(text)));
  }
  return static_cast<std::uint64_t>(*number);
}

std::vector<double> numbers_of(const AnalysisOption& option, const std::string& text) {
  std::vector<double> values = parse_number_list(option.name, text, option.min, option.max);
  std::ranges::sort(values);
  return values;
}

Value parsed(const AnalysisOption& option, const std::string& text) {
  switch (option.kind) {
    case OptionKind::flag:
      return true;
    case OptionKind::text:
    case OptionKind::choice:
      return text;
    case OptionKind::texts:
    case OptionKind::measure:
      return TextList{text};
    case OptionKind::measures:
      return internal::split_measure_names(std::string_view(text));
    case OptionKind::choices:
      return cut(text);
    case OptionKind::whole:
      return whole_of(option, text);
    case OptionKind::number:
      return number_of(option, text);
    case OptionKind::wholes:
    case OptionKind::numbers:
      return numbers_of(option, text);
  }
  throw std::logic_error("an option without a kind");
}

// A whole number stands for a text and for a number, a number for a list of one.
void convert(const AnalysisOption& option, Value& value) {
  const bool is_list = option.kind == OptionKind::wholes || option.kind == OptionKind::numbers;
  const auto* const whole = std::get_if<std::uint64_t>(&value);
  if (whole != nullptr && option.kind == OptionKind::text)
    value = std::to_string(*whole);
  else if (whole != nullptr && (is_list || option.kind == OptionKind::number))
    value = static_cast<double>(*whole);
  const auto* const number = std::get_if<double>(&value);
  if (is_list && number != nullptr) value = std::vector<double>{*number};
}

[[noreturn, gnu::cold]] void refuse_kind(const AnalysisOption& option, const char* expected) {
  throw Error::argument(option.name, fmt::format("{}: expected {}", option.name, expected));
}

// Refuses a value of another kind than the option's, which only callers of C++ can give.
template <typename T>
const T& held(const AnalysisOption& option, const Value& value, const char* expected) {
  if (const auto* const found = std::get_if<T>(&value)) return *found;
  refuse_kind(option, expected);
}

void check_value(const AnalysisOption& option, const Value& value) {
  const auto text = [&]() -> auto& {
    return held<std::string>(option, value, "a text");
  };
  const auto texts = [&]() -> auto& {
    return held<TextList>(option, value, "texts");
  };
  switch (option.kind) {
    case OptionKind::flag:
      held<bool>(option, value, "a truth value");
      return;
    case OptionKind::text:
      text();
      return;
    case OptionKind::texts:
      return internal::require_different(option.name, texts());
    case OptionKind::measures:
    case OptionKind::measure:
      return internal::require_different_measures(option.name, texts());
    case OptionKind::choice:
      return check_choice(option, text());
    case OptionKind::choices:
      for (const std::string& name : texts()) check_choice(option, name);
      return internal::require_different(option.name, texts());
    case OptionKind::whole:
      return check_number(
          option, static_cast<double>(held<std::uint64_t>(option, value, "a whole number")));
    case OptionKind::number:
      return check_number(option, held<double>(option, value, "a number"));
    case OptionKind::wholes:
    case OptionKind::numbers:
      const auto& numbers = held<std::vector<double>>(option, value, "numbers");
      if (numbers.empty()) throw Error::argument(option.name, option.name + ": none given");
      for (const double number : numbers) {
        if (option.kind == OptionKind::wholes) check_whole(option, number);
        check_number(option, number);
      }
  }
}

void use_own_names(const AnalysisOption& option, Value& value) {
  const auto rename = [&](std::string& name) {
    const auto own = option.aliases.find(name);
    if (own != option.aliases.end()) name = own->second;
  };
  if (auto* const name = std::get_if<std::string>(&value)) rename(*name);
  if (auto* const names = std::get_if<TextList>(&value)) std::ranges::for_each(*names, rename);
}

}  // namespace

std::string AnalysisOption::range() const {
  if (max >= 1e300) return fmt::format("{} {}", open_min ? "above" : "at least", shortest(min));
  if (open_min && open_max) return fmt::format("between {} and {}", shortest(min), shortest(max));
  if (open_min) return fmt::format("above {} and at most {}", shortest(min), shortest(max));
  return fmt::format("from {} to {}{}", shortest(min), open_max ? "below " : "", shortest(max));
}

const AnalysisOption* AnalysisValues::find(std::string_view name) const {
  const auto found = std::ranges::find(options_, name, &AnalysisOption::name);
  return found == options_.end() ? nullptr : &*found;
}

void AnalysisValues::set(const std::string& name, OptionValue value) {
  const AnalysisOption* const option = find(name);
  if (option == nullptr) refuse_unknown(name, options_);
  const auto* const text = std::get_if<std::string>(&value);
  if (text != nullptr && option->kind != OptionKind::flag) value = parsed(*option, *text);
  convert(*option, value);
  use_own_names(*option, value);
  check_value(*option, value);
  given_.insert_or_assign(name, std::move(value));
}

void AnalysisValues::set_text(const std::string& name, const std::string& text) {
  const AnalysisOption* const option = find(name);
  if (option == nullptr) refuse_unknown(name, options_);
  Value value = parsed(*option, text);
  const bool repeats = option->kind == OptionKind::texts || option->kind == OptionKind::measure;
  if (repeats && given(name)) {
    value = given_.find(name)->second;
    std::get<TextList>(value).push_back(text);
  }
  set(name, std::move(value));
}

void AnalysisValues::require_all() const {
  for (const AnalysisOption& option : options_) {
    const auto found = given_.find(option.name);
    const bool is_there = found != given_.end() && found->second != Value(TextList());
    if (!option.required || is_there) continue;
    throw Error::argument(option.name, option.name + " is missing",
                          "give " + (option.example.empty() ? option.meaning : option.example));
  }
}

std::optional<Value> AnalysisValues::value_of(std::string_view name) const {
  const AnalysisOption* const option = find(name);
  if (option == nullptr) refuse_unknown(std::string(name), options_);
  const auto found = given_.find(name);
  if (found != given_.end()) return found->second;
  if (option->default_value.empty()) return std::nullopt;
  return parsed(*option, option->default_value);
}

namespace {

// A value as the kind of its option has it.
template <typename T>
std::optional<T> as(std::string_view name, const std::optional<Value>& value) {
  if (!value) return std::nullopt;
  if (const auto* const held = std::get_if<T>(&*value)) return *held;
  throw Error::argument(std::string(name), fmt::format("{}: the option is of another kind", name));
}

}  // namespace

bool AnalysisValues::flag(std::string_view name) const {
  return as<bool>(name, value_of(name)).value_or(false);
}

std::optional<std::string> AnalysisValues::text(std::string_view name) const {
  return as<std::string>(name, value_of(name));
}

std::vector<std::string> AnalysisValues::texts(std::string_view name) const {
  return as<TextList>(name, value_of(name)).value_or(TextList());
}

std::optional<std::uint64_t> AnalysisValues::whole(std::string_view name) const {
  return as<std::uint64_t>(name, value_of(name));
}

std::optional<double> AnalysisValues::number(std::string_view name) const {
  return as<double>(name, value_of(name));
}

std::vector<double> AnalysisValues::numbers(std::string_view name) const {
  return as<std::vector<double>>(name, value_of(name)).value_or(std::vector<double>());
}

std::vector<std::uint32_t> AnalysisValues::wholes(std::string_view name) const {
  return mapped(numbers(name),
                [&](const double number) { return static_cast<std::uint32_t>(number); });
}

}  // namespace subintent
