// The randomised Tukey HSD test [Sakai12 Figs. 4 and 5].
#pragma once

#include "compare/significance.h"

namespace subintent::internal {

// Scores of every topic are shuffled among the runs, as RandomPurpose::tukey says, for all measures
// alike, which are of the same topics and runs. Time O(runs x topics x trials) a measure.
//
// A trial counts for a pair if its range is at least the pair's difference, to within 1e-12 of the
// largest score ([Sakai12 Fig. 4] asks for more than the difference: with few topics many trials
// have exactly that range, and then a difference that chance makes often would have p = 0). All
// runs take part, whatever the pairs asked for. A pair without difference has p = 1. The interval
// is the difference -+ the floor(B alpha)-th largest range.
std::vector<TestResult> tukey_tests(std::span<const ScoreMatrix> measures,
                                    std::span<const RunPair> pairs, const TestSettings& settings,
                                    const PairsDone& done);

}  // namespace subintent::internal
