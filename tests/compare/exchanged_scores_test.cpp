#include "compare/correlation.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

// Scores of runs a, b, c for six topics: the means given, and little noise.
ScoreGroup scores(std::vector<double> means) {
  ScoreGroup group{{"a", "b", "c"}, {"1", "2", "3", "4", "5", "6"}, {{"M", 6, 3, {}}}};
  for (int topic = 0; topic < 6; ++topic) {
    for (std::size_t run = 0; run < 3; ++run) {
      const int noise = (topic * (static_cast<int>(run) + 2)) % 5;
      group.measures[0].values.push_back(means[run] + 0.01 * noise);
    }
  }
  return group;
}

// Before: a > b > c, and so is every pair. After: b > a, and c is as good as b.
TEST(ExchangedScores, CountsPairsThatAreKeptLostAndReversed) {
  const std::vector<TestSettings> tests(1);
  const auto made =
      exchanged_measures(scores({0.9, 0.5, 0.1}), scores({0.1, 0.5, 0.5}), tests, Correction::none);
  ASSERT_EQ(made.size(), 1U);
  const MeasureOverlap& pairs = made[0].pairs.at(0);
  EXPECT_EQ(pairs.both, 0U);
  EXPECT_EQ(pairs.only1, 1U);  // b and c
  EXPECT_EQ(pairs.only2, 0U);
  EXPECT_EQ(pairs.conflicts, 2U);  // a and b, a and c
  EXPECT_LT(made[0].runs.tau_b.value(), 0);
  const auto back =
      exchanged_measures(scores({0.1, 0.5, 0.5}), scores({0.1, 0.5, 0.9}), tests, Correction::none);
  EXPECT_EQ(back[0].pairs.at(0).both, 2U);
  EXPECT_EQ(back[0].pairs.at(0).only2, 1U);
  const auto same =
      exchanged_measures(scores({0.1, 0.5, 0.9}), scores({0.1, 0.5, 0.9}), tests, Correction::none);
  EXPECT_EQ(same[0].pairs.at(0).both, 3U);
  EXPECT_EQ(same[0].runs.tau_b, 1);
}

TEST(ExchangedScores, PairsHaveIntervalsWhereTheirTestIsNotRandom) {
  const ScoreGroup before = scores({0.9, 0.5, 0.1}), after = scores({0.1, 0.5, 0.505});
  std::vector<TestSettings> tests(2);
  tests[1].test = find_test("bootstrap");
  tests[1].trials = 100;
  auto made = exchanged_measures(before, after, tests, Correction::none);
  add_intervals(before, after, tests, Correction::none, {.trials = 200}, made);
  ASSERT_EQ(made[0].pair_intervals.size(), 2U);
  const OverlapIntervals& found = made[0].pair_intervals[0];
  // Large differences stay in every resample; b and c differ by less than the noise in some.
  EXPECT_EQ(found.reversed->low, 2);
  EXPECT_EQ(found.reversed->high, 3);
  EXPECT_EQ(found.lost->low, 0);
  EXPECT_EQ(found.lost->high, 1);
  EXPECT_EQ(found.kept->high, 0);
  EXPECT_FALSE(made[0].pair_intervals[1].kept);
}

}  // namespace
}  // namespace subintent::internal
