// Student's t, the normal and the binomial distribution, with the same bits on every machine.
// Relative errors are below 4e-14.
#pragma once

#include <cstdint>

namespace subintent::internal {

class StudentsT {
 public:
  // degrees >= 1, a whole number.
  explicit StudentsT(double degrees);

  // P(|T| >= t), t >= 0: the two-sided p-value. An infinite t has 0.
  double two_sided_p(double t) const;

  // The t whose two-sided p-value is `alpha`, between 0 and 1.
  double border(double alpha) const;

 private:
  struct Shares {
    double outside, inside;  // P(|T| >= t) and P(|T| < t)
  };
  Shares shares(double t) const;

  double degrees_;
  double factor_;  // 1 / B(degrees / 2, 1 / 2), B the beta function
};

// P(|Z| >= z) of a standard normal Z, z >= 0.
double normal_tails(double z);

// The z that has these tails, above 0 and below 1.
double normal_border(double tails);

// P(at most k of n fair coins show heads), k <= n.
double fair_coins(std::uint64_t k, std::uint64_t n);

}  // namespace subintent::internal
