// Student's t, Fisher's F, the normal and the binomial distribution, with the same bits on every
// machine. Relative errors are below 4e-14; those of F below 1e-10.
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

  // P(T >= t) of Student's noncentral t with this noncentrality, of at most 3000 in size, to
  // within 1e-10: the power of a one-sided test at border t.
  double noncentral_tail(double t, double noncentrality) const;

  // The noncentrality with this P(T >= t), between 0 and 1. Beyond a |t| of 1000, where the
  // deviation is far less certain than the mean, it grows in proportion to t.
  double noncentrality(double t, double tail) const;

 private:
  struct Shares {
    double outside, inside;  // P(|T| >= t) and P(|T| < t)
  };
  Shares shares(double t) const;

  double degrees_;
  double factor_;  // 1 / B(degrees / 2, 1 / 2), B the beta function
};

// The ratio of two mean squares, that above of `degrees1`, that below of `degrees2` degrees of
// freedom.
class FisherF {
 public:
  // The degrees of freedom are whole numbers from 1 to 1e8.
  FisherF(double degrees1, double degrees2);

  // P(F >= f), f >= 0.
  double tail(double f) const;

  // The f that has this tail, between 0 and 1.
  double border(double alpha) const;

  // P(F' >= f), f > 0, of the noncentral F' with noncentrality parameter lambda, 0 to 1e7: the
  // mean of the tails of a/(a+j) f, a = degrees1 / 2, with degrees1 + 2j degrees, j having a
  // Poisson distribution of mean lambda / 2. The square of Student's noncentral t with the
  // parameter d is this with degrees1 = 1 and lambda = d^2.
  double noncentral_tail(double f, double lambda) const;

 private:
  double a_, b_;  // half of the degrees
};

// P(|Z| >= z) of a standard normal Z, z >= 0.
double normal_tails(double z);

// The z that has these tails, above 0 and below 1.
double normal_border(double tails);

// P(at most k of n fair coins show heads), k <= n.
double fair_coins(std::uint64_t k, std::uint64_t n);

}  // namespace subintent::internal
