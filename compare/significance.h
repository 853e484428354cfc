// Significance of the differences between runs, for all pairs of runs and several measures at once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/score_matrix.h"

namespace subintent {

// All tests are paired and two-sided.
enum class SignificanceTest {
  t,              // Student's t
  bootstrap,      // [Sakai12 Fig. 2]
  tukey,          // randomised Tukey HSD [Sakai12 Fig. 4]: takes all runs into account
  randomisation,  // random signs of the differences
  sign            // exact; differences of at most 1e-9 are ties
};

std::string_view name_of(SignificanceTest test);
bool is_random(SignificanceTest test);
// 1,000 for the bootstrap, 5,000 for the other random tests.
std::uint64_t default_trials(SignificanceTest test);

inline constexpr std::uint64_t max_trials = 100'000;

struct TestSettings {
  SignificanceTest test = SignificanceTest::t;
  std::uint64_t trials = 0;  // 1 to max_trials; ignored by tests that are not random
  std::uint64_t seed = 1;
  double alpha = 0.05;    // of intervals and Δ
  bool intervals = true;  // with the limits of intervals, and Δ; without them it is faster
};

// What a test says about one pair of runs. Nothing is ever NaN.
struct PairTest {
  // The p-value (achieved significance level). 1 where there is one topic only, and where all
  // differences are 0; 0 where all differences are the same but not 0 (t, bootstrap).
  double p = 1;
  double difference = 0;  // of the means, first run minus second
  // Cohen's d of the differences: their mean divided by their standard deviation (n - 1). 0 if the
  // mean is 0, infinite if only the deviation is 0 or unknown.
  double effect_size = 0;
  // The interval of confidence 1 - alpha: of the mean difference; for the sign test of the median
  // difference. Infinite where there is too little data. For tukey simultaneous for all pairs.
  double low = 0, high = 0;
  std::uint32_t wins = 0, losses = 0,
                ties = 0;  // of the first run, over topics; ties to within 1e-9
};

struct TestResult {
  std::vector<PairTest> pairs;  // in the order of the pairs given
  // The difference needed for significance at alpha: bootstrap [Sakai12 Fig. 3], tukey [Fig. 5].
  // None for other tests and where there is no significant pair to tell it from.
  std::optional<double> delta;
};

// One result a measure. `progress`, if given, is called with the number of pairs done, from several
// threads. Time for N topics, R runs, P pairs and B trials, for each measure: t and sign O(PN),
// bootstrap O(PNB), tukey O(RNB), randomisation O(RNB + PB). Memory beside the scores: bootstrap
// 4NB + 8RB bytes, randomisation 8RB.
std::vector<TestResult> run_tests(std::span<const ScoreMatrix> measures,
                                  std::span<const RunPair> pairs, const TestSettings& settings,
                                  const std::function<void(std::uint64_t)>& progress = {});

// Family-wise corrections of p-values, in their order: times their number; Holm's step-down. At
// most 1.
std::vector<double> bonferroni(std::span<const double> p);
std::vector<double> holm(std::span<const double> p);

// The two-sided p-value of the sign test; 1 if there are neither wins nor losses.
double sign_test(std::uint64_t wins, std::uint64_t losses);

}  // namespace subintent
