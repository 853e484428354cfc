#include "compare/other_topics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// Scores of 3 parameters on 10 topics.
ScoreMatrix example() {
  ScoreMatrix scores{"M", 10, 3, {}};
  for (std::size_t topic = 0; topic < 10; ++topic)
    for (std::size_t parameter = 0; parameter < 3; ++parameter)
      scores.values.push_back(static_cast<double>((topic * 7 + parameter * 5) % 11) / 11);
  return scores;
}

TEST(CrossValidation, ChoosesOnTheOtherFolds) {
  const ScoreMatrix scores = example();
  const CrossValidation made = cross_validated(scores, 3, 5);
  ASSERT_EQ(made.chosen.size(), 10U);
  for (std::size_t topic = 0; topic < 10; ++topic) {
    double best = -1;
    std::size_t chosen = 0;
    for (std::size_t parameter = 0; parameter < 3; ++parameter) {
      double sum = 0;
      for (std::size_t other = 0; other < 10; ++other)
        if (made.folds[other] != made.folds[topic]) sum += scores.at(other, parameter);
      if (sum > best + 1e-12) {
        best = sum;
        chosen = parameter;
      }
    }
    EXPECT_EQ(made.chosen[topic], chosen) << topic;
  }
  const auto means = scores.means();
  EXPECT_EQ(made.best, static_cast<std::size_t>(std::ranges::max_element(means) - means.begin()));
}

TEST(CrossValidation, FoldsAreEvenAndFollowTheSeed) {
  const ScoreMatrix scores = example();
  const CrossValidation made = cross_validated(scores, 5, 1);
  for (std::size_t fold = 0; fold < 5; ++fold) EXPECT_EQ(std::ranges::count(made.folds, fold), 2);
  EXPECT_EQ(made.folds, cross_validated(scores, 5, 1).folds);
  std::set<std::vector<std::size_t>> seen;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    seen.insert(cross_validated(scores, 5, seed).folds);
  EXPECT_GT(seen.size(), 3U);
}

// By hand: with as many folds as topics, topic 3 is scored by b, which is better on the others.
TEST(Selected, ScoresTopicsByTheChoiceOfTheOthers) {
  const ScoreMatrix scores{"M", 4, 2, {.5, .6, .5, .6, 1, .4, .5, .6}};
  const Selection found = selected(scores, {}, {4, 3, 1, .05});
  EXPECT_EQ(found.best, 0U);
  EXPECT_DOUBLE_EQ(found.mean, .625);
  EXPECT_NEAR(found.estimate, (.5 + .5 + .4 + .5) / 4, 1e-15);
  EXPECT_NEAR(found.chosen[0], .75, 1e-12);
  EXPECT_NEAR(found.chosen[1], .25, 1e-12);
  EXPECT_NEAR(found.high - found.estimate,
              3.182446305284263 * std::sqrt(.75 * .0625 + .25 * .01) / 2, 1e-9);
  EXPECT_NEAR(found.estimate - found.low, found.high - found.estimate, 1e-12);
}

TEST(Selected, OfClearWinnersAndEqualRunsIsTheMean) {
  const ScoreMatrix clear{"M", 5, 2, {.9, .1, .8, .2, .7, .1, .9, .3, .8, .2}};
  EXPECT_NEAR(selected(clear, {}, {}).estimate, clear.mean(0), 1e-12);
  EXPECT_EQ(selected(clear, {}, {}).chosen[1], 0);
  const ScoreMatrix equal{"M", 5, 2, {.5, .5, .6, .6, .7, .7, .5, .5, .1, .1}};
  EXPECT_NEAR(selected(equal, {}, {}).estimate, equal.mean(0), 1e-12);
  EXPECT_THROW(selected(clear, {}, {6, 1, 1, .05}), Error);
}

// Two runs are equal on all folds; a third is best on some.
TEST(Selected, DoesNotDependOnTheOrderOfRuns) {
  const std::vector<std::vector<double>> columns = {
      {1, 1, 1, 1, 0, 1}, {1, 1, 1, 0, 1, 1}, {1, 0, 1, 1, 1, .5}};
  std::vector<std::size_t> order = {0, 1, 2};
  std::set<std::vector<double>> seen;
  do {
    ScoreMatrix scores{"M", 6, 3, {}};
    std::vector<std::string> names;
    for (std::size_t topic = 0; topic < 6; ++topic)
      for (const std::size_t run : order) scores.values.push_back(columns[run][topic]);
    for (const std::size_t run : order) names.emplace_back(1, static_cast<char>('a' + run));
    const Selection found = selected(scores, names, {3, 50, 1, .05});
    EXPECT_EQ(names[found.best], "a");
    EXPECT_GT(found.high, found.low);
    const auto rounded = [](double value) { return std::round(value * 1e9); };
    seen.insert({rounded(found.estimate), rounded(found.low), rounded(found.mean)});
  } while (std::ranges::next_permutation(order).found);
  EXPECT_EQ(seen.size(), 1U);
}

// The best run has one score everywhere, and is not chosen everywhere.
TEST(Selected, IntervalsAreThoseOfAllRunsThatAreChosen) {
  const ScoreMatrix scores{"M", 4, 2, {.5, .9, .5, .1, .5, .6, .5, .3}};
  const Selection found = selected(scores, {}, {4, 1, 1, .05});
  EXPECT_EQ(found.best, 0U);
  EXPECT_GT(found.chosen[1], 0);
  EXPECT_GT(found.high, found.low + .01);
}

}  // namespace
}  // namespace subintent::internal
