#include "study/cross_validation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "subintent/error.h"

namespace subintent::internal {
namespace {

// Scores of 3 parameters on 10 topics.
ScoreMatrix example() {
  ScoreMatrix scores{"M", 10, 3, {}};
  for (std::size_t topic = 0; topic < 10; ++topic) {
    for (std::size_t parameter = 0; parameter < 3; ++parameter) {
      scores.values.push_back(static_cast<double>((topic * 7 + parameter * 5) % 11) / 11);
    }
  }
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
      for (std::size_t other = 0; other < 10; ++other) {
        if (made.folds[other] != made.folds[topic]) sum += scores.at(other, parameter);
      }
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

TEST(CrossValidation, RefusesFoldsThatCannotBe) {
  EXPECT_THROW(cross_validated(example(), 1, 1), Error);
  EXPECT_THROW(cross_validated(example(), 11, 1), Error);
}

}  // namespace
}  // namespace subintent::internal
