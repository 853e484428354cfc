// The paired randomisation test: the sign of every difference is as likely + as -.
#pragma once

#include "compare/significance.h"

namespace subintent::internal {

// Signs are drawn as RandomPurpose::signs says and shared by all pairs and measures. A trial counts
// if its mean difference is at least as large as that of the data, to within 1e-12 of the largest
// score. The interval is the difference -+ the floor(B alpha)-th largest absolute mean of the
// trials.
TestResult randomisation_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                              const TestSettings& settings, const PairsDone& done);

}  // namespace subintent::internal
