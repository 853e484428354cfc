// Correlations of every two measures over groups of runs [Webber Table 3].
#pragma once

#include <vector>

#include "compare/score_matrix.h"
#include "compare/tested_pairs.h"
#include "subintent/comparison.h"

namespace subintent::internal {

// Of the rankings of runs by their means; tau_ap breaks ties by name. Over several groups: the
// mean, weighted by runs. Throws Error where there is one measure only, or no pair of runs.
std::vector<MeasureCorrelation> run_correlations(const std::vector<ScoreGroup>& groups);

// Of the orders of pairs of runs by p-value, over all groups at once; ties of tau_ap go to the
// earlier pair. Throws the same.
std::vector<MeasureCorrelation> p_value_correlations(const std::vector<ScoreGroup>& groups,
                                                     const TestSettings& settings,
                                                     Correction correction,
                                                     const PairsDone& progress = {});

}  // namespace subintent::internal
