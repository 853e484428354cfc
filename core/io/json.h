// Writing JSON text. Reading is simdjson's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/ascii.h"

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

}  // namespace subintent::internal
