// Standardised scores: how far a run is from the mean of all runs, topic by topic [Webber eq. 8].
#pragma once

#include <span>

#include "evaluate/scorer.h"

namespace subintent::internal {

// Standardises the scores of every measure and topic over the runs, as compare/standardise.h says.
// The runs must have been scored by the same scorer.
void standardise(std::span<RunScores* const> runs);

}  // namespace subintent::internal
