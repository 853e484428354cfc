// The randomised Tukey HSD test [Sakai12 Figs. 4 and 5].
#pragma once

#include <vector>

#include "compare/significance.h"

namespace subintent::internal {

// For each trial, the largest difference between the means of two runs after the scores of every
// topic were shuffled among the runs, as RandomPurpose::tukey says. Time O(runs x topics x trials).
std::vector<double> tukey_ranges(const ScoreMatrix& scores, std::uint64_t trials,
                                 std::uint64_t seed, const PairsDone& done);

// A trial counts for a pair if its range is at least the pair's difference, to within 1e-12 of the
// largest score ([Sakai12 Fig. 4] asks for more than the difference: with few topics many trials
// have exactly that range, and then a difference that chance makes often would have p = 0). All
// runs take part, whatever the pairs asked for. A pair without difference has p = 1. The interval
// is the difference -+ the floor(B alpha)-th largest range.
TestResult tukey_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                      const TestSettings& settings, const PairsDone& done);

}  // namespace subintent::internal
