// UTF-8 and its validity (RFC 3629: no surrogates, no overlong forms, at most U+10FFFF).
#pragma once

#include <cstddef>
#include <string_view>

namespace subintent::internal {

// Bytes of the valid UTF-8 sequence at the start of `text`; 0 if there is none.
std::size_t utf8_sequence_length(std::string_view text);

bool is_valid_utf8(std::string_view text);

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

}  // namespace subintent::internal
