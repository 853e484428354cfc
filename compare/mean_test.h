// Student's t-tests of a mean against any bound, its interval, and differences of runs against a
// margin.
#pragma once

#include "compare/significance.h"

namespace subintent::internal {

struct SampleMean {
  std::size_t topics = 0;
  double mean = 0, error = 0;  // exactly 0 where they are 0 up to rounding

  // The one-sided p-values of a true mean that is not above, and not below, the bound. A mean that
  // is the bound up to rounding has 0.5, fewer topics than two have 1.
  double p_above(double bound) const;
  double p_below(double bound) const { return SampleMean{topics, -mean, error}.p_above(-bound); }

  // The two-sided p-value of a true mean of 0.
  double p_different() const;

  // The mean divided by the standard deviation: Cohen's d of paired samples. Infinite where only
  // the deviation is 0 or not known.
  double effect_size() const;
};

SampleMean sample_mean(std::span<const double> values);

// The median, of an even number of values the mean of the two in the middle; none of no values.
std::optional<double> median(std::vector<double> values);

// The t with this one-sided tail, below 0.5, for so many topics; infinite for fewer than two.
double t_border(std::size_t topics, double level);

// The interval of the effect size, of confidence 1 - alpha, for normal differences, by Student's
// noncentral t [Steiger and Fouladi 1997; Cumming and Finch 2001]. It excludes 0 exactly where the
// two-sided p-value is below alpha. Infinite for fewer than two topics and without deviation, but 0
// where the mean is, too.
std::pair<double, double> effect_interval(const SampleMean& sample, double alpha);

// The true mean, in standard errors, that a one-sided test at `level` finds to be above 0 with the
// probability `power`; infinite for fewer than two topics. A two-sided test has half the level.
double detectable_errors(std::size_t topics, double level, double power);

// The mean -+ t s / sqrt(n), t that of n - 1 degrees whose two-sided p-value is alpha, s the
// standard deviation (n - 1). Infinite for fewer than two values.
std::pair<double, double> mean_interval(std::span<const double> values, double alpha);

// The true mean in the unit of the sample's; infinite where all values are the same, which do not
// show how much they vary.
double detectable_mean(const SampleMean& sample, double errors);

// The probability with which a detectable difference is found.
inline constexpr double detection_power = 0.8;

enum class GateVerdict {
  worse,      // by more than the margin
  undecided,  // the topics cannot tell
  not_worse   // by more than the margin
};

// A run against a baseline by one measure.
struct GatedMean {
  SampleMean difference;  // of the means, run minus baseline
  // One-sided and corrected within the family: of a true difference that is not below -margin, and
  // of one that is not above.
  double p_worse = 1, p_not_worse = 1;
  // One-sided limits of the difference at the levels of the two corrections: high < -margin where
  // it is worse, low > -margin where it is not, and nowhere else. Infinite for fewer than two
  // topics.
  double low = 0, high = 0;
  // The true loss that would be called worse with the probability `detection_power`, if deviations
  // are as they are.
  double detectable = 0;
  GateVerdict verdict = GateVerdict::undecided;
};

// One-sided t-tests of non-inferiority and of inferiority, each with the correction over the whole
// family: the differences, by the same topics, of all runs by all measures. margin >= 0, alpha <
// 0.5.
std::vector<GatedMean> gated_means(std::span<const std::vector<double>> differences, double margin,
                                   double alpha, Correction correction);

// Two runs by one measure.
struct EquivalentMean {
  SampleMean difference;
  // Corrected: of a true difference that is as large as the margin at least (two one-sided tests,
  // the larger p-value of the two), and of none.
  double p_equivalent = 1, p_different = 1;
  // The interval that the two tests invert, of confidence 1 - 2 alpha before the correction:
  // -margin < low and high < margin exactly where the runs are equivalent.
  double low = 0, high = 0;
  // The interval of the effect size, at the level of the correction of p_different: excludes 0
  // exactly where the runs differ.
  double effect_low = 0, effect_high = 0;
  // The true difference that the test of a difference would find with the probability
  // `detection_power`, at the same level, if deviations are as they are.
  double detectable = 0;
  bool equivalent = false, different = false;
};

// Equivalence by two one-sided t-tests [Schuirmann 1987; Lakens 2017], and the paired t-test of a
// difference. `differences` are those of a family of pairs, by the same topics, margin > 0, alpha <
// 0.5.
std::vector<EquivalentMean> equivalent_means(std::span<const std::vector<double>> differences,
                                             double margin, double alpha, Correction correction);

}  // namespace subintent::internal
