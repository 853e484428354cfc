#include "compare/agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace subintent::internal {
namespace {

using Outcomes = std::vector<PairOutcomes>;

// Two items: the odds are those of the outcomes themselves.
TEST(BradleyTerry, OfTwoItemsHasTheirOdds) {
  const auto found = paired_strengths(2, Outcomes{{0, 1, 3, 1, 0}});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->strengths[0] - found->strengths[1], std::log(3), 1e-12);
  EXPECT_EQ(found->tie_rate, 0);
  const auto tied = paired_strengths(2, Outcomes{{0, 1, 4, 1, 3}});
  ASSERT_TRUE(tied);
  EXPECT_NEAR(tied->strengths[0] - tied->strengths[1], std::log(4), 1e-12);
  EXPECT_NEAR(tied->tie_rate, 3 / std::sqrt(4.0), 1e-12);
}

double log_likelihood(const Outcomes& outcomes, const std::vector<double>& x, double log_nu) {
  double sum = 0;
  for (const PairOutcomes& o : outcomes) {
    const double tie = log_nu + (x[o.first] + x[o.second]) / 2;
    const double whole = std::exp(x[o.first]) + std::exp(x[o.second]) + std::exp(tie);
    sum += o.wins_first * x[o.first] + o.wins_second * x[o.second] + o.ties * tie -
           (o.wins_first + o.wins_second + o.ties) * std::log(whole);
  }
  return sum;
}

// No small change of a parameter raises the likelihood, which is concave.
TEST(BradleyTerry, IsWhereTheLikelihoodIsHighest) {
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    constexpr std::size_t items = 5;
    Outcomes outcomes;
    for (std::size_t a = 0; a < items; ++a) {
      for (std::size_t b = a + 1; b < items; ++b) {
        const auto some = [&] { return static_cast<double>(1 + random() % 6); };
        outcomes.push_back({a, b, some(), some(), some()});
      }
    }
    const auto found = paired_strengths(items, outcomes);
    ASSERT_TRUE(found);
    double sum = 0;
    for (const double strength : found->strengths) sum += strength;
    EXPECT_NEAR(sum, 0, 1e-12);
    const double log_nu = std::log(found->tie_rate);
    const double highest = log_likelihood(outcomes, found->strengths, log_nu);
    for (const double change : {-1e-4, 1e-4}) {
      for (std::size_t k = 0; k < items; ++k) {
        std::vector<double> moved = found->strengths;
        moved[k] += change;
        EXPECT_LT(log_likelihood(outcomes, moved, log_nu), highest);
      }
      EXPECT_LT(log_likelihood(outcomes, found->strengths, log_nu + change), highest);
    }
  }
}

// From the example of the model: with a scale of 400 / ln 10, 10 wins of 11 are a distance of 400.
TEST(BradleyTerry, HasTheScaleOfElo) {
  const auto found = paired_strengths(2, Outcomes{{0, 1, 10, 1, 0}});
  ASSERT_TRUE(found);
  EXPECT_NEAR(400 / std::log(10) * (found->strengths[0] - found->strengths[1]), 400, 1e-9);
}

TEST(BradleyTerry, HasNoFiniteStrengthsOfWhoNeverLosesOrNeverMeets) {
  EXPECT_FALSE(paired_strengths(2, Outcomes{{0, 1, 5, 0, 0}}));
  EXPECT_FALSE(paired_strengths(2, Outcomes{{0, 1, 5, 0, 3}}));
  EXPECT_FALSE(paired_strengths(2, Outcomes{{0, 1, 0, 0, 3}}));
  EXPECT_FALSE(paired_strengths(4, Outcomes{{0, 1, 2, 1, 1}, {2, 3, 1, 1, 1}}));
  EXPECT_FALSE(paired_strengths(2, Outcomes{}));
}

TEST(BradleyTerry, SaysWhichStrengthsHaveNoBound) {
  using Limits = std::vector<std::optional<double>>;
  EXPECT_EQ(unbounded_strengths(2, Outcomes{{0, 1, 3, 1, 0}}), Limits{});
  EXPECT_EQ(unbounded_strengths(2, Outcomes{{0, 1, 0, 0, 1}}), Limits{});
  EXPECT_EQ(unbounded_strengths(2, Outcomes{{0, 1, 3, 0, 0}}), (Limits{HUGE_VAL, -HUGE_VAL}));
  EXPECT_EQ(unbounded_strengths(3, Outcomes{{0, 1, 1, 1, 0}, {1, 2, 2, 0, 0}}),
            (Limits{HUGE_VAL, HUGE_VAL, -HUGE_VAL}));
  EXPECT_EQ(unbounded_strengths(3, Outcomes{{0, 1, 1, 0, 0}, {1, 2, 2, 0, 0}}),
            (Limits{HUGE_VAL, std::nullopt, -HUGE_VAL}));
  EXPECT_EQ(unbounded_strengths(3, Outcomes{{0, 1, 1, 0, 0}}),
            (Limits{HUGE_VAL, -HUGE_VAL, std::nullopt}));
}

TEST(BradleyTerry, HasFiniteOnesWithAPrior) {
  const auto wide = paired_strengths(2, Outcomes{{0, 1, 5, 0, 1}}, 4.0);
  const auto narrow = paired_strengths(2, Outcomes{{0, 1, 5, 0, 1}}, 0.5);
  ASSERT_TRUE(wide && narrow);
  EXPECT_GT(wide->strengths[0], narrow->strengths[0]);
  EXPECT_GT(narrow->strengths[0], 0);
  const auto apart = paired_strengths(4, Outcomes{{0, 1, 2, 1, 0}, {2, 3, 1, 1, 0}}, 2.0);
  ASSERT_TRUE(apart);
  EXPECT_NEAR(apart->strengths[2], 0, 1e-12);
}

}  // namespace
}  // namespace subintent::internal
