#include "core/base/portable_math.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>

namespace subintent::internal {
namespace {

using Exact = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<140, boost::multiprecision::digit_base_2>>;

struct Point {
  double x = 0, y = 0;
};

// Over 2,000 points: is the result the nearest double, but for at most one of them, and always off
// by less than 0.501 units in the last place?
void expect_nearest(const std::function<Point(std::mt19937_64&)>& draw,
                    const std::function<double(Point)>& computed,
                    const std::function<Exact(Exact, Exact)>& exact) {
  std::mt19937_64 random(1);
  int not_nearest = 0;
  for (int i = 0; i < 2000; ++i) {
    const Point point = draw(random);
    const double result = computed(point);
    const Exact expected = exact(Exact(point.x), Exact(point.y));
    const auto nearest = static_cast<double>(expected);
    not_nearest += result != nearest ? 1 : 0;
    const double unit = std::ldexp(1, std::ilogb(nearest) - 52);
    const Exact error = abs(expected - Exact(result)) / unit;
    ASSERT_LT(static_cast<double>(error), 0.501) << point.x << " " << point.y;
  }
  EXPECT_LE(not_nearest, 1);
}

double between(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
}

TEST(PortableMath, LogIsTheNearestDouble) {
  const auto computed = [](Point p) { return portable::log(p.x); };
  const auto exact = [](const Exact& x, const Exact&) { return Exact(log(x)); };
  const auto ratio = [](std::mt19937_64& random) {
    return Point{static_cast<double>(1 + random() % 100000) /
                 static_cast<double>(1 + random() % 1000)};
  };
  expect_nearest([](auto& random) { return Point{between(random, 0.99, 1.01)}; }, computed, exact);
  expect_nearest([](auto& random) { return Point{between(random, 0.5, 2)}; }, computed, exact);
  expect_nearest(ratio, computed, exact);
  expect_nearest(
      [](auto& random) {
        return Point{std::ldexp(between(random, 1, 2), static_cast<int>(random() % 2000) - 1000)};
      },
      computed, exact);
}

TEST(PortableMath, Log2IsTheNearestDouble) {
  const auto computed = [](Point p) { return portable::log2(p.x); };
  const auto exact = [](const Exact& x, const Exact&) { return Exact(log(x) / log(Exact(2))); };
  expect_nearest([](auto& random) { return Point{between(random, 0.99, 1.01)}; }, computed, exact);
  expect_nearest([](auto& random) { return Point{between(random, 0.1, 10)}; }, computed, exact);
  expect_nearest([](auto& random) { return Point{static_cast<double>(3 + random() % 100000)}; },
                 computed, exact);
}

TEST(PortableMath, ExpIsTheNearestDouble) {
  const auto computed = [](Point p) { return portable::exp(p.x); };
  const auto exact = [](const Exact& x, const Exact&) { return Exact(exp(x)); };
  expect_nearest([](auto& random) { return Point{between(random, -12, 1)}; }, computed, exact);
  expect_nearest([](auto& random) { return Point{between(random, -700, 700)}; }, computed, exact);
}

TEST(PortableMath, PowIsTheNearestDouble) {
  const auto computed = [](Point p) { return portable::pow(p.x, p.y); };
  const auto exact = [](const Exact& x, const Exact& y) { return Exact(pow(x, y)); };
  const auto whole = [](std::mt19937_64& random) {
    return Point{between(random, 0.5, 1), static_cast<double>(random() % 900)};
  };
  const auto root = [](std::mt19937_64& random) {
    return Point{between(random, 0, 1), 1 / static_cast<double>(1 + random() % 1000)};
  };
  const auto any = [](std::mt19937_64& random) {
    return Point{between(random, 0, 100), between(random, -100, 100)};
  };
  expect_nearest(whole, computed, exact);
  expect_nearest(root, computed, exact);
  expect_nearest(any, computed, exact);
}

TEST(PortableMath, CosIsTheNearestDouble) {
  expect_nearest([](auto& random) { return Point{between(random, 0, 31 * std::numbers::pi / 64)}; },
                 [](Point p) { return portable::cos(p.x); },
                 [](const Exact& x, const Exact&) { return Exact(cos(x)); });
}

TEST(PortableMath, KnowsWhatIsExact) {
  EXPECT_EQ(portable::log(1), 0);
  EXPECT_EQ(portable::log(2), std::numbers::ln2);
  for (int k = -1022; k <= 1023; ++k) EXPECT_EQ(portable::log2(std::ldexp(1, k)), k);
  EXPECT_EQ(portable::exp(0), 1);
  EXPECT_EQ(portable::exp(-1000), 0);
  EXPECT_EQ(portable::exp(1000), std::numeric_limits<double>::infinity());
  EXPECT_EQ(portable::pow(0.3, 0), 1);
  EXPECT_EQ(portable::pow(0.3, 1), 0.3);
  EXPECT_EQ(portable::pow(1, 1e300), 1);
  EXPECT_EQ(portable::pow(0, 0), 1);
  EXPECT_EQ(portable::pow(0, 2.5), 0);
  EXPECT_EQ(portable::pow(2, -10), 1.0 / 1024);
  EXPECT_EQ(portable::pow(0.25, 0.5), 0.5);
  EXPECT_EQ(portable::cos(0), 1);
}

// The base of twice the precision is not rounded: (1 + 2^-80)^(2^80) is e.
TEST(PortableMath, PowOfTwiceThePrecision) {
  EXPECT_EQ(portable::pow(DoubleDouble{1, 0x1p-80}, 0x1p80), std::numbers::e);
}

}  // namespace
}  // namespace subintent::internal
