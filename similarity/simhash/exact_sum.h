// Exact sums of doubles.
#pragma once

#include <array>
#include <cstdint>

namespace subintent::internal {

// Adds doubles without any error: a fixed-point number wide enough for every double. The order of
// the terms therefore does not matter. Takes up to 2^62 terms.
class ExactSum {
 public:
  // `value` must be finite.
  void add(double value);

  // The double nearest to the exact sum, ties to even; infinite where the sum exceeds the largest
  // double.
  double rounded() const;

 private:
  // Limb i counts units of 2^(32 i - 1074) and has 31 bits to spare for carries.
  static constexpr int limbs = 70;

  static void carry(std::array<std::int64_t, limbs>& digits);

  std::array<std::int64_t, limbs> digits_{};
  std::uint32_t pending_ = 0;  // additions since the last carry
};

}  // namespace subintent::internal
