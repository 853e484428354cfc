#include "compare/exchanged_scores.h"

#include "compare/measure_correlations.h"

namespace subintent::internal {
namespace {

// A measure before and after, as two measures.
ScoreGroup both_of(const ScoreGroup& before, const ScoreGroup& after, std::size_t measure) {
  return {before.runs, before.topics, {before.measures[measure], after.measures[measure]}};
}

// The scores of a resample of the topics.
ScoreGroup resampled(const ScoreGroup& group, std::span<const std::uint32_t> counts) {
  ScoreGroup made{group.runs, group.topics, {}};
  for (const ScoreMatrix& scores : group.measures) {
    ScoreMatrix& sample =
        made.measures.emplace_back(ScoreMatrix{scores.measure, scores.topics, scores.runs, {}});
    for (std::size_t topic = 0; topic < scores.topics; ++topic) {
      const auto row = scores.values.begin() + static_cast<std::ptrdiff_t>(topic * scores.runs);
      for (std::uint32_t i = 0; i < counts[topic]; ++i) {
        sample.values.insert(sample.values.end(), row,
                             row + static_cast<std::ptrdiff_t>(scores.runs));
      }
    }
  }
  return made;
}

}  // namespace

std::vector<ExchangedMeasure> exchanged_measures(const ScoreGroup& before, const ScoreGroup& after,
                                                 std::span<const TestSettings> tests,
                                                 Correction correction, const PairsDone& progress) {
  std::vector<ExchangedMeasure> made;
  for (std::size_t m = 0; m < before.measures.size(); ++m) {
    const ScoreGroup both = both_of(before, after, m);
    ExchangedMeasure& measure = made.emplace_back();
    measure.runs = run_correlations({both}).at(0);
    for (const TestSettings& settings : tests) {
      const auto powers = discriminative_powers({both}, settings, correction, progress);
      measure.pairs.push_back(measure_overlaps(both.measure_names(), powers, settings.alpha).at(0));
    }
  }
  return made;
}

void add_intervals(const ScoreGroup& before, const ScoreGroup& after,
                   const BootstrapSettings& settings, std::vector<ExchangedMeasure>& measures) {
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const ScoreGroup both = both_of(before, after, m);
    const auto interval = [&](double MeasureCorrelation::*coefficient) {
      return topic_interval(both.topics.size(), settings, [&](auto counts) {
        return std::optional(run_correlations({resampled(both, counts)}).at(0).*coefficient);
      });
    };
    measures[m].tau_b = interval(&MeasureCorrelation::tau_b);
    measures[m].tau_ap = interval(&MeasureCorrelation::tau_ap_symmetric);
  }
}

}  // namespace subintent::internal
