#include "core/base/utf8.h"

#include <simdjson.h>

namespace subintent::internal {

std::size_t utf8_sequence_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  std::size_t length = 0;
  unsigned char low = 0x80, high = 0xBF;  // limits of the second byte
  if (byte(0) >= 0xC2 && byte(0) <= 0xDF) {
    length = 2;
  } else if (byte(0) >= 0xE0 && byte(0) <= 0xEF) {
    length = 3;
    if (byte(0) == 0xE0) low = 0xA0;
    if (byte(0) == 0xED) high = 0x9F;
  } else if (byte(0) >= 0xF0 && byte(0) <= 0xF4) {
    length = 4;
    if (byte(0) == 0xF0) low = 0x90;
    if (byte(0) == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (text.size() < length || byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

bool is_valid_utf8(std::string_view text) {
  return simdjson::validate_utf8(text.data(), text.size());
}

}  // namespace subintent::internal
