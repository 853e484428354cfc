// Numbers in a text of which 24 bytes may be read wherever one begins, as in a TextFile: eight
// digits at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/base/strings.h"

namespace subintent::internal {

// Eight characters, the first of them lowest; a digit is its value.
struct EightBytes {
  static constexpr std::uint64_t each = 0x0101010101010101;

  static std::uint64_t digits_at(const char* place) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, place, sizeof bytes);
    return bytes ^ '0' * each;
  }

  // How many digits come first.
  static constexpr int count(std::uint64_t digits) {
    const std::uint64_t others = (digits | (digits + 0x76 * each)) & 0x80 * each;  // to the first
    return std::countr_zero(others) / 8;
  }

  // The number of the first `count` digits, from 1 to 8.
  static constexpr std::int64_t number(std::uint64_t digits, int count) {
    constexpr std::uint64_t every_fourth = 0x000000ff000000ff;
    digits <<= 64 - 8 * count;             // zeros before them
    digits = digits * 10 + (digits >> 8);  // pairs, in every other byte
    const std::uint64_t first = (digits & every_fourth) * (100 + (1000000ull << 32));
    const std::uint64_t second = (digits >> 16 & every_fourth) * (1 + (10000ull << 32));
    return static_cast<std::int64_t>((first + second) >> 32);
  }
};

// The same as leading_number(), but digits behind the end of the text may count as well.
inline LeadingNumber leading_number_in_blocks(std::string_view text) {
  static constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  if (std::endian::native != std::endian::little) return leading_number(text);
  const bool is_negative = text.starts_with('-');
  const char* const start = text.data() + (is_negative ? 1 : 0);
  std::uint64_t digits = EightBytes::digits_at(start);
  const int whole = EightBytes::count(digits);
  int count = whole;
  const char* end = start + whole;
  if (*end == '.') {  // take it out from between the digits
    const std::uint64_t before = (std::uint64_t{1} << 8 * (whole & 7)) - 1;
    digits = (digits & before) | (EightBytes::digits_at(start + 1) & ~before);
    count = EightBytes::count(digits);
    end = start + count + 1;
  }
  const bool goes_on = (*end >= '0' && *end <= '9') || *end == '.' || (*end | 0x20) == 'e';
  if (goes_on && EightBytes::count(EightBytes::digits_at(end)) == 8) {
    return leading_long_number(text);
  }
  if (whole == 0 || whole == 8 || goes_on) return leading_number(text);
  const double value =
      static_cast<double>(EightBytes::number(digits, count)) / powers[count - whole];
  return {(is_negative ? -value : value) + 0.0, end};  // -0 is 0
}

}  // namespace subintent::internal
