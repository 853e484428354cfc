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
    ScoreMatrix& sample = made.measures.emplace_back(scores.with(scores.topics));
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

MeasureOverlap overlap_of(const ScoreGroup& both, const TestSettings& test, Correction correction,
                          const PairsDone& progress = {}) {
  const auto powers = discriminative_powers({both}, test, correction, progress);
  return measure_overlaps(both.measure_names(), powers, test.alpha).at(0);
}

OverlapIntervals overlap_intervals(const ScoreGroup& both, TestSettings test, Correction correction,
                                   const BootstrapSettings& settings) {
  if (test.test->is_random()) return {};
  test.intervals = false;
  const auto made = topic_intervals(both.topics.size(), 4, settings, [&](auto counts) {
    const MeasureOverlap o = overlap_of(resampled(both, counts), test, correction);
    std::vector<std::optional<double>> numbers;
    for (const std::uint64_t number : {o.both, o.only1, o.only2, o.conflicts}) {
      numbers.emplace_back(static_cast<double>(number));
    }
    return numbers;
  });
  return {made[0], made[1], made[2], made[3]};
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
      measure.pairs.push_back(overlap_of(both, settings, correction, progress));
    }
  }
  return made;
}

void add_intervals(const ScoreGroup& before, const ScoreGroup& after,
                   std::span<const TestSettings> tests, Correction correction,
                   const BootstrapSettings& settings, std::vector<ExchangedMeasure>& measures) {
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const ScoreGroup both = both_of(before, after, m);
    const auto taus = topic_intervals(both.topics.size(), 2, settings, [&](auto counts) {
      const MeasureCorrelation made = run_correlations({resampled(both, counts)}).at(0);
      return std::vector<std::optional<double>>{made.tau_b, made.tau_ap_symmetric};
    });
    measures[m].tau_b = taus[0];
    measures[m].tau_ap = taus[1];
    for (const TestSettings& test : tests) {
      measures[m].pair_intervals.push_back(overlap_intervals(both, test, correction, settings));
    }
  }
}

}  // namespace subintent::internal
