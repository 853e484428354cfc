// What becomes of comparisons of runs where measures see something else: other hierarchies.
#pragma once

#include <vector>

#include "compare/score_matrix.h"
#include "compare/tested_pairs.h"
#include "subintent/comparison.h"

namespace subintent::internal {

// One measure, before and after.
struct ExchangedMeasure {
  MeasureCorrelation runs;  // of the rankings of runs by their means
  // Significant pairs, by test: kept with the same winner (both), lost (only1), new (only2),
  // reversed (conflicts).
  std::vector<MeasureOverlap> pairs;
};

// The scores of the same runs by the same measures for the same topics, before and after. Throws
// Error for fewer than two runs.
std::vector<ExchangedMeasure> exchanged_measures(const ScoreGroup& before, const ScoreGroup& after,
                                                 std::span<const TestSettings> tests,
                                                 Correction correction,
                                                 const PairsDone& progress = {});

}  // namespace subintent::internal
