#include "compare/agreement.h"

#include <gtest/gtest.h>

#include "compare/correlation.h"
#include "compare/fixtures.h"
#include "compare/paired_tests.h"
#include "compare/significance.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

TEST(Concordance, SeveralGoldStandardsMustAllAgree) {
  const auto first = preferences_of(matrix({{2, 1}, {2, 1}}));
  const auto second = preferences_of(matrix({{1, 2}, {1, 2}}));
  const auto gold1 = preferences_of(matrix({{2, 1}, {2, 1}}));
  const auto gold2 = preferences_of(matrix({{1, 1}, {1, 2}}));
  const std::span<const std::int8_t> standards[] = {gold1, gold2};
  const Concordance found = concordance(first, second, standards);
  EXPECT_EQ(found.disagreements, 2u);
  EXPECT_EQ(found.correct1, 1u);
  EXPECT_EQ(found.correct2, 0u);
}

TEST(Concordance, SmallDifferencesAreTies) {
  EXPECT_EQ(preference(0.5, 0.5 + 1e-9), 0);
  EXPECT_EQ(preference(0.5, 0.5 + 2e-9), -1);
  EXPECT_EQ(concordance({}, {}, {}).concordance1(), 0);
  EXPECT_EQ(concordance({}, {}, {}).p, 1);
}

// The rows of [Sakai12 Table 6 (b)] have the significance that their counts give.
TEST(Concordance, SignificanceAsInTable6) {
  EXPECT_LT(sign_test(45, 24), 0.05);  // .800/.625 of 120, printed with one dagger
  EXPECT_GT(sign_test(45, 24), 0.01);
  EXPECT_LT(sign_test(48, 20), 0.01);  // .831/.593 of 118, two daggers
  EXPECT_GT(sign_test(3, 10), 0.05);   // .474/.842 of 19, none
}

std::vector<ScoreGroup> two_measures() {
  ScoreGroup group;
  group.runs = {"a", "b", "c"};
  group.topics = {"1", "2"};
  group.measures = {matrix({{1, 2, 3}, {1, 1, 1}}), matrix({{1, 2, 2}, {2, 1, 1}})};
  group.measures[1].measure = "N";
  return {group};
}

TEST(Preferences, FilesAreJoinedOverTheirParticipants) {
  const auto one =
      join_preferences({{"1", "a", "b", "u2", Preference::second}}, two_measures(), "f");
  const auto two =
      join_preferences({{"1", "a", "c", "u10", Preference::second}}, two_measures(), "g");
  const JudgedPairs both = joined(one, two);
  EXPECT_EQ(both.participants, (std::vector<std::string>{"u10", "u2"}));
  EXPECT_EQ(both.pairs.size(), 2u);
  EXPECT_EQ(both.pairs[0].answers, (std::vector<PairAnswer>{{1, -1}}));
}

TEST(DiscriminativePower, CountsOverGroupsAndOverlaps) {
  TestResult one, two;
  for (const double p : {0.01, 0.2, 0.04}) one.pairs.push_back({p, 0.5});
  for (const double p : {0.05, 0.001}) two.pairs.push_back({p, 0.5});
  one.delta = 0.1;
  two.delta = 0.3;
  const std::vector<TestResult> groups = {one, two};
  TestSettings settings;
  settings.test = find_test("bootstrap");
  auto power = discriminative_power(groups, settings, Correction::none);
  power.measure = "M";
  EXPECT_EQ(power.significant, 3u);
  EXPECT_DOUBLE_EQ(power.share(), 0.6);
  EXPECT_EQ(power.delta, 0.3);
  settings.test = find_test("tukey");
  EXPECT_EQ(discriminative_power(groups, settings, Correction::none).delta, 0.1);
  settings.test = find_test("t");
  EXPECT_EQ(discriminative_power(groups, settings, Correction::bonferroni).significant, 2u);
  EXPECT_EQ(power.curve(), (std::vector<double>{0.2, 0.05, 0.04, 0.01, 0.001}));

  DiscriminativePower other{"N"};
  other.p = {0.5, 0.01, 0.01, 0.9, 0.01};
  other.winner = {1, 1, 1, 1, 1};
  const MeasureOverlap found = measure_overlaps({{power, other}}, 0.05).at(0);
  EXPECT_EQ(found.measure1, "M");
  EXPECT_EQ(found.measure2, "N");
  EXPECT_EQ(found.only1, 1u);
  EXPECT_EQ(found.both, 2u);
  EXPECT_EQ(found.only2, 1u);
  EXPECT_EQ(found.conflicts, 0u);
  EXPECT_DOUBLE_EQ(found.agreement, 0.5);
}

TEST(DiscriminativePower, OppositeWinnersConflict) {
  const DiscriminativePower one{"M", {0.01, 0.01, 0.01, 0.9}, {1, 1, -1, 1}, 3, {}};
  const DiscriminativePower two{"N", {0.02, 0.02, 0.02, 0.9}, {-1, 1, -1, -1}, 3, {}};
  const MeasureOverlap found = measure_overlaps({{one, two}}, 0.05).at(0);
  EXPECT_EQ(found.conflicts, 1u);
  EXPECT_EQ(found.both, 2u);
  EXPECT_EQ(found.only1 + found.only2, 0u);
  EXPECT_DOUBLE_EQ(found.agreement, 2.0 / 3);
}

TEST(Agreement, TiedPreferences) {
  const auto counted = [](TiedPreference tied) {
    Agreement agreement;
    for (const auto& [first, second] : {std::pair(1, 1), {0, 0}, {0, 1}, {1, 0}, {-1, 1}})
      agreement.add(first, second, tied);
    return agreement;
  };
  EXPECT_DOUBLE_EQ(counted(TiedPreference::disagree).tau(), -0.2);
  EXPECT_DOUBLE_EQ(counted(TiedPreference::half).tau(), 0.2);
  EXPECT_EQ(counted(TiedPreference::half).judged(), 5);
  EXPECT_DOUBLE_EQ(counted(TiedPreference::ignore).tau(), 1.0 / 3);
  EXPECT_EQ(counted(TiedPreference::ignore).judged(), 3);
}

}  // namespace
}  // namespace subintent::internal
