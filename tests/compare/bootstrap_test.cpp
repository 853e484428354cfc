// The bootstrap decides most trials by rough sums: results are those of exact ones all the same.
#include "compare/paired_tests.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace subintent::internal {
namespace {

// What the test says of a pair, from t squared of each trial, computed in doubles.
class ExactPair {
 public:
  ExactPair(const ScoreMatrix& scores, RunPair pair, const Resamples& resamples)
      : differences_(scores, pair), n_(static_cast<double>(scores.topics)) {
    const auto means = scores.means();
    for (std::size_t topic = 0; topic < scores.topics; ++topic) {
      first_.push_back(scores.at(topic, pair.first) - means[pair.first]);
      second_.push_back(scores.at(topic, pair.second) - means[pair.second]);
    }
    for (std::size_t trial = 0; trial < resamples.trials(); ++trial) add(resamples, trial);
  }

  double p() const {
    const double limit = differences_.squared_t() * (1 - 1e-12);
    const auto count = std::ranges::count_if(t_, [&](double t) { return t >= limit; });
    return static_cast<double>(count) / static_cast<double>(t_.size());
  }

  // The trial at a place in descending order, the earlier ones of equals first.
  std::size_t trial_at(std::size_t place) const {
    std::vector<std::size_t> order(t_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, std::greater(), [&](std::size_t trial) { return t_[trial]; });
    const double value = t_[order[place]];
    std::vector<std::size_t> equal;
    std::size_t above = 0;
    for (std::size_t trial = 0; trial < t_.size(); ++trial)
      if (t_[trial] >= value * (1 - 1e-12) && t_[trial] <= value * (1 + 1e-12))
        equal.push_back(trial);
      else
        above += t_[trial] > value ? 1 : 0;
    return equal[place - above];
  }

  double width(std::size_t trial) const {
    return std::sqrt(t_[trial] / n_) * differences_.deviation;
  }
  double border(std::size_t trial) const { return std::abs(sums_[trial]) / n_; }
  const PairDifferences& differences() const { return differences_; }

 private:
  void add(const Resamples& resamples, std::size_t trial) {
    double first = 0, second = 0, squares = 0;
    for (std::size_t topic = 0; topic < first_.size(); ++topic) {
      const double count = resamples.count(trial, topic), w = first_[topic] - second_[topic];
      first += count * first_[topic];
      second += count * second_[topic];
      squares += count * (w * w);
    }
    const double sum = first - second, of_mean = sum * sum / n_;
    const double least = 1e-9 * differences_.scale;
    const bool doubtful = squares - of_mean <= 1e-4 * squares + n_ * least * least;
    sums_.push_back(sum);
    t_.push_back(doubtful ? in_two_passes(resamples, trial)
                          : of_mean * (n_ - 1) / (squares - of_mean));
  }

  double in_two_passes(const Resamples& resamples, std::size_t trial) const {
    double lowest = infinity, highest = -infinity, sum = 0, squares = 0;
    for (std::size_t topic = 0; topic < first_.size(); ++topic) {
      const double count = resamples.count(trial, topic), w = first_[topic] - second_[topic];
      if (count == 0) continue;
      lowest = std::min(lowest, w);
      highest = std::max(highest, w);
      sum += count * w;
    }
    const double mean = sum / n_, scale = differences_.scale;
    if (highest - lowest <= 1e-12 * scale) return std::abs(mean) <= 1e-12 * scale ? 0 : infinity;
    for (std::size_t topic = 0; topic < first_.size(); ++topic) {
      const double from_mean = first_[topic] - second_[topic] - mean;
      squares += resamples.count(trial, topic) * from_mean * from_mean;
    }
    return mean * mean * n_ * (n_ - 1) / squares;
  }

  PairDifferences differences_;
  double n_;
  std::vector<double> first_, second_, sums_, t_;
};

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

void expect_exact(const ScoreMatrix& scores, std::uint64_t trials, double alpha) {
  const Resamples resamples(scores.topics, trials, 7);
  const auto pairs = all_pairs(scores.runs);
  TestSettings settings{find_test("bootstrap"), trials, 7, alpha, true};
  const TestResult found = bootstrap_test(scores, pairs, resamples, settings, [](auto) {});
  const auto place = borderline_index(trials, alpha);
  double delta = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ExactPair exact(scores, pairs[i], resamples);
    if (exact.differences().deviation == 0) continue;
    ASSERT_EQ(bits(found.pairs[i].p), bits(exact.p())) << i;
    if (!place) continue;
    const std::size_t trial = exact.trial_at(*place);
    delta = std::max(delta, exact.border(trial));
    PairTest expected;
    const double mean = exact.differences().mean, width = exact.width(trial);
    exact.differences().set_interval(expected, mean - width, mean + width);
    ASSERT_EQ(bits(found.pairs[i].low), bits(expected.low)) << i;
    ASSERT_EQ(bits(found.pairs[i].high), bits(expected.high)) << i;
  }
  EXPECT_EQ(bits(found.delta.value_or(0)), bits(delta));
}

// Of made-up scores: how score(topic, run, a random number from 0 to 1) says.
template <typename Score>
ScoreMatrix made(std::size_t topics, std::size_t runs, const Score& score) {
  std::mt19937_64 random(topics);
  ScoreMatrix scores{"made", topics, runs, std::vector<double>(topics * runs)};
  for (std::size_t i = 0; i < scores.values.size(); ++i)
    scores.values[i] = score(i / runs, i % runs, static_cast<double>(random() >> 11) * 0x1p-53);
  return scores;
}

class ExactBootstrap : public testing::TestWithParam<std::size_t> {};

TEST_P(ExactBootstrap, OfScores) {
  for (const std::uint64_t trials : {1, 20, 203, 1000})
    for (const double alpha : {0.01, 0.05, 0.7})
      expect_exact(made(GetParam(), 9, [](auto, auto, double x) { return x; }), trials, alpha);
}

TEST_P(ExactBootstrap, OfCoarseScores) {
  const auto tenth = [](auto, auto, double x) { return std::floor(10 * x) / 10; };
  expect_exact(made(GetParam(), 9, tenth), 500, 0.05);
}

TEST_P(ExactBootstrap, OfRunsThatMostlyAgree) {
  const auto rare = [](std::size_t topic, std::size_t run, double x) {
    return (topic + run) % 5 == 0 ? x : 0.25;
  };
  expect_exact(made(GetParam(), 9, rare), 500, 0.05);
}

TEST_P(ExactBootstrap, OfDifferencesThatHardlyVary) {
  const auto shifted = [](auto, std::size_t run, double x) {
    return 0.1 * static_cast<double>(run) + 1e-5 * x;
  };
  expect_exact(made(GetParam(), 5, shifted), 300, 0.05);
}

TEST_P(ExactBootstrap, OfNumbersOfAnySize) {
  for (const double size : {1e-200, 1e-30, 1e30, 1e145})
    expect_exact(made(GetParam(), 5, [&](auto, auto, double x) { return size * x; }), 300, 0.05);
  const auto uneven = [](std::size_t topic, auto, double x) {
    return topic == 0 ? 1e12 * x : topic == 1 ? 1e-12 * x : x;
  };
  expect_exact(made(GetParam(), 5, uneven), 300, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Topics, ExactBootstrap, testing::Values(2, 3, 5, 10, 50, 250),
                         [](const auto& topics) { return std::to_string(topics.param); });

}  // namespace
}  // namespace subintent::internal
