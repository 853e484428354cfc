// Compares runs anew when measures see something else: other hierarchies, or other judgments.
#pragma once

#include <optional>
#include <vector>

#include "compare/discriminative_power.h"
#include "compare/measure_correlations.h"
#include "compare/score_matrix.h"
#include "compare/tested_pairs.h"
#include "compare/topic_bootstrap.h"

namespace subintent::internal {

// Intervals of the numbers of pairs in a MeasureOverlap.
struct OverlapIntervals {
  std::optional<Interval> kept, lost, added, reversed;
};

// One measure, before and after.
struct ExchangedMeasure {
  MeasureCorrelation runs;  // of the rankings of runs by their means
  // Significant pairs, by test: kept with the same winner (both), lost (only1), new (only2),
  // reversed (conflicts).
  std::vector<MeasureOverlap> pairs;
  // Intervals, if asked for: of tau_b and the symmetric tau_ap; of the pairs, by test.
  std::optional<Interval> tau_b, tau_ap;
  std::vector<OverlapIntervals> pair_intervals;
};

// The scores of the same runs by the same measures for the same topics, before and after. Throws
// Error for fewer than two runs.
std::vector<ExchangedMeasure> exchanged_measures(const ScoreGroup& before, const ScoreGroup& after,
                                                 std::span<const TestSettings> tests,
                                                 Correction correction,
                                                 const PairsDone& progress = {});

// Adds the intervals of what exchanged_measures() made of the same scores and tests: those of the
// bootstrap over topics. Tests that are random themselves get none for their pairs: that would be
// trials times trials.
void add_intervals(const ScoreGroup& before, const ScoreGroup& after,
                   std::span<const TestSettings> tests, Correction correction,
                   const BootstrapSettings& settings, std::vector<ExchangedMeasure>& measures);

}  // namespace subintent::internal
