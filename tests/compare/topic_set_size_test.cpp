#include "compare/planning.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compare/fixtures.h"
#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// The t-test with a difference of `effect` standard deviations of the differences.
TopicSetDesign t_design(double effect, double alpha, double beta) {
  return {0.5, effect, std::nullopt, alpha, beta};
}

// Cohen's f is the standard deviation of the means of the systems, of which all but two are in the
// middle, divided by that of scores.
TopicSetDesign anova_design(double f, std::uint32_t systems, double alpha, double beta) {
  return {1, f * std::sqrt(2.0 * systems), systems, alpha, beta};
}

struct KnownT {
  double alpha, beta, effect;
  std::uint64_t topics;
};

TEST(TopicSetSize, OfTheTTestIsThatOfR) {  // power.t.test(type = "one.sample", strict = TRUE)
  const std::vector<KnownT> known = {
      {0.01, 0.1, 0.2, 376}, {0.01, 0.1, 0.5, 63},  {0.01, 0.1, 0.8, 27},  {0.01, 0.2, 0.2, 296},
      {0.01, 0.2, 0.5, 51},  {0.01, 0.2, 0.8, 22},  {0.05, 0.1, 0.2, 265}, {0.05, 0.1, 0.5, 44},
      {0.05, 0.1, 0.8, 19},  {0.05, 0.2, 0.2, 199}, {0.05, 0.2, 0.5, 34},  {0.05, 0.2, 0.8, 15}};
  for (const auto& [alpha, beta, effect, topics] : known) {
    SCOPED_TRACE(testing::Message() << alpha << " " << beta << " " << effect);
    EXPECT_EQ(topic_set_size(t_design(effect, alpha, beta)).topics, topics);
  }
  EXPECT_NEAR(power_of(t_design(0.5, 0.05, 0.2), 33), 0.7953658, 1e-7);
  EXPECT_NEAR(power_of(t_design(0.5, 0.05, 0.2), 34), 0.8077775, 1e-7);
}

// Cohen, A power primer, Psychological Bulletin 112, 1992, Table 2: topics for a power of .80 by
// the number of systems, for f = .10, .25, .40. His are interpolated: off by one at most.
TEST(TopicSetSize, OfAnalysisOfVarianceIsThatOfCohen) {
  const std::uint64_t at_05[6][3] = {{393, 64, 26}, {322, 52, 21}, {274, 45, 18},
                                     {240, 39, 16}, {215, 35, 14}, {195, 32, 13}};
  const std::uint64_t at_01[6][3] = {{586, 95, 38}, {464, 76, 30}, {388, 63, 25},
                                     {336, 55, 22}, {299, 49, 20}, {271, 44, 18}};
  const double effects[] = {0.1, 0.25, 0.4};
  for (std::uint32_t systems = 2; systems <= 7; ++systems) {
    for (std::size_t i = 0; i < 3; ++i) {
      SCOPED_TRACE(testing::Message() << systems << " " << effects[i]);
      const auto size = [&](double alpha) {
        const auto found = topic_set_size(anova_design(effects[i], systems, alpha, 0.2));
        return static_cast<double>(found.topics.value());
      };
      EXPECT_NEAR(size(0.05), static_cast<double>(at_05[systems - 2][i]), 1);
      EXPECT_NEAR(size(0.01), static_cast<double>(at_01[systems - 2][i]), 1);
    }
  }
}

TEST(TopicSetSize, OfAnalysisOfVarianceIsThatOfOtherPrograms) {
  // R, ?power.anova.test: 4 groups, variance 1 between them and 3 within: 11.92613, and power
  // 0.3535594 with 5.
  const TopicSetDesign of_r = {3, std::sqrt(6.0), 4, 0.05, 0.2};
  EXPECT_EQ(topic_set_size(of_r).topics, 12U);
  EXPECT_NEAR(power_of(of_r, 5), 0.3535594, 1e-7);
  // G*Power, an example of K. Wuensch, One-way independent samples ANOVA: power 0.8004415 with 975
  // subjects in 3 groups.
  const TopicSetDesign of_g_power = anova_design(0.0996126, 3, 0.05, 0.2);
  EXPECT_EQ(topic_set_size(of_g_power).topics, 325U);
  EXPECT_NEAR(power_of(of_g_power, 325), 0.8004415, 1e-7);
}

struct LinearLambda {
  double alpha, beta, constant, slope;
};

// Nagata's approximation of the noncentrality that analysis of variance needs, linear in the root
// of systems - 1: Sakai, Laboratory Experiments in Information Retrieval, 2018, Table 6.4. His
// spreadsheet begins its search there.
TEST(TopicSetSize, OfAnalysisOfVarianceIsNearNagatasTable) {
  const std::vector<LinearLambda> table = {{0.01, 0.1, 10.439, 5.213}, {0.01, 0.2, 7.736, 4.551},
                                           {0.01, 0.3, 6.030, 4.077},  {0.01, 0.4, 4.733, 3.675},
                                           {0.01, 0.5, 3.653, 3.302},  {0.05, 0.1, 7.049, 4.244},
                                           {0.05, 0.2, 4.860, 3.584},  {0.05, 0.3, 3.522, 3.112},
                                           {0.05, 0.4, 2.543, 2.712},  {0.05, 0.5, 1.765, 2.341}};
  for (const auto& [alpha, beta, constant, slope] : table) {
    for (const std::uint32_t systems : {5U, 10U, 20U, 50U, 100U}) {
      SCOPED_TRACE(testing::Message() << alpha << " " << beta << " " << systems);
      const double effect = 1.0 / 200;  // difference^2 / (2 variance)
      const TopicSetDesign design = {1, std::sqrt(2 * effect), systems, alpha, beta};
      const double lambda = constant + slope * std::sqrt(systems - 1.0);
      const auto topics = static_cast<double>(topic_set_size(design).topics.value());
      EXPECT_NEAR(topics * effect, lambda, 0.015 * lambda);
    }
  }
}

// The size that Sakai's spreadsheet for the t-test begins with, in the same chapter.
TEST(TopicSetSize, OfTheTTestIsNearNagatasFormula) {
  const std::map<double, double> quantiles = {
      {0.01, 2.575829}, {0.05, 1.959964}, {0.1, 1.281552}, {0.2, 0.841621}};
  for (const double alpha : {0.01, 0.05}) {
    for (const double beta : {0.1, 0.2}) {
      for (double effect = 0.1; effect < 2; effect += 0.1) {
        SCOPED_TRACE(testing::Message() << alpha << " " << beta << " " << effect);
        const double of_alpha = quantiles.at(alpha), of_both = of_alpha + quantiles.at(beta);
        const double expected =
            std::ceil(of_both * of_both / (effect * effect) + of_alpha * of_alpha / 2);
        const auto topics = topic_set_size(t_design(effect, alpha, beta)).topics.value();
        EXPECT_NEAR(static_cast<double>(topics), expected, 1);
      }
    }
  }
}

TEST(TopicSetSize, GrowsWithWhatIsWanted) {
  const TopicSetDesign design = {0.05, 0.1, 10, 0.05, 0.2};
  const auto topics = [&](auto change) {
    TopicSetDesign changed = design;
    change(changed);
    return topic_set_size(changed).topics.value();
  };
  const auto as_it_is = topics([](TopicSetDesign&) {});
  EXPECT_GT(topics([](TopicSetDesign& d) { d.variance = 0.06; }), as_it_is);
  EXPECT_GT(topics([](TopicSetDesign& d) { d.difference = 0.09; }), as_it_is);
  EXPECT_GT(topics([](TopicSetDesign& d) { d.systems = 20; }), as_it_is);
  EXPECT_GT(topics([](TopicSetDesign& d) { d.alpha = 0.01; }), as_it_is);
  EXPECT_GT(topics([](TopicSetDesign& d) { d.beta = 0.1; }), as_it_is);
}

TEST(TopicSetSize, AtItsEnds) {
  const TopicSetSize too_many = topic_set_size({1, 1e-3, std::nullopt, 0.05, 0.2});
  EXPECT_FALSE(too_many.topics.has_value());
  EXPECT_LT(too_many.power, 0.8);
  EXPECT_EQ(topic_set_size({1e-200, 1e100, std::nullopt, 0.05, 0.2}).topics, 2U);
  EXPECT_EQ(topic_set_size({1, 1e-100, std::nullopt, 0.05, 0.96}).topics, 2U);
  EXPECT_LE(topic_set_size({1, 1, 1000, 1e-300, 1e-6}).topics.value(), max_designed_topics);
}

ScoreGroup topic_set_size_group_of(const std::vector<std::vector<double>>& rows) {
  ScoreGroup group;
  for (std::size_t run = 0; run < rows[0].size(); ++run) group.runs.push_back(std::to_string(run));
  for (std::size_t topic = 0; topic < rows.size(); ++topic)
    group.topics.push_back(std::to_string(topic));
  group.measures = {matrix(rows)};
  return group;
}

// Runs have means 2 and 4; their squares about them are 2 and 8. Topics have means 1.5, 3 and 4.5,
// effects -1.5, 0 and 1.5; residuals are then .5, 0, -.5 and -.5, 0, .5.
TEST(ResidualVariance, OfOneGroup) {
  const std::vector<ScoreGroup> groups = {topic_set_size_group_of({{1, 2}, {2, 4}, {3, 6}})};
  EXPECT_DOUBLE_EQ(residual_variance(groups, 0, ResidualVariance::one_way), 10.0 / 4);
  EXPECT_DOUBLE_EQ(residual_variance(groups, 0, ResidualVariance::two_way), 1.0 / 2);
}

TEST(ResidualVariance, IsPooledOverGroups) {
  const std::vector<ScoreGroup> groups = {topic_set_size_group_of({{1, 2}, {2, 4}, {3, 6}}),
                                          topic_set_size_group_of({{1}, {3}}),
                                          topic_set_size_group_of({{7, 8}})};
  EXPECT_DOUBLE_EQ(residual_variance(groups, 0, ResidualVariance::one_way), (2 * 2.5 + 1 * 2) / 3);
  EXPECT_DOUBLE_EQ(residual_variance(groups, 0, ResidualVariance::two_way), 0.5);
  EXPECT_THROW(residual_variance({groups[2]}, 0, ResidualVariance::one_way), Error);
  EXPECT_THROW(residual_variance({groups[1]}, 0, ResidualVariance::two_way), Error);
}

}  // namespace
}  // namespace subintent::internal
