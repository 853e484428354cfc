#include "compare/exchanged_scores.h"

#include "compare/measure_correlations.h"

namespace subintent::internal {

std::vector<ExchangedMeasure> exchanged_measures(const ScoreGroup& before, const ScoreGroup& after,
                                                 std::span<const TestSettings> tests,
                                                 Correction correction, const PairsDone& progress) {
  std::vector<ExchangedMeasure> made;
  for (std::size_t m = 0; m < before.measures.size(); ++m) {
    const ScoreGroup both{before.runs, before.topics, {before.measures[m], after.measures[m]}};
    ExchangedMeasure& measure = made.emplace_back();
    measure.runs = run_correlations({both}).at(0);
    for (const TestSettings& settings : tests) {
      const auto powers = discriminative_powers({both}, settings, correction, progress);
      measure.pairs.push_back(measure_overlaps(both.measure_names(), powers, settings.alpha).at(0));
    }
  }
  return made;
}

}  // namespace subintent::internal
