// Student's t-tests of a mean against any bound, and what else follows from the same distribution.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace subintent::internal {

struct SampleMean {
  std::size_t topics = 0;
  double mean = 0, error = 0;  // exactly 0 where they are 0 up to rounding

  // The one-sided p-values of a true mean that is not above, and not below, the bound. A mean that
  // is the bound up to rounding has 0.5, fewer topics than two have 1.
  double p_above(double bound) const;
  double p_below(double bound) const;

  // The two-sided p-value of a true mean of 0.
  double p_different() const;

  // The mean divided by the standard deviation: Cohen's d of paired samples. Infinite where only
  // the deviation is 0 or not known.
  double effect_size() const;
};

SampleMean sample_mean(std::span<const double> values);

// The t with this one-sided tail, below 0.5, for so many topics; infinite for fewer than two.
double t_border(std::size_t topics, double level);

// The effect size and its interval of confidence 1 - alpha, which holds for normal differences: the
// effects that make a t at least as high, and at most as high, as the one found have a probability
// of alpha / 2, by Student's noncentral t [Steiger and Fouladi 1997; Cumming and Finch 2001]. It
// excludes 0 exactly where the two-sided p-value is below alpha. Infinite for fewer than two topics
// and without deviation, but 0 where the mean is, too.
std::pair<double, double> effect_interval(const SampleMean& sample, double alpha);

// The true mean, in standard errors, that a one-sided test at `level` finds to be above 0 with the
// probability `power`; infinite for fewer than two topics. A two-sided test has half the level.
double detectable_errors(std::size_t topics, double level, double power);

}  // namespace subintent::internal
