#include "compare/distributions.h"

#include <cmath>
#include <numbers>

#include "compare/paired_tests.h"
#include "core/base/portable_math.h"

namespace subintent::internal {
namespace {

// 1 / B(degrees / 2, 1 / 2), from that of one or two degrees: B(a + 1, 1/2) = B(a, 1/2) a / (a +
// 1/2).
double inverse_beta(double degrees) {
  const bool odd = std::fmod(degrees, 2) == 1;
  DoubleDouble value = {odd ? 1.0 : 0.5, 0};
  for (double d = odd ? 1 : 2; d < degrees; d += 2) value = value * (d + 1) / d;
  return odd ? value.high / std::numbers::pi : value.high;
}

// The incomplete beta function I_x(a, b) without its factor x^a y^b / B(a, b), y = 1 - x: a
// continued fraction 1 / (b1 + a2 / (b2 + ...)) [DiDonato and Morris 1992, eq. 9] by Lentz's
// method. Converges fast for x < a / (a + b).
double beta_fraction(double a, double b, double x, double y) {
  constexpr double precision = 0x1p-50;
  const double lambda = a * y - b * x;
  double ratio = a * (lambda + 1) / (a + 1), inverse = 0, value = ratio, change = 0;
  for (double n = 1; std::abs(change - 1) > precision; ++n) {
    const double at = a + 2 * n;
    const double numerator =
        (a + n - 1) * (a + b + n - 1) * n * (b - n) * x * x / ((at - 1) * (at - 1));
    const double whole =
        n + n * (b - n) * x / (at - 1) + (a + n) * (lambda + 1 + n * (1 + y)) / (at + 1);
    ratio = whole + numerator / ratio;
    inverse = 1 / (whole + numerator * inverse);
    change = ratio * inverse;
    value *= change;
  }
  return 1 / value;
}

// ln(1 + z), z > -1, also where z is tiny.
double log_of_one_plus(double z) {
  const double sum = 1 + z;
  return sum == 1 ? z : portable::log(sum) * (z / (sum - 1));
}

// ln Gamma(x) less (x - 1/2) ln x - x + ln(2 pi) / 2: Stirling's series, x >= 32.
double stirling_rest(double x) {
  const double square = x * x;
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / x;
}

// ln Gamma(x), x > 0.
double log_gamma(double x) {
  double product = 1;
  for (; x < 32; ++x) product *= x;
  return (x - 0.5) * portable::log(x) - x + portable::log(2 * std::numbers::pi) / 2 +
         stirling_rest(x) - portable::log(product);
}

// ln B(a, b), B the beta function, without the difference of two large numbers where one of a and b
// is large.
double log_beta(double a, double b) {
  if (a > b) std::swap(a, b);
  if (b < 32) return log_gamma(a) + log_gamma(b) - log_gamma(a + b);
  return log_gamma(a) - (b - 0.5) * log_of_one_plus(a / b) - a * portable::log(a + b) + a +
         stirling_rest(b) - stirling_rest(a + b);
}

// x^a y^b / B(a, b), x > 0 and y = 1 - x > 0.
double beta_factor(double a, double b, double x, double y) {
  const double log_x = x < 0.5 ? portable::log(x) : log_of_one_plus(-y);
  const double log_y = y < 0.5 ? portable::log(y) : log_of_one_plus(-x);
  return portable::exp(a * log_x + b * log_y - log_beta(a, b));
}

// The incomplete beta function I_x(a, b), x > 0 and y = 1 - x > 0.
double incomplete_beta(double a, double b, double x, double y) {
  const double factor = beta_factor(a, b, x, y);
  return x < a / (a + b) ? factor * beta_fraction(a, b, x, y)
                         : 1 - factor * beta_fraction(b, a, y, x);
}

// The sum over j of e^-mean mean^(j + shift) / Gamma(j + 1 + shift) times I_y(b, a + j), x = 1 - y:
// from the largest weight on, up and down, until what is left weighs nothing. With one more j the
// tail I_y(b, a + j) grows by x^(a+j) y^b / ((a + j) B(a + j, b)).
double mixed_tails(double a, double b, double x, double y, double mean, double shift) {
  constexpr double negligible = 1e-18;
  const double mode = std::floor(mean);
  const double largest =
      portable::exp((mode + shift) * portable::log(mean) - mean - log_gamma(mode + 1 + shift));
  const double at_mode = incomplete_beta(b, a + mode, y, x);
  const double step_at_mode = beta_factor(a + mode, b, x, y) / (a + mode);
  double power = 0;
  double weight = largest, value = at_mode, step = step_at_mode;
  for (double j = mode; weight > negligible; ++j) {
    power += weight * value;
    value += step;
    step *= x * (a + b + j) / (a + j + 1);
    weight *= mean / (j + 1 + shift);
  }
  weight = largest, value = at_mode, step = step_at_mode;
  for (double j = mode; j > 0 && weight > negligible; --j) {
    step *= (a + j) / (x * (a + b + j - 1));
    value = std::max(0.0, value - step);
    weight *= (j + shift) / mean;
    power += weight * value;
  }
  return power;
}

// The least positive number that is not below. Halves an interval until no number lies between its
// ends.
template <typename IsBelow>
double first_not_below(IsBelow is_below) {
  double low = 0, high = 1;
  while (is_below(high)) {
    low = high;
    high *= 2;
  }
  while (true) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    (is_below(middle) ? low : high) = middle;
  }
}

}  // namespace

StudentsT::StudentsT(double degrees) : degrees_(degrees), factor_(inverse_beta(degrees)) {}

// P(|T| >= t) = I_x(degrees / 2, 1 / 2) with x = degrees / (degrees + t^2).
StudentsT::Shares StudentsT::shares(double t) const {
  if (t == 0) return {1, 0};
  const double a = degrees_ / 2, b = 0.5;
  const DoubleDouble square = exact_product(t, t), sum = square + degrees_;
  const DoubleDouble x = DoubleDouble{degrees_, 0} / sum;
  const double rest = (square / sum).high;  // 1 - x
  const double factor = factor_ * portable::pow(x, a) * std::sqrt(rest);
  if (x.high < a / (a + b)) {
    const double outside = factor * beta_fraction(a, b, x.high, rest);
    return {outside, 1 - outside};
  }
  const double inside = factor * beta_fraction(b, a, rest, x.high);
  return {1 - inside, inside};
}

double StudentsT::two_sided_p(double t) const {
  return t == infinity ? 0 : shares(t).outside;
}

double StudentsT::border(double alpha) const {
  return first_not_below([&](double t) {
    const Shares at = shares(t);
    return alpha < 0.5 ? at.outside > alpha : at.inside < 1 - alpha;
  });
}

// With m = noncentrality^2 / 2 and x = t^2 / (degrees + t^2), for t >= 0 [Lenth 1989, AS 243] half
// of the sum over j of e^-m m^j / j! I_y(degrees / 2, j + 1/2) and, with the sign of the
// noncentrality, e^-m m^(j + 1/2) / Gamma(j + 3/2) I_y(degrees / 2, j + 1).
double StudentsT::noncentral_tail(double t, double noncentrality) const {
  if (t < 0) return 1 - noncentral_tail(-t, -noncentrality);
  const double mean = noncentrality * noncentrality / 2;
  if (mean < 1e-300) return shares(t).outside / 2;
  const bool is_positive = noncentrality > 0;
  if (t == 0)
    return (is_positive ? 2 - normal_tails(noncentrality) : normal_tails(-noncentrality)) / 2;
  const double sum = degrees_ + t * t, x = t * t / sum, y = degrees_ / sum, b = degrees_ / 2;
  const double even = mixed_tails(0.5, b, x, y, mean, 0), odd = mixed_tails(1, b, x, y, mean, 0.5);
  return std::clamp((is_positive ? even + odd : even - odd) / 2, 0.0, 1.0);
}

double StudentsT::noncentrality(double t, double tail) const {
  constexpr double most = 1000;
  if (std::abs(t) > most) return noncentrality(std::copysign(most, t), tail) * (std::abs(t) / most);
  double low = t - 1, high = t + 1;
  for (double step = 2; noncentral_tail(t, low) > tail; step *= 2) low -= step;
  for (double step = 2; noncentral_tail(t, high) < tail; step *= 2) high += step;
  while (high - low > 1e-13 * std::max(1.0, std::abs(t))) {
    const double middle = low + (high - low) / 2;
    (noncentral_tail(t, middle) < tail ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

FisherF::FisherF(double degrees1, double degrees2) : a_(degrees1 / 2), b_(degrees2 / 2) {}

double FisherF::tail(double f) const {
  if (f == 0) return 1;
  const double sum = b_ + a_ * f;
  if (sum == infinity) return 0;
  return incomplete_beta(b_, a_, b_ / sum, a_ * f / sum);
}

double FisherF::border(double alpha) const {
  return first_not_below([&](double f) { return tail(f) > alpha; });
}

double FisherF::noncentral_tail(double f, double lambda) const {
  if (lambda == 0 || a_ * f == infinity) return tail(f);
  const double sum = b_ + a_ * f;
  return std::min(1.0, mixed_tails(a_, b_, a_ * f / sum, b_ / sum, lambda / 2, 0));
}

double normal_tails(double z) {
  const DoubleDouble square = exact_product(z, z);
  const double exponential = portable::exp(-square.high / 2) * (1 - square.low / 2);
  const double density = exponential * std::sqrt(2 / std::numbers::pi);  // of |Z|
  if (z < 2) {  // 1 - the sum of z^(2k + 1) / (1 * 3 * ... * (2k + 1))
    double term = z, sum = z;
    for (double odd = 3; term > 0x1p-60 * sum; odd += 2) sum += term *= z * z / odd;
    return 1 - density * sum;
  }
  double fraction = z;  // z + 1 / (z + 2 / (z + 3 / ...))
  for (double k = 100; k >= 1; --k) fraction = z + k / fraction;
  return density / fraction;
}

double normal_border(double tails) {
  return first_not_below([&](double z) { return normal_tails(z) > tails; });
}

// The sum of C(n, i) / 2^n for i = 0 ... k, as the last term times 1 + k / (n-k+1) (1 + ...).
double fair_coins(std::uint64_t k, std::uint64_t n) {
  if (k >= n) return 1;
  if (k > (n - 1) / 2) return 1 - fair_coins(n - k - 1, n);
  double sum = 1;
  DoubleDouble term = {1, 0};  // term * 2^exponent is C(n, k) / 2^n in the end
  int exponent = -static_cast<int>(n);
  for (std::uint64_t i = 1; i <= k; ++i) {
    const auto up = static_cast<double>(n - i + 1), down = static_cast<double>(i);
    sum = sum * (down / up) + 1;
    term = term * up / down;
    if (term.high > 0x1p200) {
      term = term * 0x1p-200;
      exponent += 200;
    }
  }
  return std::ldexp((term * sum).high, exponent);
}

}  // namespace subintent::internal
