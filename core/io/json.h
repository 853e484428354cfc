// Writing JSON text. Reading is simdjson's.
#pragma once

#include <concepts>

#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {

// Appends the shortest text that reads back as `value` ("null" for NaN and infinity).
void append_json_number(std::string& out, double value);

// Writes what a JSON string stands for to `meant`, where there is room for as much as `inside`,
// what is between its quotes. Returns its end; nullptr for a broken escape or half a surrogate
// pair. Whether the rest is UTF-8 is not looked at.
char* unescape_json_string(std::string_view inside, char* meant);

// Does a number that leading_number() found have a form that JSON knows: not 01, .5, 1. or 1.e5?
inline bool has_json_form(std::string_view number) {
  if (number.starts_with('-')) number.remove_prefix(1);
  const auto has_digit = [&](std::size_t i) { return i < number.size() && is_digit(number[i]); };
  const std::size_t point = number.find('.');
  return has_digit(0) && !(number[0] == '0' && has_digit(1)) &&
         (point == number.npos || has_digit(point + 1));
}

// A message of simdjson as a part of a sentence: without full stop, nor what only some of its
// versions write, the error's name before it and a second sentence.
std::string_view json_defect(std::string_view message);

// The place where a text stops being JSON, one value or several: its end if something is left open
// there. Nothing if brackets, commas and words are right, so that something rarer is wrong.
std::optional<const char*> json_break(std::string_view text);
// Does it end within an object or array, or word?
bool is_cut_json(std::string_view text);
inline constexpr const char* cut_json = "is not JSON: it ends within an object or array";
inline constexpr const char* cut_json_advice = "the file is incomplete; copy it again";

class JsonWriter {
 public:
  std::string out;

  void text(std::string_view text) {
    comma();
    append_json_string(out, text);
  }
  template <std::integral Number>
  void number(Number value) {
    comma();
    out += std::to_string(value);
  }
  // Numbers that are not finite become null.
  void number(double value) {
    comma();
    append_json_number(out, value);
  }
  void flag(bool value) {
    comma();
    out += value ? "true" : "false";
  }
  void none() { json("null"); }
  // A value that is JSON already.
  void json(std::string_view value) {
    comma();
    out += value;
  }
  void key(std::string_view name) {
    text(name);
    out += ':';
    is_first_ = true;
  }
  // Text, a number, true or false, or a list of such.
  template <typename Value>
  void value(const Value& given) {
    if constexpr (std::convertible_to<Value, std::string_view>)
      text(given);
    else if constexpr (std::same_as<Value, bool>)
      flag(given);
    else if constexpr (std::is_arithmetic_v<Value>)
      number(given);
    else
      list(given, [this](const auto& one) { value(one); });
  }
  template <typename Value>
  void member(std::string_view name, const Value& given) {
    key(name);
    value(given);
  }
  template <typename Values, typename Write>
  void member(std::string_view name, const Values& values, Write write) {
    key(name);
    list(values, write);
  }
  // An object, or an array, with what a function writes into it.
  template <typename Write>
  void within(std::string_view brackets, Write write) {
    open(brackets[0]);
    write();
    close(brackets[1]);
  }
  template <typename Values, typename Write>
  void list(const Values& values, Write write) {
    open('[');
    for (const auto& value : values) write(value);
    close(']');
  }
  void open(char bracket) {
    comma();
    out += bracket;
    is_first_ = true;
  }
  void close(char bracket) {
    out += bracket;
    is_first_ = false;
  }

 private:
  void comma() {
    if (!is_first_) out += ',';
    is_first_ = false;
  }
  bool is_first_ = true;
};

// The advice about frames in other forms than JSON lines.
inline constexpr const char* frames_advice =
    "convert it to JSON lines, as with pandas: DataFrame.to_json(FILE, orient=\"records\", "
    "lines=True)";

}  // namespace subintent::internal
