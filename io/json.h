// Writing JSON text. Reading is simdjson's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// Appends `text` as a JSON string with its quotes. Invalid UTF-8 becomes U+FFFD, so that the output
// is always JSON.
void append_json_string(std::string& out, std::string_view text);

// Appends the shortest text that reads back as `value` ("null" for NaN and infinity).
void append_json_number(std::string& out, double value);

// Writes what a JSON string stands for to `meant`, where there is room for as much as `inside`,
// what is between its quotes. Returns its end; nullptr for a broken escape or half a surrogate
// pair. Whether the rest is UTF-8 is not looked at.
char* unescape_json_string(std::string_view inside, char* meant);

// A message of simdjson as a part of a sentence: without full stop, nor what only some of its
// versions write, the error's name before it and a second sentence.
std::string_view json_defect(std::string_view message);

}  // namespace subintent::internal
