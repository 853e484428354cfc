#include "core/base/strings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace subintent::internal {
namespace {

void expect_as_fmt(double value) {
  for (int decimals = 0; decimals <= 12; ++decimals) {
    std::string text = "x";
    append_decimal(text, value, decimals);
    ASSERT_EQ(text, "x" + fmt::format("{:.{}f}", value, decimals)) << decimals;
  }
}

TEST(Decimal, IsThatOfFmt) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double uniform = std::ldexp(static_cast<double>(random() >> 11), -53);
    expect_as_fmt(uniform);
    expect_as_fmt(-std::ldexp(uniform, static_cast<int>(random() % 80) - 40));
    expect_as_fmt(std::ldexp(uniform, -static_cast<int>(random() % 1100)));
  }
}

// Exactly halfway between two texts, and beside that.
TEST(Decimal, RoundsTiesToEven) {
  for (int shift = 1; shift <= 12; ++shift) {
    for (int odd = 1; odd < 4000; odd += 2) {
      const double tie = std::ldexp(odd, -shift);
      expect_as_fmt(tie);
      expect_as_fmt(std::nextafter(tie, 0));
      expect_as_fmt(std::nextafter(tie, 1e9));
    }
  }
}

TEST(Decimal, Limits) {
  using Limits = std::numeric_limits<double>;
  for (const double value :
       {0.0, 1.0, 9.9999999999, 0x1p30, 0x1.fffffffffffffp29, 1e22, Limits::max(), Limits::min(),
        Limits::denorm_min(), Limits::infinity(), 0.05, 0.9999995, 999999.9999995, 5e-7}) {
    expect_as_fmt(value);
    expect_as_fmt(-value);
  }
}

}  // namespace
}  // namespace subintent::internal
