// The randomised Tukey HSD test [Sakai12 Figs. 4 and 5].
#pragma once

#include <vector>

#include "compare/significance.h"

namespace subintent {

// For each trial, the largest difference between the means of two runs after the scores of every
// topic were shuffled among the runs, as RandomPurpose::tukey says. Time O(runs x topics x trials).
std::vector<double> tukey_ranges(const ScoreMatrix& scores, std::uint64_t trials,
                                 std::uint64_t seed);

// A trial counts for a pair if its range exceeds the pair's difference by more than 1e-12. All runs
// take part, whatever the pairs asked for. A pair without difference has p = 1, even if no trial
// has a range. The interval is the difference -+ the floor(B alpha)-th largest range.
TestResult tukey_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                      const TestSettings& settings);

}  // namespace subintent
