// Sums of scores under random signs, from which the randomisation tests make their trials.
#pragma once

#include "compare/significance.h"

namespace subintent::internal {

// sums[trial * runs + run]: of the scores of all topics with the trial's signs, drawn as
// RandomPurpose::signs says. `done` is called with 0 for each trial.
std::vector<double> signed_sums(const ScoreMatrix& scores, const TestSettings& settings,
                                const PairsDone& done);

}  // namespace subintent::internal
