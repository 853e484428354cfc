#include "compare/tukey.h"

#include <tbb/enumerable_thread_specific.h>

#include <cmath>
#include <numeric>

#include "compare/paired_tests.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

// Rows that are shuffled together, so that their exchanges need not wait for each other.
constexpr std::size_t rows_at_once = 5;

// Exchanges of a row whose places are drawn together.
constexpr std::size_t exchanges_at_once = 128;

struct Workspace {
  std::vector<double> scores;  // rows_at_once rows
  std::vector<double> sums;
  alignas(64) std::array<std::uint32_t, rows_at_once * exchanges_at_once> places;
};

// Does `count` exchanges of some rows of `runs` scores, from place `last` down, and adds to
// sums[i], row after row, the scores that come to stand at place i. What is behind place i is not
// looked at again, so only the other score of an exchange is written.
template <std::size_t rows>
void exchange_and_add(double* scores, std::size_t runs, const std::uint32_t* __restrict places,
                      std::size_t last, std::size_t count, double* __restrict sums) {
  std::array<double*, rows> row;
  for (std::size_t r = 0; r < rows; ++r) row[r] = scores + r * runs;
  for (std::size_t k = 0; k < count; ++k) {
    double sum = sums[last - k];
#pragma GCC unroll 8
    for (std::size_t r = 0; r < rows; ++r) {
      double& other = row[r][places[r * exchanges_at_once + k]];
      sum += other;
      other = row[r][last - k];
    }
    sums[last - k] = sum;
  }
}

// Shuffles the first `rows` rows of the workspace and adds them to its sums.
template <std::size_t rows>
void shuffle_and_add(std::size_t runs, RandomSequence sequence, Workspace& space) {
  const std::uint32_t first = sequence.row;
  for (std::size_t done = 0; done + 1 < runs; done += exchanges_at_once) {
    const std::size_t count = std::min(exchanges_at_once, runs - 1 - done);
    for (std::size_t r = 0; r < rows; ++r) {
      sequence.row = first + static_cast<std::uint32_t>(r);
      random_places(sequence, static_cast<std::uint32_t>(done), static_cast<std::uint32_t>(runs),
                    std::span(space.places).subspan(r * exchanges_at_once, count));
    }
    exchange_and_add<rows>(space.scores.data(), runs, space.places.data(), runs - 1 - done, count,
                           space.sums.data());
  }
  for (std::size_t r = 0; r < rows; ++r) space.sums[0] += space.scores[r * runs];
}

// The same for any number of rows up to `rows`.
template <std::size_t rows>
void shuffle_and_add(std::size_t count, std::size_t runs, const RandomSequence& sequence,
                     Workspace& space) {
  if constexpr (rows > 0) {
    if (count == rows) {
      shuffle_and_add<rows>(runs, sequence, space);
    } else {
      shuffle_and_add<rows - 1>(count, runs, sequence, space);
    }
  }
}

// The largest less the smallest.
double range_of(std::span<const double> values) {
  constexpr std::size_t at_once = 8;
  std::array<double, at_once> low, high;
  low.fill(values[0]);
  high.fill(values[0]);
  std::size_t i = 0;
  for (; i + at_once <= values.size(); i += at_once) {
    for (std::size_t k = 0; k < at_once; ++k) {
      low[k] = values[i + k] < low[k] ? values[i + k] : low[k];
      high[k] = values[i + k] > high[k] ? values[i + k] : high[k];
    }
  }
  for (; i < values.size(); ++i) {
    low[0] = std::min(low[0], values[i]);
    high[0] = std::max(high[0], values[i]);
  }
  return *std::ranges::max_element(high) - *std::ranges::min_element(low);
}

double range_of_trial(const ScoreMatrix& scores, std::uint64_t seed, std::uint32_t trial,
                      Workspace& space) {
  const std::size_t runs = scores.runs;
  space.scores.resize(rows_at_once * runs);
  space.sums.assign(runs, 0);
  for (std::size_t first = 0; first < scores.topics; first += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, scores.topics - first);
    std::copy_n(scores.values.data() + first * runs, rows * runs, space.scores.data());
    shuffle_and_add<rows_at_once>(
        rows, runs, {seed, RandomPurpose::tukey, trial, static_cast<std::uint32_t>(first)}, space);
  }
  return range_of(space.sums) / static_cast<double>(scores.topics);
}

// Several measures at once: what is drawn serves all, and their scores stand side by side, so that
// they are added together.
constexpr std::size_t tukey_lanes = 8;
struct alignas(64) Lanes {
  std::array<double, tukey_lanes> of{};
};

// The scores of up to eight measures by topic and run.
std::vector<Lanes> side_by_side(std::span<const ScoreMatrix> measures) {
  std::vector<Lanes> made(measures[0].values.size());
  for (std::size_t m = 0; m < measures.size(); ++m) {
    for (std::size_t i = 0; i < made.size(); ++i) made[i].of[m] = measures[m].values[i];
  }
  return made;
}

struct LanesWorkspace {
  std::vector<std::uint32_t> places, order;  // what is drawn, and the runs in the order it makes
  std::vector<std::vector<Lanes>> sums;      // by group of measures
};

// The runs of a row, shuffled: exchanges of place after place, from the last one down.
void shuffle_runs(std::span<const std::uint32_t> places, std::vector<std::uint32_t>& order) {
  std::iota(order.begin(), order.end(), 0u);
  std::size_t last = order.size() - 1;
  for (const std::uint32_t place : places) std::swap(order[place], order[last--]);
}

// Adds the scores of a row, shuffled, to sums by place.
void add_row(const Lanes* row, std::span<const std::uint32_t> order, std::vector<Lanes>& sums) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Lanes& scores = row[order[i]];
    for (std::size_t m = 0; m < tukey_lanes; ++m) sums[i].of[m] += scores.of[m];
  }
}

// Leaves the sums of a trial in the workspace.
void add_trial(std::span<const std::vector<Lanes>> groups, std::size_t topics, std::size_t runs,
               RandomSequence sequence, LanesWorkspace& space) {
  space.places.resize(runs - 1);
  space.order.resize(runs);
  space.sums.resize(groups.size());
  for (auto& sums : space.sums) sums.assign(runs, {});
  for (std::size_t topic = 0; topic < topics; ++topic) {
    sequence.row = static_cast<std::uint32_t>(topic);
    random_places(sequence, 0, static_cast<std::uint32_t>(runs), space.places);
    shuffle_runs(space.places, space.order);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      add_row(groups[g].data() + topic * runs, space.order, space.sums[g]);
    }
  }
}

double range_of_lane(const std::vector<Lanes>& sums, std::size_t lane, std::size_t topics) {
  const auto [low, high] =
      std::ranges::minmax(sums, {}, [&](const Lanes& sum) { return sum.of[lane]; });
  return (high.of[lane] - low.of[lane]) / static_cast<double>(topics);
}

// The ranges of one measure.
std::vector<double> ranges_of(const ScoreMatrix& scores, const TestSettings& settings,
                              const PairsDone& done) {
  std::vector<double> ranges(settings.trials);
  tbb::enumerable_thread_specific<Workspace> spaces;
  parallel_for(ranges.size(), [&](std::size_t trial) {
    ranges[trial] =
        range_of_trial(scores, settings.seed, static_cast<std::uint32_t>(trial), spaces.local());
    done(0);
  });
  return ranges;
}

// By measure, for each trial the largest difference between the means of two runs.
std::vector<std::vector<double>> tukey_ranges(std::span<const ScoreMatrix> measures,
                                              const TestSettings& settings, const PairsDone& done) {
  if (measures.size() == 1) return {ranges_of(measures[0], settings, done)};
  const std::size_t topics = measures[0].topics, runs = measures[0].runs;
  std::vector<std::vector<Lanes>> groups;
  for (std::size_t m = 0; m < measures.size(); m += tukey_lanes) {
    groups.push_back(side_by_side(measures.subspan(m, std::min(tukey_lanes, measures.size() - m))));
  }
  std::vector<std::vector<double>> ranges(measures.size(), std::vector<double>(settings.trials));
  tbb::enumerable_thread_specific<LanesWorkspace> spaces;
  parallel_for(static_cast<std::size_t>(settings.trials), [&](std::size_t trial) {
    LanesWorkspace& space = spaces.local();
    add_trial(groups, topics, runs,
              {settings.seed, RandomPurpose::tukey, static_cast<std::uint32_t>(trial), 0}, space);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      ranges[m][trial] = range_of_lane(space.sums[m / tukey_lanes], m % tukey_lanes, topics);
    }
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
  TestResult result;
  result.pairs.resize(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t i) {
    const PairDifferences differences(scores, pairs[i]);
    PairTest& tested = result.pairs[i] = differences.description();
    done(1);
    if (differences.testable()) {  // otherwise p = 1
      const double limit = std::abs(differences.mean) - rounding;
      const auto first = std::lower_bound(ranges.begin(), ranges.end(), limit);
      tested.p = static_cast<double>(ranges.end() - first) / static_cast<double>(ranges.size());
    }
    if (!border || differences.z.size() < 2) return;
    const double width = ranges[ranges.size() - 1 - *border];
    differences.set_interval(tested, differences.mean - width, differences.mean + width);
  });
  for (const PairTest& tested : result.pairs) {
    const double size = std::abs(tested.difference);
    if (tested.p < settings.alpha) result.delta = std::min(result.delta.value_or(size), size);
  }
  return result;
}

}  // namespace

std::vector<TestResult> tukey_tests(std::span<const ScoreMatrix> measures,
                                    std::span<const RunPair> pairs, const TestSettings& settings,
                                    const PairsDone& done) {
  std::vector<std::vector<double>> ranges = tukey_ranges(measures, settings, done);
  std::vector<TestResult> results;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    results.push_back(tukey_result(measures[m], std::move(ranges[m]), pairs, settings, done));
  }
  return results;
}

SignificanceTest tukey_test_record() {
  SignificanceTest test;
  test.name = "tukey";
  test.label = "randomised Tukey HSD test";
  test.default_trials = 5000;
  test.family_wise = true;
  test.delta = SignificanceTest::Delta::smallest;
  test.together = tukey_tests;
  return test;
}

}  // namespace subintent::internal
