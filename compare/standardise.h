// Standardised scores: how far a run is from the mean of all runs [Webber eq. 8].
#pragma once

#include <span>

namespace subintent::internal {

// Replaces the scores of all runs for one topic and measure by (score - mean) / standard deviation
// (n - 1). Where all runs have the same score, up to rounding (they span no more than 1e-12 of the
// largest), and where there is one run only, all get 0.
void standardise(std::span<double> scores);

}  // namespace subintent::internal
