#include "compare/tukey.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "compare/pair_differences.h"
#include "compare/philox.h"

namespace subintent {
namespace {

// Rows that are shuffled together, so that their exchanges need not wait for each other.
constexpr std::size_t rows_at_once = 4;

struct Workspace {
  std::vector<double> scores;         // rows_at_once rows
  std::vector<std::uint32_t> places;  // likewise: where the exchanges of each row go
  std::vector<double> sums;
};

// Shuffles a row of scores from its end and adds to sums[i] the score that comes to stand at place
// i. What is behind place i is not looked at again, so only the other score of an exchange is
// written.
void shuffle_and_add(double* __restrict row, const std::uint32_t* __restrict places,
                     std::size_t runs, double* __restrict sums) {
  for (std::size_t i = runs - 1; i > 0; --i) {
    const std::size_t other = *places++;
    const double last = row[i];
    sums[i] += row[other];
    row[other] = last;
  }
  sums[0] += row[0];
}

// The same for four rows, added in their order.
void shuffle_and_add_four(double* __restrict row1, const std::uint32_t* __restrict places1,
                          std::size_t runs, double* __restrict sums) {
  double* __restrict const row2 = row1 + runs;
  double* __restrict const row3 = row2 + runs;
  double* __restrict const row4 = row3 + runs;
  const std::uint32_t* __restrict const places2 = places1 + runs;
  const std::uint32_t* __restrict const places3 = places2 + runs;
  const std::uint32_t* __restrict const places4 = places3 + runs;
  for (std::size_t i = runs - 1, k = 0; i > 0; --i, ++k) {
    const std::size_t other1 = places1[k], other2 = places2[k], other3 = places3[k],
                      other4 = places4[k];
    const double last1 = row1[i], last2 = row2[i], last3 = row3[i], last4 = row4[i];
    sums[i] = sums[i] + row1[other1] + row2[other2] + row3[other3] + row4[other4];
    row1[other1] = last1;
    row2[other2] = last2;
    row3[other3] = last3;
    row4[other4] = last4;
  }
  sums[0] = sums[0] + row1[0] + row2[0] + row3[0] + row4[0];
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
    if (rows == rows_at_once) {
      shuffle_and_add_four(space.scores.data(), space.places.data(), runs, space.sums.data());
      continue;
    }
    for (std::size_t row = 0; row < rows; ++row) {
      shuffle_and_add(space.scores.data() + row * runs, space.places.data() + row * runs, runs,
                      space.sums.data());
    }
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
