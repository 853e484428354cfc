// The differences of a pair of runs, what all tests need of them, and the tests without trials.
#pragma once

#include <limits>

#include "compare/significance.h"
#include "core/base/parallel.h"
#include "subintent/program.h"

namespace subintent::internal {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tie = 1e-9;  // values that differ by less are equal

struct PairDifferences {
  RunPair pair;
  std::vector<double> z;  // by topic
  double mean = 0;        // exactly 0 where it is 0 up to rounding
  double deviation = 0;   // n - 1; exactly 0 where all z are the same up to rounding
  double scale = 0;       // the largest absolute score of the two runs

  PairDifferences(const ScoreMatrix& scores, RunPair runs);

  // Is there anything that a test could find?
  bool testable() const { return z.size() > 1 && mean != 0; }
  // t(z) of [Sakai12 Fig. 2], squared; infinite without deviation.
  double squared_t() const;
  // Everything of a result but p and the interval, which is set to all numbers.
  PairTest description() const;
  // Sets the interval of a result. Ends that are 0 up to rounding are exactly 0, so that rounding
  // does not decide whether an interval holds 0.
  void set_interval(PairTest& result, double low, double high) const;
  // The differences that are no ties: those of more than 1e-9, ascending.
  std::vector<double> untied() const;
};

// Runs test(its differences) for each pair, on several threads.
template <typename Test>
TestResult test_pairs(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                      const PairsDone& done, const Test& test) {
  TestResult result;
  result.pairs.resize(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t i) {
    result.pairs[i] = test(PairDifferences(scores, pairs[i]));
    done(1);
  });
  return result;
}

// SignificanceTest::run of a test for which measures share nothing.
template <TestResult (*test)(const ScoreMatrix&, std::span<const RunPair>, const TestSettings&,
                             const PairsDone&)>
std::vector<TestResult> each(std::span<const ScoreMatrix> measures, std::span<const RunPair> pairs,
                             const TestSettings& settings, const PairsDone& done) {
  return mapped(measures,
                [&](const ScoreMatrix& scores) { return test(scores, pairs, settings, done); });
}

// The index, from 0, of the value that ends the upper share alpha of `trials` values in descending
// order: the floor(trials * alpha)-th largest. None if that is 0.
std::optional<std::size_t> borderline_index(std::uint64_t trials, double alpha);

// The two-sided p-value; 1 if there are neither wins nor losses.
double sign_test(std::uint64_t wins, std::uint64_t losses);

// The inner loops of the random tests. They give the same numbers on every processor.

inline constexpr std::size_t trial_lanes = 16;  // trials of the bootstrap that lie side by side
inline constexpr std::size_t run_tile = 4;      // runs that share the reading of counts
inline constexpr std::size_t pair_tile = 8;     // pairs that do

// The limits for a trial of the bootstrap, by the square of its sum of w, and a rough sum of w
// squared.
struct RoughLimits {
  double reached;        // times the squares: from here on it certainly reaches the limit
  double missed;         // times the squares: below this it certainly does not
  double spread, noise;  // from spread * squares - noise on it has hardly any variance, and is open

  bool is_without_variance(double square, double squares) const {
    return !(square + noise < spread * squares);
  }
  bool is_open(double square, double squares) const {
    return is_without_variance(square, squares) ||
           (!(square >= reached * squares) && !(square < missed * squares));
  }
};
struct RoughCount {
  std::size_t reached, open;
};

// sums[k][trial] = sum over topics, in their order, of count * values[topic][k], for k < run_tile
// and blocks * trial_lanes trials; counts[block][topic][lane].
void weighted_sums(const float* counts, const double* values, std::size_t topics,
                   std::size_t blocks, double* sums);

// The same in floats for k < pair_tile, each product and sum rounded.
void rough_sums(const float* counts, const float* values, std::size_t topics, std::size_t blocks,
                float* sums);

// How many trials certainly reach a limit, and how many are open, from sums of w, which is first -
// second, and rough sums of w squared over each trial's sample.
RoughCount count_rough(const double* first, const double* second, const float* squares,
                       std::size_t trials, const RoughLimits& limits);

// out[trial] = unit * (first - second) squared / squares, as floats. Returns how many trials have
// hardly any variance.
std::size_t rough_ratios(const double* first, const double* second, const float* squares,
                         std::size_t trials, const RoughLimits& limits, double unit, float* out);

std::size_t count_at_least(const float* values, std::size_t size, float limit);

// sums[i] += sign * values[i].
void add_signed(double* sums, const double* values, std::size_t size, double sign);

// The paired bootstrap test [Sakai12 Figs. 2 and 3].

// How often each bootstrap sample holds each topic. The same samples serve all pairs of runs and
// all measures.
class Resamples {
 public:
  // Trials are drawn as RandomPurpose::bootstrap says.
  Resamples(std::size_t topics, std::uint64_t trials, std::uint64_t seed);

  std::size_t topics() const { return topics_; }
  std::size_t trials() const { return trials_; }

  static constexpr std::size_t lanes = trial_lanes;
  std::size_t blocks() const { return (trials_ + lanes - 1) / lanes; }
  // topics x lanes counts of one block of trials. Lanes beyond the last trial hold one of each
  // topic.
  const float* block(std::size_t index) const { return counts_.data() + index * topics_ * lanes; }
  float count(std::size_t trial, std::size_t topic) const {
    return block(trial / lanes)[topic * lanes + trial % lanes];
  }

 private:
  std::size_t topics_, trials_;
  std::vector<float> counts_;
};

// A trial counts if its |t| is at least that of the data; equal means to within 1e-12 of t squared,
// so that rounding decides nothing. A sample without variance has t = 0 if its mean is 0, else an
// infinite t. The interval is mean -+ t' s / sqrt(N) with t' the floor(B alpha)-th largest |t| of
// the trials; among trials of equal |t| the earlier is the larger one.
TestResult bootstrap_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                          const Resamples& resamples, const TestSettings& settings,
                          const PairsDone& done);

}  // namespace subintent::internal
