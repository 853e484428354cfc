#include "compare/reliability.h"

#include <gtest/gtest.h>

#include "compare/correlation.h"
#include "compare/fixtures.h"

namespace subintent::internal {
namespace {

// R 4.2: cor(a, b, method = ...).
TEST(Correlations, AreThoseOfR) {
  const std::vector<double> a = {.1, .4, .4, .9, .3}, b = {.2, .3, .5, .7, .1};
  const auto ranks = [](const std::vector<double>& values) { return dense_ranks(values, 0, 0); };
  EXPECT_NEAR(*pearson(a, b), 0.8587291627, 1e-10);
  EXPECT_NEAR(*spearman(ranks(a), ranks(b)), 0.872081599272, 1e-12);
  EXPECT_NEAR(*kendall_tau_b(ranks(a), ranks(b)), 0.737864787373, 1e-12);
  EXPECT_FALSE(pearson(a, std::vector<double>(5, .3)));
  EXPECT_FALSE(pearson(std::vector<double>{.3}, std::vector<double>{.4}));
}

ScoreMatrix of_judge(const std::string& judge, const std::vector<std::vector<double>>& rows) {
  ScoreMatrix scores = matrix(rows);
  scores.judged = {"M", judge, {}};
  scores.measure = scores.judged.name();
  return scores;
}

// The truth orders a, b, c; A as well, B turns a and b around.
ScoreGroup three_judges() {
  return {
      {"a", "b", "c"},
      {"1", "2"},
      {of_judge("people", {{.9, .6, .1}, {.7, .6, .3}}),
       of_judge("A", {{.8, .5, .2}, {.8, .7, .2}}), of_judge("B", {{.5, .6, .1}, {.6, .8, .3}})}};
}

TEST(JudgeCorrelations, SayWhoAgreesWithTheTruthAndWhatChanges) {
  const JudgeCorrelations found = judge_correlations(three_judges(), "people", 2, {});
  ASSERT_EQ(found.compared.size(), 2u);
  EXPECT_EQ(found.compared[0].coefficients[0].value, 1.0);
  EXPECT_NEAR(*found.compared[1].coefficients[0].value, 1.0 / 3, 1e-12);
  EXPECT_EQ(found.compared[1].coefficients[2].value, -1.0);  // of a and b
  EXPECT_NEAR(*found.compared[1].coefficients[3].value, 0.5, 1e-12);
  EXPECT_TRUE(found.compared[0].changes.empty());
  ASSERT_EQ(found.compared[1].changes.size(), 1u);
  EXPECT_NEAR(found.compared[1].changes[0].difference1, .2, 1e-12);
  EXPECT_NEAR(found.compared[1].changes[0].difference2, -.15, 1e-12);
  ASSERT_EQ(found.advantages.size(), 1u);
  EXPECT_NEAR(*found.advantages[0].differences[0].value, 2.0 / 3, 1e-12);
  EXPECT_EQ(judge_correlations(three_judges(), std::nullopt, 2, {}).compared.size(), 3u);
  EXPECT_THROW(judge_correlations(three_judges(), "C", 2, {}), Error);
}

// Where less is better, the order is turned around, and agreement is not.
TEST(JudgeCorrelations, KnowWhatIsBetter) {
  ScoreGroup group = three_judges();
  for (ScoreMatrix& scores : group.measures) scores.lower_is_better = true;
  const JudgeCorrelations found = judge_correlations(group, "people", 2, {});
  EXPECT_EQ(found.compared[0].coefficients[0].value, 1.0);
  EXPECT_EQ(found.compared[1].coefficients[2].value, 1.0);  // of c and b
  group.measures[1].lower_is_better = false;
  EXPECT_EQ(judge_correlations(group, "people", 2, {}).compared[0].coefficients[0].value, -1.0);
}

}  // namespace
}  // namespace subintent::internal
