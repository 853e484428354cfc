// Standardised scores: how far a run is from the mean of all runs, topic by topic [Webber eq. 8].
#pragma once

#include <span>

#include "evaluate/scorer.h"

namespace subintent {

// Replaces every score by (score - mean) / standard deviation over the runs, of its measure and
// topic. The deviation has n - 1; where all runs have the same score, all get 0. The runs must have
// been scored by the same scorer.
void standardise(std::span<RunScores* const> runs);

}  // namespace subintent
