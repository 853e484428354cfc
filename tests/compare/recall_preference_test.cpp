#include "compare/recall_preference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace subintent::internal {
namespace {

double preference(std::string_view name, const std::vector<std::size_t>& first,
                  const std::vector<std::size_t>& second, std::size_t relevant) {
  const auto found = std::ranges::find(recall_preferences(), name, &RecallPreference::name);
  return found->of({first, relevant}, {second, relevant});
}

// Relevant documents at 1, 5 and 9 against 2, 3 and 10.
TEST(RecallPreference, ComparesTheRanksOfEachLevelOfRecall) {
  const std::vector<std::size_t> a = {1, 5, 9}, b = {2, 3, 10};
  EXPECT_NEAR(preference("RPP", a, b, 3), 1.0 / 3, 1e-15);
  EXPECT_NEAR(preference("invRPP", a, b, 3), (1 - 0.5 + 1.0 / 3) / (1 + 0.5 + 1.0 / 3), 1e-15);
  const double w2 = 1 / std::log2(3), w3 = 0.5;
  EXPECT_NEAR(preference("dcgRPP", a, b, 3), (1 - w2 + w3) / (1 + w2 + w3), 1e-15);
  EXPECT_EQ(preference("lexirecall", a, b, 3), 1);
  EXPECT_EQ(preference("lexiprecision", a, b, 3), 1);
  EXPECT_NEAR(preference("rrlexiprecision", a, b, 3), 1 - 0.5, 1e-15);
  for (const RecallPreference& one : recall_preferences()) {
    EXPECT_EQ(preference(one.name, b, a, 3), -preference(one.name, a, b, 3));
  }
}

// What is not retrieved is behind all: more retrieved is better at the highest level.
TEST(RecallPreference, PutsWhatIsMissingBehindAllRanks) {
  EXPECT_EQ(preference("lexirecall", {50, 100}, {1}, 3), 1);
  EXPECT_EQ(preference("lexiprecision", {50, 100}, {1}, 3), -1);
  EXPECT_NEAR(preference("RPP", {50, 100}, {1}, 3), 0, 1e-15);  // a level each, and a tie
  EXPECT_NEAR(preference("rrlexiprecision", {4}, {}, 2), 0.25, 1e-15);
}

TEST(RecallPreference, OfEqualRanksIsZero) {
  for (const RecallPreference& one : recall_preferences()) {
    EXPECT_EQ(preference(one.name, {2, 4}, {2, 4}, 3), 0);
    EXPECT_EQ(preference(one.name, {}, {}, 3), 0);
  }
}

// What ties in the first ranks differs further down, where lexirecall looks first.
TEST(RecallPreference, LexirecallAndLexiprecisionLookFromOtherEnds) {
  EXPECT_EQ(preference("lexirecall", {1, 9, 20}, {2, 8, 20}, 3), -1);
  EXPECT_EQ(preference("lexiprecision", {1, 9, 20}, {2, 8, 20}, 3), 1);
}

}  // namespace
}  // namespace subintent::internal
