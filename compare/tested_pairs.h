// What the analyses that test pairs of runs share.
#pragma once

#include <string>
#include <vector>

#include "report/analysis.h"

namespace subintent::internal {

// The groups that have pairs: those of two runs or more. Throws Error if there is none.
std::vector<const ScoreGroup*> comparable(const std::vector<ScoreGroup>& groups);

// The pairs of a group that are asked for: all, or those with the baseline.
std::vector<RunPair> pairs_of(const AnalysisOptions& options, const ScoreGroup& group);

TestSettings settings_of(const AnalysisOptions& options, const SignificanceTest& test,
                         bool intervals);

// Random tests with too few trials for any pair of a group to be significant.
std::vector<std::string> trial_warnings(const AnalysisOptions& options,
                                        const std::vector<ScoreGroup>& groups);

// Discriminative power of every measure under every test of the options, with the differences it
// needs if `deltas`.
std::vector<TestedMeasures> test_powers(const AnalysisOptions& options,
                                        const std::vector<ScoreGroup>& groups, bool deltas,
                                        const PairsDone& progress);

}  // namespace subintent::internal
