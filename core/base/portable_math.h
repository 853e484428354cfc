// Functions of the C library that may differ in the last bit from machine to machine, here with the
// same bits on every one: from + - * / alone. What reaches an output uses these;
// std::sqrt, floor, round, ldexp and frexp are exact everywhere. The results are the nearest double
// in all but one case of thousands, and always within 0.5001 units in the last place.
#pragma once

#include <cfloat>

namespace subintent::internal {

// Numbers of twice the precision of double, about 31 digits, made of + - * / on doubles alone: the
// same on every machine, without fused multiply-add [Dekker 1971; Knuth, TAOCP 2, 4.2.2].

static_assert(FLT_EVAL_METHOD == 0, "doubles must not be computed with more precision");

// The unevaluated sum high + low, where low is at most half a unit in the last place of high.
struct DoubleDouble {
  double high = 0, low = 0;
};

// a + b exactly, if |a| >= |b| or a is 0.
constexpr DoubleDouble ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// a + b exactly.
constexpr DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b, rest = sum - a;
  return {sum, (a - (sum - rest)) + (b - rest)};
}

// The upper 26 bits of a number below 2^996, so that products of halves are exact.
constexpr double upper_half(double a) {
  const double scaled = 134217729 * a;  // 2^27 + 1
  return scaled - (scaled - a);
}

// a * b exactly, barring overflow and underflow.
constexpr DoubleDouble exact_product(double a, double b) {
  const double product = a * b;
  const double a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

// With relative errors of some 2^-102, unless terms of a sum cancel.
constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble sum = exact_sum(a.high, b.high);
  return ordered_sum(sum.high, sum.low + (a.low + b.low));
}
constexpr DoubleDouble operator+(DoubleDouble a, double b) {
  const DoubleDouble sum = exact_sum(a.high, b);
  return ordered_sum(sum.high, sum.low + a.low);
}
constexpr DoubleDouble operator-(DoubleDouble a) {
  return {-a.high, -a.low};
}
constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = exact_product(a.high, b.high);
  return ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
constexpr DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble product = exact_product(a.high, b);
  return ordered_sum(product.high, product.low + a.low * b);
}
constexpr DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double quotient = a.high / b.high;
  const DoubleDouble rest = a + -(b * quotient);
  return ordered_sum(quotient, rest.high / b.high);
}
constexpr DoubleDouble operator/(DoubleDouble a, double b) {
  return a / DoubleDouble{b, 0};
}

}  // namespace subintent::internal

namespace subintent::internal::portable {

// Logarithms, to the base e and 2, of a normal x > 0.
double log(double x);
double log2(double x);  // exact for powers of two

// e^x; 0 below -745, infinite above 709.78.
double exp(double x);

// x^y for x >= 0; 0^0 is 1. The second form takes a base of twice the precision, which tells where
// y is large.
double pow(double x, double y);
double pow(DoubleDouble x, double y);

// The cosine, for |x| <= pi / 2.
double cos(double x);

}  // namespace subintent::internal::portable
