#include "compare/paired_tests.h"

#include <gtest/gtest.h>

#include <random>

namespace subintent::internal {
namespace {

class TrialLoops : public testing::Test {
 protected:
  std::mt19937_64 random_{31};

  std::vector<double> numbers(std::size_t count) {
    std::vector<double> made(count);
    for (double& number : made) number = static_cast<double>(random_() >> 11) * 0x1p-53;
    return made;
  }
};

TEST_F(TrialLoops, AddUpCountsTimesValues) {
  constexpr std::size_t lanes = trial_lanes, tile = run_tile;
  for (const std::size_t topics : {1, 2, 7, 50}) {
    for (const std::size_t blocks : {1, 2, 5}) {
      const auto values = numbers(topics * tile);
      std::vector<float> counts(blocks * topics * lanes);
      for (float& count : counts) count = static_cast<float>(random_() % 5);
      std::vector<double> sums(tile * blocks * lanes);
      weighted_sums(counts.data(), values.data(), topics, blocks, sums.data());
      for (std::size_t k = 0; k < tile; ++k) {
        for (std::size_t trial = 0; trial < blocks * lanes; ++trial) {
          double expected = 0;
          for (std::size_t topic = 0; topic < topics; ++topic) {
            expected += counts[(trial / lanes * topics + topic) * lanes + trial % lanes] *
                        values[topic * tile + k];
          }
          ASSERT_EQ(sums[k * blocks * lanes + trial], expected) << topics << " topics";
        }
      }
    }
  }
}

TEST_F(TrialLoops, AddUpRoughly) {
  constexpr std::size_t lanes = trial_lanes, tile = pair_tile;
  for (const std::size_t topics : {1, 2, 7, 50}) {
    for (const std::size_t blocks : {1, 2, 5}) {
      std::vector<float> counts(blocks * topics * lanes), values(topics * tile);
      for (float& count : counts) count = static_cast<float>(random_() % 5);
      for (float& value : values) value = static_cast<float>(random_() >> 11) * 0x1p-53F;
      std::vector<float> sums(tile * blocks * lanes);
      rough_sums(counts.data(), values.data(), topics, blocks, sums.data());
      for (std::size_t k = 0; k < tile; ++k) {
        for (std::size_t trial = 0; trial < blocks * lanes; ++trial) {
          double expected = 0;
          for (std::size_t topic = 0; topic < topics; ++topic) {
            expected += double{counts[(trial / lanes * topics + topic) * lanes + trial % lanes]} *
                        double{values[topic * tile + k]};
          }
          const double error = expected * 2 * static_cast<double>(topics) * 0x1p-24;
          ASSERT_NEAR(sums[k * blocks * lanes + trial], expected, error) << topics << " topics";
        }
      }
    }
  }
}

TEST_F(TrialLoops, SayWhichTrialsAreOpen) {
  const RoughLimits limits{0.6, 0.5, 3, 1e-3};
  for (const std::size_t trials : {1, 8, 27, 1000}) {
    const auto first = numbers(trials), second = numbers(trials);
    std::vector<float> squares(trials);
    for (float& square : squares) square = static_cast<float>(random_() % 1000) * 1e-3F;
    squares[trials / 2] = 0;
    std::size_t reached = 0, open = 0, without_variance = 0;
    std::vector<float> expected(trials), ratios(trials);
    for (std::size_t i = 0; i < trials; ++i) {
      const double square = (first[i] - second[i]) * (first[i] - second[i]);
      const bool is_open = limits.is_open(square, squares[i]);
      open += is_open ? 1 : 0;
      reached += !is_open && square >= limits.reached * squares[i] ? 1 : 0;
      without_variance += square + limits.noise >= limits.spread * squares[i] ? 1 : 0;
      expected[i] = static_cast<float>(square * 4) / squares[i];
    }
    const RoughCount count =
        count_rough(first.data(), second.data(), squares.data(), trials, limits);
    EXPECT_EQ(count.reached, reached);
    EXPECT_EQ(count.open, open);
    EXPECT_EQ(
        rough_ratios(first.data(), second.data(), squares.data(), trials, limits, 4, ratios.data()),
        without_variance);
    EXPECT_GT(without_variance, 0U);
    EXPECT_EQ(ratios, expected);
  }
}

TEST_F(TrialLoops, CountAndAdd) {
  for (std::size_t size = 0; size < 70; ++size) {
    const auto values = numbers(size);
    const std::vector<float> floats(values.begin(), values.end());
    auto sums = numbers(size), expected = sums;
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i) {
      count += floats[i] >= 0.5F ? 1 : 0;
      expected[i] -= values[i];
    }
    EXPECT_EQ(count_at_least(floats.data(), size, 0.5F), count);
    add_signed(sums.data(), values.data(), size, -1);
    EXPECT_EQ(sums, expected);
  }
}

}  // namespace
}  // namespace subintent::internal
