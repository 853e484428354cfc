#include "similarity/simhash/exact_sum.h"

#include <bit>
#include <cmath>

namespace subintent::internal {
namespace {

constexpr std::int64_t base = std::int64_t{1} << 32;
constexpr int significant_bits = 53;

}  // namespace

void ExactSum::add(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  std::uint64_t mantissa = bits & 0xfffffffffffff;
  if (exponent > 0) mantissa |= std::uint64_t{1} << 52;
  // value = ± mantissa * 2^(shift - 1074)
  const int shift = exponent > 0 ? exponent - 1 : 0;
  const int limb = shift / 32, offset = shift % 32;
  const std::uint64_t low = (mantissa & 0xffffffff) << offset;
  const std::uint64_t high = (mantissa >> 32) << offset;
  const std::int64_t sign = bits >> 63 ? -1 : 1;
  const auto i = static_cast<std::size_t>(limb);
  digits_[i] += sign * static_cast<std::int64_t>(low & 0xffffffff);
  digits_[i + 1] += sign * static_cast<std::int64_t>((low >> 32) + (high & 0xffffffff));
  digits_[i + 2] += sign * static_cast<std::int64_t>(high >> 32);
  if (++pending_ == std::uint32_t{1} << 28) {
    carry(digits_);
    pending_ = 0;
  }
}

// Brings every limb but the last into 0 .. 2^32-1; the last one carries the sign.
void ExactSum::carry(std::array<std::int64_t, limbs>& digits) {
  for (std::size_t i = 0; i + 1 < limbs; ++i) {
    const std::int64_t overflow = digits[i] >> 32;  // rounds down, also below zero
    digits[i] -= overflow * base;
    digits[i + 1] += overflow;
  }
}

double ExactSum::rounded() const {
  auto digits = digits_;
  carry(digits);
  const bool negative = digits.back() < 0;
  if (negative) {
    for (auto& digit : digits) digit = -digit;
    carry(digits);
  }
  std::size_t top = limbs;
  while (top > 0 && digits[top - 1] == 0) --top;
  if (top == 0) return 0;
  const auto bit = [&](int at) {
    return digits[static_cast<std::size_t>(at / 32)] >> (at % 32) & 1;
  };
  const int length =
      static_cast<int>(top - 1) * 32 + std::bit_width(static_cast<std::uint64_t>(digits[top - 1]));
  const int lowest = length > significant_bits ? length - significant_bits : 0;
  std::uint64_t mantissa = 0;
  for (int at = length; at-- > lowest;) {
    mantissa = mantissa << 1 | static_cast<std::uint64_t>(bit(at));
  }
  if (lowest > 0 && bit(lowest - 1) == 1) {
    bool above_half = (mantissa & 1) == 1;  // on a tie, to even
    for (int at = 0; !above_half && at < lowest - 1; ++at) above_half = bit(at) == 1;
    if (above_half) ++mantissa;
  }
  const double size = std::ldexp(static_cast<double>(mantissa), lowest - 1074);
  return negative ? -size : size;
}

}  // namespace subintent::internal
