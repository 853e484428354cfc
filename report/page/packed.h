// Data that the page keeps for its script in few bytes: deflated, and written as base64. In JSON it
// is [SIZE, "BASE64"], where SIZE is that of what was deflated.
#pragma once

#include "core/io/json.h"

namespace subintent::internal {

inline constexpr double largest_packed = 4503599627370496;  // 2^52

// Whole numbers below 2^52 in size, and places without one, in as many bytes as they need: seven
// bits in each, the lowest first, all but the last byte with the highest bit set. The number is
// 0 for none, else 1 + 2n for n >= 0 and -2n for n < 0.
class NumberPacker {
 public:
  void add(std::int64_t number);
  void add_none() { bytes_ += '\0'; }
  // Adds a value in units of `unit` billionths, rounded; none where it is not finite, or too large.
  void add_units(double value, std::int64_t unit);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

std::string packed(std::string_view bytes);
inline std::string packed(const NumberPacker& numbers) {
  return packed(numbers.bytes());
}

// Shortens names in order: the first character of each, "0" plus a number, says how many bytes it
// shares with the name before it.
class NameShortener {
 public:
  std::string shortened(std::string_view name);

 private:
  std::string last_;
};

}  // namespace subintent::internal
