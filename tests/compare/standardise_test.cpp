#include "compare/score_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

namespace subintent::internal {
namespace {

std::vector<double> standardised(std::vector<double> scores) {
  standardise(scores);
  return scores;
}

TEST(Standardise, ZeroMeanAndUnitDeviation) {
  EXPECT_EQ(standardised({1, 2, 3}), (std::vector<double>{-1, 0, 1}));
  const auto made = standardised({5, 5, 8});
  EXPECT_EQ(made[0], made[1]);
  EXPECT_NEAR(made[2], 2 / std::sqrt(3), 1e-15);
}

TEST(Standardise, RoundingMakesNoDifference) {
  EXPECT_EQ(standardised({0.3, 0.1 + 0.2, 0.3}), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(standardised({0.1 + 0.2, 0.3}), (std::vector<double>{0, 0}));
  EXPECT_NE(standardised({0.3, 0.3 + 1e-9})[0], 0);
}

TEST(Standardise, ASingleRunHasNoDeviation) {
  EXPECT_EQ(standardised({0.5}), std::vector<double>{0});
  EXPECT_TRUE(standardised({}).empty());
}

}  // namespace
}  // namespace subintent::internal
