#include "compare/tukey.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "compare/pair_differences.h"
#include "compare/philox.h"

namespace subintent {
namespace {

// Rows that are shuffled together, so that their exchanges need not wait for each other.
constexpr std::size_t rows_at_once = 5;

struct Workspace {
  std::vector<double> scores;         // rows_at_once rows
  std::vector<std::uint32_t> places;  // likewise: where the exchanges of each row go
  std::vector<double> sums;
};

// Shuffles rows of `runs` scores from their ends and adds to sums[i], row after row, the scores
// that come to stand at place i. What is behind place i is not looked at again, so only the other
// score of an exchange is written.
template <std::size_t rows>
void shuffle_and_add(double* __restrict scores, const std::uint32_t* __restrict places,
                     std::size_t runs, double* __restrict sums) {
  for (std::size_t i = runs - 1, k = 0; i > 0; --i, ++k) {
    std::array<std::size_t, rows> other;
    std::array<double, rows> last;
    double sum = sums[i];
#pragma GCC unroll 8
    for (std::size_t row = 0; row < rows; ++row) {
      other[row] = row * runs + places[row * runs + k];
      last[row] = scores[row * runs + i];
      sum += scores[other[row]];
    }
#pragma GCC unroll 8
    for (std::size_t row = 0; row < rows; ++row) scores[other[row]] = last[row];
    sums[i] = sum;
  }
  for (std::size_t row = 0; row < rows; ++row) sums[0] += scores[row * runs];
}

// The same for any number of rows up to `rows`.
template <std::size_t rows>
void shuffle_and_add(std::size_t count, double* scores, const std::uint32_t* places,
                     std::size_t runs, double* sums) {
  if constexpr (rows > 0) {
    if (count == rows) {
      shuffle_and_add<rows>(scores, places, runs, sums);
    } else {
      shuffle_and_add<rows - 1>(count, scores, places, runs, sums);
    }
  }
}

double range_of_trial(const ScoreMatrix& scores, std::uint64_t seed, std::uint32_t trial,
                      Workspace& space) {
  const std::size_t runs = scores.runs;
  space.scores.resize(rows_at_once * runs);
  space.places.resize(rows_at_once * runs);
  space.sums.assign(runs, 0);
  for (std::size_t first = 0; first < scores.topics; first += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, scores.topics - first);
    std::copy_n(scores.values.data() + first * runs, rows * runs, space.scores.data());
    for (std::size_t row = 0; row < rows; ++row) {
      random_places({seed, RandomPurpose::tukey, trial, static_cast<std::uint32_t>(first + row)},
                    static_cast<std::uint32_t>(runs),
                    std::span(space.places).subspan(row * runs, runs - 1));
    }
    shuffle_and_add<rows_at_once>(rows, space.scores.data(), space.places.data(), runs,
                                  space.sums.data());
  }
  const auto [low, high] = std::minmax_element(space.sums.begin(), space.sums.end());
  return (*high - *low) / static_cast<double>(scores.topics);
}

}  // namespace

std::vector<double> tukey_ranges(const ScoreMatrix& scores, std::uint64_t trials,
                                 std::uint64_t seed) {
  std::vector<double> ranges(trials);
  tbb::enumerable_thread_specific<Workspace> spaces;
  tbb::parallel_for(std::size_t{0}, ranges.size(), [&](std::size_t trial) {
    ranges[trial] = range_of_trial(scores, seed, static_cast<std::uint32_t>(trial), spaces.local());
  });
  return ranges;
}

TestResult tukey_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                      const TestSettings& settings) {
  std::vector<double> ranges = tukey_ranges(scores, settings.trials, settings.seed);
  std::sort(ranges.begin(), ranges.end());
  const auto border = borderline_index(settings.trials, settings.alpha);
  TestResult result;
  result.pairs.resize(pairs.size());
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    const PairDifferences differences(scores, pairs[i]);
    PairTest& tested = result.pairs[i] = differences.description();
    if (!differences.testable()) return;  // p = 1
    const double size = std::abs(differences.mean);
    const auto above = std::upper_bound(ranges.begin(), ranges.end(), size + 1e-12);
    tested.p = static_cast<double>(ranges.end() - above) / static_cast<double>(ranges.size());
    if (!border) return;
    const double width = ranges[ranges.size() - 1 - *border];
    tested.low = differences.mean - width;
    tested.high = differences.mean + width;
  });
  for (const PairTest& tested : result.pairs) {
    const double size = std::abs(tested.difference);
    if (tested.p < settings.alpha) result.delta = std::min(result.delta.value_or(size), size);
  }
  return result;
}

}  // namespace subintent
