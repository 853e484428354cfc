// Correlations of every two measures over groups of runs [Webber Table 3].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/correction.h"
#include "compare/score_matrix.h"
#include "compare/tested_pairs.h"

namespace subintent::internal {

// Correlation of the rankings that two measures make of the same items [Webber Table 3]. Nothing
// where one of the measures ranks no item above another.
struct MeasureCorrelation {
  std::string measure1, measure2;
  std::optional<double> tau_b;             // Kendall's
  std::optional<double> tau_ap_1;          // [Yilmaz et al. 2008]; the first ranking is the truth
  std::optional<double> tau_ap_2;          // where the second one is
  std::optional<double> tau_ap_symmetric;  // their mean
  std::uint64_t items = 0;                 // ranked
};

// Correlates the rankings of runs by their means; tau_ap breaks ties by name. Over several groups:
// the mean, weighted by runs. Throws Error where there is one measure only, or no pair of runs.
std::vector<MeasureCorrelation> run_correlations(const std::vector<ScoreGroup>& groups);

// Correlates the orders of pairs of runs by p-value, over all groups at once; ties of tau_ap go to
// the earlier pair. Throws the same.
std::vector<MeasureCorrelation> p_value_correlations(const std::vector<ScoreGroup>& groups,
                                                     const TestSettings& settings,
                                                     Correction correction,
                                                     const PairsDone& progress = {});

}  // namespace subintent::internal
