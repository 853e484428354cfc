// The randomised Tukey HSD test [Sakai12 Figs. 4 and 5].
#include <tbb/enumerable_thread_specific.h>

#include <cmath>
#include <numeric>

#include "compare/paired_tests.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

// Several measures at once: what is drawn serves all, and their scores stand side by side, so that
// they are added together.
template <std::size_t lanes>
struct alignas(lanes * sizeof(double)) Lanes {
  std::array<double, lanes> of{};
};

// The scores of up to so many measures by topic and run.
template <std::size_t lanes>
std::vector<Lanes<lanes>> side_by_side(std::span<const ScoreMatrix> measures) {
  std::vector<Lanes<lanes>> result(measures[0].values.size());
  for (std::size_t m = 0; m < measures.size(); ++m)
    for (std::size_t i = 0; i < result.size(); ++i) result[i].of[m] = measures[m].values[i];
  return result;
}

template <std::size_t lanes>
struct LanesWorkspace {
  std::vector<std::uint32_t> places, order;     // what is drawn, and the runs in the order it makes
  std::vector<std::vector<Lanes<lanes>>> sums;  // by group of measures
};

// Adds the scores of a row, shuffled, to sums by place.
template <std::size_t lanes>
void add_row(const Lanes<lanes>* row, std::span<const std::uint32_t> order,
             std::vector<Lanes<lanes>>& sums) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Lanes<lanes>& scores = row[order[i]];
    for (std::size_t m = 0; m < lanes; ++m) sums[i].of[m] += scores.of[m];
  }
}

// Leaves the sums of a trial in the workspace.
template <std::size_t lanes>
void add_trial(const std::vector<std::vector<Lanes<lanes>>>& groups, std::size_t topics,
               std::size_t runs, RandomSequence sequence, LanesWorkspace<lanes>& space) {
  space.places.resize(runs - 1);
  space.order.resize(runs);
  space.sums.resize(groups.size());
  for (auto& sums : space.sums) sums.assign(runs, {});
  for (std::size_t topic = 0; topic < topics; ++topic) {
    sequence.row = static_cast<std::uint32_t>(topic);
    random_places(sequence, 0, static_cast<std::uint32_t>(runs), space.places);
    // The runs of a row, shuffled: exchanges of place after place, from the last one down.
    std::iota(space.order.begin(), space.order.end(), 0u);
    std::size_t last = runs - 1;
    for (const std::uint32_t place : space.places)
      std::swap(space.order[place], space.order[last--]);
    for (std::size_t g = 0; g < groups.size(); ++g)
      add_row(groups[g].data() + topic * runs, space.order, space.sums[g]);
  }
}

template <std::size_t lanes>
double range_of_lane(const std::vector<Lanes<lanes>>& sums, std::size_t lane, std::size_t topics) {
  const auto [low, high] =
      std::ranges::minmax(sums, {}, [&](const Lanes<lanes>& sum) { return sum.of[lane]; });
  return (high.of[lane] - low.of[lane]) / static_cast<double>(topics);
}

// By measure, for each trial the largest difference between the means of two runs.
template <std::size_t lanes>
std::vector<std::vector<double>> tukey_ranges(std::span<const ScoreMatrix> measures,
                                              const TestSettings& settings, const PairsDone& done) {
  const std::size_t topics = measures[0].topics, runs = measures[0].runs;
  std::vector<std::vector<Lanes<lanes>>> groups;
  for (std::size_t m = 0; m < measures.size(); m += lanes) {
    groups.push_back(
        side_by_side<lanes>(measures.subspan(m, std::min(lanes, measures.size() - m))));
  }
  std::vector<std::vector<double>> ranges(measures.size(), std::vector<double>(settings.trials));
  tbb::enumerable_thread_specific<LanesWorkspace<lanes>> spaces;
  parallel_for(static_cast<std::size_t>(settings.trials), [&](std::size_t trial) {
    LanesWorkspace<lanes>& space = spaces.local();
    add_trial(groups, topics, runs,
              {settings.seed, RandomPurpose::tukey, static_cast<std::uint32_t>(trial), 0}, space);
    for (std::size_t m = 0; m < measures.size(); ++m)
      ranges[m][trial] = range_of_lane(space.sums[m / lanes], m % lanes, topics);
    done(0);
  });
  return ranges;
}

// From the ranges of the trials.
TestResult tukey_result(const ScoreMatrix& scores, std::vector<double> ranges,
                        std::span<const RunPair> pairs, const TestSettings& settings,
                        const PairsDone& done) {
  std::sort(ranges.begin(), ranges.end());
  const auto border = borderline_index(settings.trials, settings.alpha);
  double largest = 0;
  for (const double score : scores.values) largest = std::max(largest, std::abs(score));
  const double rounding = 1e-12 * largest;
  const auto test = [&](const PairDifferences& differences) {
    PairTest tested = differences.description();
    if (differences.testable()) {  // otherwise p = 1
      const double limit = std::abs(differences.mean) - rounding;
      const auto first = std::lower_bound(ranges.begin(), ranges.end(), limit);
      tested.p = static_cast<double>(ranges.end() - first) / static_cast<double>(ranges.size());
    }
    if (!border || differences.z.size() < 2) return tested;
    const double width = ranges[ranges.size() - 1 - *border];
    differences.set_interval(tested, differences.mean - width, differences.mean + width);
    return tested;
  };
  TestResult result = test_pairs(scores, pairs, done, test);
  for (const PairTest& tested : result.pairs) {
    const double size = std::abs(tested.difference);
    if (tested.p < settings.alpha) result.delta = std::min(result.delta.value_or(size), size);
  }
  return result;
}

// Scores of every topic are shuffled among the runs, as RandomPurpose::tukey says, for all measures
// alike, which are of the same topics and runs. Time O(runs x topics x trials) a measure.
//
// A trial counts for a pair if its range is at least the pair's difference, to within 1e-12 of the
// largest score ([Sakai12 Fig. 4] asks for more than the difference: with few topics many trials
// have exactly that range, and then a difference that chance makes often would have p = 0). All
// runs take part, whatever the pairs asked for. A pair without difference has p = 1. The interval
// is the difference -+ the floor(B alpha)-th largest range.
void add_tukey_tests(std::span<const ScoreMatrix> measures, std::span<const RunPair> pairs,
                     const TestSettings& settings, const PairsDone& done,
                     std::vector<TestResult>& results) {
  std::vector<std::vector<double>> ranges = measures.size() == 1
                                                ? tukey_ranges<1>(measures, settings, done)
                                                : tukey_ranges<8>(measures, settings, done);
  for (std::size_t m = 0; m < measures.size(); ++m)
    results.push_back(tukey_result(measures[m], std::move(ranges[m]), pairs, settings, done));
}

// All measures at once; those of other topics, to which fewer apply, by themselves.
[[gnu::cold]] std::vector<TestResult> tukey_tests(std::span<const ScoreMatrix> measures,
                                                  std::span<const RunPair> pairs,
                                                  const TestSettings& settings,
                                                  const PairsDone& done) {
  std::vector<TestResult> results;
  while (!measures.empty()) {
    std::size_t alike = 1;
    while (alike < measures.size() && measures[alike].topics == measures[0].topics) ++alike;
    add_tukey_tests(measures.first(alike), pairs, settings, done, results);
    measures = measures.subspan(alike);
  }
  return results;
}

}  // namespace

SignificanceTest tukey_test_record() {
  return {.name = "tukey",
          .label = "randomised Tukey HSD test",
          .default_trials = 5000,
          .family_wise = true,
          .delta = SignificanceTest::Delta::smallest,
          .run = tukey_tests};
}

}  // namespace subintent::internal
