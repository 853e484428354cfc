#include "core/base/portable_math.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace subintent::internal::portable {
namespace {

constexpr DoubleDouble ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr DoubleDouble log2_of_e = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

// x = 2^exponent * significand, the significand between sqrt(1/2) and sqrt(2).
struct Scaled {
  double significand;
  int exponent;
};

Scaled scaled(double x) {
  int exponent = 0;
  const double significand = std::frexp(x, &exponent);
  if (significand < std::numbers::sqrt2 / 2) return {2 * significand, exponent - 1};
  return {significand, exponent};
}

// coefficients[0] + coefficients[1] x + ... Terms from the one of x^doubles on weigh so little that
// plain doubles do for their sum.
template <std::size_t doubles, std::size_t size>
DoubleDouble polynomial(const std::array<DoubleDouble, size>& coefficients, DoubleDouble x) {
  double rest = 0;
  for (std::size_t i = size; i > doubles; --i) rest = rest * x.high + coefficients[i - 1].high;
  DoubleDouble sum = {rest, 0};
  for (std::size_t i = doubles; i > 0; --i) sum = sum * x + coefficients[i - 1];
  return sum;
}

// ln m for m between sqrt(1/2) and sqrt(2): 2 (s + s^3/3 + s^5/5 + ...) with s = (m-1) / (m+1), to
// a relative error below 2^-80.
DoubleDouble series_log(DoubleDouble m) {
  static constexpr auto coefficients = [] {
    std::array<DoubleDouble, 18> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = DoubleDouble{2, 0} / static_cast<double>(2 * i + 1);
    return values;
  }();
  const DoubleDouble s = (m + -1.0) / (m + 1.0);
  return s * polynomial<5>(coefficients, s * s);
}

DoubleDouble log_of(DoubleDouble x) {
  const auto [significand, exponent] = scaled(x.high);
  return ln2 * exponent + series_log({significand, std::ldexp(x.low, -exponent)});
}

// For the fast logarithm: numbers near significands, with few bits, and their logarithms.
class LogTable {
 public:
  struct Entry {
    double reciprocal;
    DoubleDouble log;  // of 1 / reciprocal
  };

  LogTable() {
    for (int i = 0; i < size; ++i) {
      const double near = (i + first) / 128.0;
      const double reciprocal = std::floor(512 / near + 0.5) / 512;
      entries_[static_cast<std::size_t>(i)] = {reciprocal, -series_log({reciprocal, 0})};
    }
  }

  const Entry& near(double significand) const {
    return entries_[static_cast<std::size_t>(significand * 128 + 0.5) - first];
  }

 private:
  static constexpr int first = 90, size = 92;  // 90/128 to 181/128
  std::array<Entry, size> entries_;
};

// ln x with a relative error below 2^-66.
DoubleDouble fast_log(double x) {
  static const LogTable table;
  const auto [significand, exponent] = scaled(x);
  const auto& [reciprocal, log] = table.near(significand);
  // ln(1 + z) = z - z^2/2 + z^3/3 - ..., |z| < 2^-7.
  const DoubleDouble z = exact_product(significand, reciprocal) + -1.0;
  const double h = z.high;
  const double cubic =
      h * h * h *
      (1.0 / 3 - h * (1.0 / 4 - h * (1.0 / 5 - h * (1.0 / 6 - h * (1.0 / 7 - h * (1.0 / 8))))));
  const DoubleDouble series = z + z * z * -0.5 + cubic;
  return ln2 * exponent + log + series;
}

double computed_log(double x) {
  return fast_log(x).high;
}

double computed_log2(double x) {
  const auto [significand, exponent] = scaled(x);
  return (fast_log(significand) * log2_of_e + static_cast<double>(exponent)).high;
}

// f(x), from a table for small whole numbers: measures ask for the logarithms of ranks all the
// time.
template <double (*f)(double)>
double with_table(double x) {
  static const auto table = [] {
    std::array<double, 1024> values{};
    for (std::size_t i = 1; i < values.size(); ++i) values[i] = f(static_cast<double>(i));
    return values;
  }();
  if (x >= 1 && x < table.size() && x == std::floor(x)) return table[static_cast<std::size_t>(x)];
  return f(x);
}

// 1, sign / step!, 1 / (2 step)!, sign / (3 step)!, ...
template <std::size_t size>
constexpr std::array<DoubleDouble, size> inverse_factorials(int step, double sign) {
  std::array<DoubleDouble, size> values{};
  DoubleDouble value = {1, 0};
  int n = 0;
  for (DoubleDouble& of_step : values) {
    of_step = value;
    for (int i = 0; i < step; ++i) value = value / static_cast<double>(++n);
    value = value * sign;
  }
  return values;
}

// 2^k (e^r)^16 with k whole and r = (x - k ln 2) / 16, so that |r| < 0.022.
double exp_of(DoubleDouble x) {
  if (x.high > 709.79) return std::numeric_limits<double>::infinity();
  if (x.high < -745.2) return 0;
  static constexpr auto coefficients = inverse_factorials<14>(1, 1);
  const double k = std::floor(x.high * log2_of_e.high + 0.5);
  const DoubleDouble r = (x + -(ln2 * k)) * (1.0 / 16);
  DoubleDouble power = polynomial<4>(coefficients, r);
  for (int squarings = 0; squarings < 4; ++squarings) power = power * power;
  return std::ldexp(power.high, static_cast<int>(k));
}

}  // namespace

double log(double x) {
  return with_table<computed_log>(x);
}

double log2(double x) {
  return with_table<computed_log2>(x);
}

double exp(double x) {
  return exp_of({x, 0});
}

double pow(double x, double y) {
  return pow(DoubleDouble{x, 0}, y);
}

double pow(DoubleDouble x, double y) {
  if (y == 0) return 1;
  if (x.high == 0) return y > 0 ? 0 : std::numeric_limits<double>::infinity();
  return exp_of(log_of(x) * y);
}

double cos(double x) {
  static constexpr auto coefficients = inverse_factorials<15>(2, -1);
  return polynomial<8>(coefficients, exact_product(x, x)).high;
}

}  // namespace subintent::internal::portable
