// The paired randomisation test: the sign of every difference is as likely + as -.

#include <algorithm>
#include <cmath>
#include <functional>

#include "compare/pair_differences.h"
#include "compare/signed_sums.h"
#include "compare/trial_loops.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"

namespace subintent::internal {

std::vector<double> signed_sums(const ScoreMatrix& scores, const TestSettings& settings,
                                const PairsDone& done) {
  std::vector<double> sums(settings.trials * scores.runs, 0);
  parallel_for(static_cast<std::size_t>(settings.trials), [&](std::size_t i) {
    std::vector<std::uint32_t> words((scores.topics + 31) / 32);
    random_words({settings.seed, RandomPurpose::signs, static_cast<std::uint32_t>(i), 0}, words);
    for (std::size_t topic = 0; topic < scores.topics; ++topic) {
      const bool minus = ((words[topic / 32] >> (topic % 32)) & 1) != 0;
      add_signed(sums.data() + i * scores.runs, scores.values.data() + topic * scores.runs,
                 scores.runs, minus ? -1 : 1);
    }
    done(0);
  });
  return sums;
}

namespace {

PairTest randomise_pair(const ScoreMatrix& scores, RunPair pair, const std::vector<double>& sums,
                        const TestSettings& settings) {
  const PairDifferences differences(scores, pair);
  PairTest result = differences.description();
  if (differences.z.size() < 2) return result;
  const double limit = std::abs(differences.mean) - 1e-12 * differences.scale;
  std::vector<double> means(settings.trials);
  std::size_t count = 0;
  for (std::size_t trial = 0; trial < means.size(); ++trial) {
    const double* of_runs = sums.data() + trial * scores.runs;
    means[trial] =
        std::abs(of_runs[pair.first] - of_runs[pair.second]) / static_cast<double>(scores.topics);
    count += means[trial] >= limit ? 1 : 0;
  }
  result.p = static_cast<double>(count) / static_cast<double>(settings.trials);
  const auto border = borderline_index(settings.trials, settings.alpha);
  if (border && settings.intervals) {
    const auto at = means.begin() + static_cast<std::ptrdiff_t>(*border);
    std::nth_element(means.begin(), at, means.end(), std::greater<>());
    differences.set_interval(result, differences.mean - *at, differences.mean + *at);
  }
  return result;
}

// Signs are drawn as RandomPurpose::signs says and shared by all pairs and measures. A trial counts
// if its mean difference is at least as large as that of the data, to within 1e-12 of the largest
// score. The interval is the difference -+ the floor(B alpha)-th largest absolute mean of the
// trials.
TestResult randomisation_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                              const TestSettings& settings, const PairsDone& done) {
  const std::vector<double> sums = signed_sums(scores, settings, done);
  TestResult result;
  result.pairs.resize(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t i) {
    result.pairs[i] = randomise_pair(scores, pairs[i], sums, settings);
    done(1);
  });
  return result;
}

}  // namespace

SignificanceTest randomisation_test_record() {
  SignificanceTest test;
  test.name = "randomisation";
  test.other_name = "randomization";
  test.label = "paired randomisation test";
  test.default_trials = 5000;
  test.prepare = [](const TestSettings& settings) -> MeasureTest {
    return [settings](const ScoreMatrix& scores, std::span<const RunPair> pairs,
                      const PairsDone& done) {
      return randomisation_test(scores, pairs, settings, done);
    };
  };
  return test;
}

}  // namespace subintent::internal
