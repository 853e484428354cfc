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

// Shuffling a row of scores from its end, adding to sums[i] the score that comes to stand at place
// i. What is behind place i is not looked at again, so only the other score of an exchange is
// written.
void shuffle_and_add(std::span<double> row, const std::uint32_t* places, std::span<double> sums) {
  for (std::size_t i = row.size() - 1; i > 0; --i) {
    const std::size_t other = *places++;
    const double last = row[i];
    sums[i] += row[other];
    row[other] = last;
  }
  sums[0] += row[0];
}

// Two rows, the first of which is added first: their exchanges do not wait for each other.
void shuffle_and_add(std::span<double> row1, std::span<double> row2, const std::uint32_t* places1,
                     const std::uint32_t* places2, std::span<double> sums) {
  for (std::size_t i = row1.size() - 1; i > 0; --i) {
    const std::size_t other1 = *places1++, other2 = *places2++;
    const double last1 = row1[i], last2 = row2[i];
    sums[i] = sums[i] + row1[other1] + row2[other2];
    row1[other1] = last1;
    row2[other2] = last2;
  }
  sums[0] = sums[0] + row1[0] + row2[0];
}

// A row of scores and where its exchanges go.
struct Row {
  std::vector<double> scores;
  std::vector<std::uint32_t> places;

  void prepare(const ScoreMatrix& matrix, std::uint64_t seed, std::uint32_t trial,
               std::size_t topic) {
    const double* const first = matrix.values.data() + topic * matrix.runs;
    scores.assign(first, first + matrix.runs);
    places.resize(matrix.runs - 1);
    random_words({seed, RandomPurpose::tukey, trial, static_cast<std::uint32_t>(topic)}, places);
    scale_down(places, static_cast<std::uint32_t>(matrix.runs));
  }
};

struct Workspace {
  Row row1, row2;
  std::vector<double> sums;
};

double range_of_trial(const ScoreMatrix& scores, std::uint64_t seed, std::uint32_t trial,
                      Workspace& space) {
  auto& [row1, row2, sums] = space;
  sums.assign(scores.runs, 0);
  std::size_t topic = 0;
  for (; topic + 1 < scores.topics; topic += 2) {
    row1.prepare(scores, seed, trial, topic);
    row2.prepare(scores, seed, trial, topic + 1);
    shuffle_and_add(row1.scores, row2.scores, row1.places.data(), row2.places.data(), sums);
  }
  if (topic < scores.topics) {
    row1.prepare(scores, seed, trial, topic);
    shuffle_and_add(row1.scores, row1.places.data(), sums);
  }
  const auto [low, high] = std::minmax_element(sums.begin(), sums.end());
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
  for (const RunPair pair : pairs) {
    const PairDifferences differences(scores, pair);
    PairTest& tested = result.pairs.emplace_back(differences.description());
    if (!differences.testable()) continue;  // p = 1
    const double size = std::abs(differences.mean);
    const auto above = std::upper_bound(ranges.begin(), ranges.end(), size + 1e-12);
    tested.p = static_cast<double>(ranges.end() - above) / static_cast<double>(ranges.size());
    if (border) {
      const double width = ranges[ranges.size() - 1 - *border];
      tested.low = differences.mean - width;
      tested.high = differences.mean + width;
    }
    if (tested.p < settings.alpha) result.delta = std::min(result.delta.value_or(size), size);
  }
  return result;
}

}  // namespace subintent
