// The paired bootstrap test [Sakai12 Figs. 2 and 3].
#pragma once

#include "compare/significance.h"
#include "compare/trial_loops.h"

namespace subintent::internal {

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
