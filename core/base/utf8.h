// UTF-8 and its validity (RFC 3629: no surrogates, no overlong forms, at most U+10FFFF), and text
// for people as one line.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

// Bytes of the valid UTF-8 sequence at the start of `text`; 0 if there is none.
std::size_t utf8_sequence_length(std::string_view text);

bool is_valid_utf8(std::string_view text);

inline constexpr const char* not_utf8_advice =
    "convert the file, as with iconv -f WINDOWS-1252 -t UTF-8 if it is of Western Europe";

// "UTF-16LE" and the like of a text that shows it by the zeros in its first bytes, with a mark or
// without; else empty.
std::string_view wide_encoding(std::string_view bytes);

// Writes a character, at most U+10FFFF, to `out`, where there is room for four bytes, or for as
// many as it has, and returns their end.
inline char* put_utf8(char32_t character, char* out) {
  const auto put = [&](char32_t byte) { *out++ = static_cast<char>(byte); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xc0 | character >> 6);
    put(0x80 | (character & 0x3f));
  } else if (character < 0x10000) {
    put(0xe0 | character >> 12);
    put(0x80 | (character >> 6 & 0x3f));
    put(0x80 | (character & 0x3f));
  } else {
    put(0xf0 | character >> 18);
    put(0x80 | (character >> 12 & 0x3f));
    put(0x80 | (character >> 6 & 0x3f));
    put(0x80 | (character & 0x3f));
  }
  return out;
}

// `text` as a line of valid UTF-8: white space of Unicode and control characters are one blank
// between words, none at the ends; each byte that is not UTF-8 is U+FFFD. What is longer than
// `limit` characters is cut behind a word; within one only if it began in the first half of them.
// Reads no further than it has to.
std::string one_line(std::string_view text, std::size_t limit = SIZE_MAX);

// How many bytes of a line stay when no more than `room` of them may, with a mark behind them that
// something is left out: as one_line() cuts, and without a comma, semicolon or colon at the end.
std::size_t size_before_mark(std::string_view line, std::size_t room);

}  // namespace subintent::internal
