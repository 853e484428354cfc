// Statistics over scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "subintent/correction.h"
#include "subintent/evaluate.h"

namespace subintent {

struct SignificanceOptions {
  // All tests are paired and two-sided: "t", "bootstrap" [Sakai12 Fig. 2], "tukey" (randomised
  // Tukey HSD [Sakai12 Fig. 4], which takes all runs into account and needs no correction),
  // "randomisation", "sign".
  std::string test = "t";
  std::optional<std::uint64_t> trials = {};  // of random tests; none: the test's default
  std::uint64_t seed = 1;
  double alpha = 0.05;
  Correction correction = Correction::none;
};

// A pair of runs under a test.
struct ComparedPair {
  std::string run1, run2;
  double difference = 0;     // of the means, first minus second
  double p = 1;              // corrected, if asked for
  double effect_size = 0;    // Cohen's d of the differences
  double low = 0, high = 0;  // of the interval of confidence 1 - alpha of the difference
  bool significant = false;  // p < alpha
};

// Every two runs by one measure; the runs must have the same measures and topics. Throws Error
// where they have not, or where there are fewer than two.
std::vector<ComparedPair> significance(const std::vector<Scores>& runs, const std::string& measure,
                                       const SignificanceOptions& options = {});

// The share of pairs of runs that the measure finds significantly different [Sakai12 §4.1], 0 to 1.
double discriminative_power(const std::vector<Scores>& runs, const std::string& measure,
                            const SignificanceOptions& options = {});

// Kendall's tau_b of the rankings of runs by the means of two measures, -1 to 1.
double rank_correlation(const std::vector<Scores>& runs, const std::string& measure1,
                        const std::string& measure2);

}  // namespace subintent
