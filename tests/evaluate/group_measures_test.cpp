// Measures of group fairness, worked out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/parameters.h"
#include "small_evaluation.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

using Shares = std::vector<double>;

TEST(Divergence, OfJensenAndShannonIsInBits) {
  EXPECT_EQ(jensen_shannon(Shares{1, 0}, Shares{0, 1}), 1);
  EXPECT_EQ(jensen_shannon(Shares{0.25, 0.75}, Shares{0.25, 0.75}), 0);
  // The mean is (.75, .25): (log2(1/.75) + .5 log2(.5/.75) + .5 log2(.5/.25)) / 2.
  const double expected = (std::log2(4 / 3.0) + 0.5 * std::log2(2 / 3.0) + 0.5) / 2;
  EXPECT_NEAR(jensen_shannon(Shares{1, 0}, Shares{0.5, 0.5}), expected, 1e-15);
  EXPECT_NEAR(jensen_shannon(Shares{0.5, 0.5}, Shares{1, 0}), expected, 1e-15);
}

TEST(Divergence, OfWhatHasNothingInCommonIsAtMostOne) {
  for (std::size_t n = 2; n <= 12; ++n) {
    Shares one(n), all_others(n, 1 / static_cast<double>(n - 1));
    one[0] = 1;
    all_others[0] = 0;
    const double distance = jensen_shannon(one, all_others);
    EXPECT_LE(distance, 1) << n;
    EXPECT_NEAR(distance, 1, 1e-15);
  }
}

TEST(Divergence, OfGroupsWithAnOrderGrowsWithTheirDistance) {
  const Shares target = {1, 0, 0};
  EXPECT_EQ(match_distance(target, target), 0);
  EXPECT_EQ(match_distance(Shares{0, 1, 0}, target), 0.5);
  EXPECT_EQ(match_distance(Shares{0, 0, 1}, target), 1);
  EXPECT_EQ(order_aware_divergence(target, target), 0);
  // Only the first group is wanted: squares 1 and 1, of which the one lies at distance 1 or 2.
  EXPECT_EQ(order_aware_divergence(Shares{0, 1, 0}, target), std::sqrt(0.5));
  EXPECT_EQ(order_aware_divergence(Shares{0, 0, 1}, target), 1);
  // Squares .5625, .25, .0625; at distances .25 + 2 x .0625, .5625 + .0625, 2 x .5625 + .25.
  EXPECT_NEAR(order_aware_divergence(Shares{1, 0, 0}, Shares{0.25, 0.5, 0.25}),
              std::sqrt((0.375 + 0.625 + 1.375) / 3 / 2), 1e-15);
  EXPECT_EQ(match_distance(Shares{1, 0, 0}, Shares{0.25, 0.5, 0.25}), 0.5);
}

void give(Evaluation& group_measures_evaluation, const std::string& name,
          GroupAttribute attribute) {
  group_measures_evaluation.groups.insert_or_assign(name, std::move(attribute));
}

// Grades of 1, so that the user stops at each relevant document with chance 1/2.
Evaluation group_measures_evaluation() {
  Evaluation made;
  made.qrels = "1 1 a 1\n1 1 b 1\n1 1 c 1\n1 1 n 0\n";
  give(made, "g",
       {Source::memory("1 a x 1\n1 b y 1\n1 c x 0.5\n1 c y 0.5\n1 n y 1\n", "g"),
        Source::memory("* x 0.5\n* y 0.5\n", "t"), false});
  return made;
}

constexpr double far = 0.31127812445913283;  // of (1, 0) from (1/2, 1/2)

TEST(GroupFairness, IsWhatTheUserHasSeenWhoStops) {
  const Evaluation e = group_measures_evaluation();
  EXPECT_NEAR(e.score("GF", {"a"}), 0.5 * (1 - far), 1e-15);
  EXPECT_NEAR(e.score("GF@1", {"a", "b"}), 0.5 * (1 - far), 1e-15);
  EXPECT_NEAR(e.score("GF", {"a", "b"}), 0.5 * (1 - far) + 0.25, 1e-15);
  EXPECT_NEAR(e.score("GF", {"c", "a"}),
              0.5 + 0.25 * (1 - jensen_shannon(Shares{0.75, 0.25}, Shares{0.5, 0.5})), 1e-15);
  // Documents that are not relevant are in groups, too.
  EXPECT_NEAR(e.score("GF", {"n", "a"}), 0.5, 1e-15);
  EXPECT_EQ(e.score("GF", {"n"}), 0);
}

TEST(GroupFairness, TakesUnknownDocumentsAsUniformOrLeavesThemOut) {
  const Evaluation e = group_measures_evaluation();
  const double mixed = jensen_shannon(Shares{0.75, 0.25}, Shares{0.5, 0.5});
  EXPECT_NEAR(e.score("GF", {"u", "a"}), 0.5 * (1 - mixed), 1e-15);
  EXPECT_NEAR(e.score("GF(unknown=ignored)", {"u", "a"}), 0.5 * (1 - far), 1e-15);
  Evaluation other = group_measures_evaluation();
  other.qrels += "1 1 v 1\n";
  EXPECT_EQ(other.score("GF(unknown=ignored)", {"v"}), 0);
  EXPECT_EQ(other.score("GF", {"v"}), 0.5);
  EXPECT_EQ(other.score("AWRF", {"v"}), 0);
  EXPECT_EQ(other.score("AWRF(unknown=uniform)", {"v"}), 1);
}

TEST(GroupFairness, IsMixedWithRelevance) {
  const Evaluation e = group_measures_evaluation();
  const double gf = 0.5 * (1 - far) + 0.25;
  EXPECT_NEAR(e.score("GFR", {"a", "b"}), (0.5 + 0.125 + gf) / 2, 1e-15);
  EXPECT_NEAR(e.score("GFR(relevance=iRBU,phi=0.5)", {"a", "b"}), (0.25 + 0.0625 + gf) / 2, 1e-15);
}

TEST(GroupFairness, IsTheMeanOverAttributesThatApply) {
  Evaluation e = group_measures_evaluation();
  give(e, "h", {Source::memory("1 a p 1\n1 b q 1\n", "h"), {}, true});
  give(e, "other", {Source::memory("2 a p 1\n2 b q 1\n", "other"), {}, false});
  const double g = 0.5 * (1 - far), h = 0.5 * (1 - 0.5);  // NMD of (1, 0)
  EXPECT_NEAR(e.score("GF", {"a"}), (g + h) / 2, 1e-15);
  EXPECT_NEAR(e.score("GFR", {"a"}), (0.5 + g + h) / 3, 1e-15);
  EXPECT_NEAR(e.score("GF(attribute='h')", {"a"}), h, 1e-15);
  EXPECT_NEAR(e.score("GF(attribute='h',divergence='JSD')", {"a"}), g, 1e-15);
  EXPECT_NEAR(e.score("GF(attribute='h',divergence='RNOD')", {"a"}), 0.5 * (1 - 0.5), 1e-15);
  EXPECT_EQ(e.score("GF(attribute='other')", {"a"}), 0);
  EXPECT_EQ(e.score("GF(attribute='g+other')", {"a"}), 0);
  EXPECT_EQ(e.score("GFR(attribute='other')", {"a"}), 0);
}

TEST(GroupFairness, HasMeansOverTopicsThatItAppliesTo) {
  Evaluation e = group_measures_evaluation();
  e.qrels += "2 1 a 1\n3 1 a 1\n";
  give(e, "h", {Source::memory("2 a p 1\n2 b q 1\n", "h"), {}, false});
  const std::string run = "1 Q0 a 1 1 r\n2 Q0 a 1 1 r\n3 Q0 a 1 1 r\n";
  const double of_topic = 0.5 * (1 - far);
  for (const auto& [measure, topics] :
       std::map<std::string, std::vector<bool>>{{"GF", {true, true, false}},
                                                {"GFR", {true, true, false}},
                                                {"AWRF@5", {true, true, false}},
                                                {"G-rec", {true, true, false}},
                                                {"GF(attribute='g')", {true, false, false}},
                                                {"GF(attribute='h')", {false, true, false}},
                                                {"GF-LA(attribute='h')", {false, true, false}},
                                                {"GF(attribute='g+h')", {false, false, false}},
                                                {"nDCG", {true, true, true}}}) {
    const RunScores scores = e.scored(measure, run);
    double sum = 0, count = 0;
    for (std::size_t t = 0; t < topics.size(); ++t) {
      EXPECT_EQ(scores.applies(0, t), topics[t]) << measure << " " << t;
      EXPECT_TRUE(topics[t] || scores.values[0][t] == 0) << measure;
      sum += scores.values[0][t];
      count += topics[t] ? 1 : 0;
    }
    EXPECT_NEAR(scores.mean(0, false), count > 0 ? sum / count : 0, 1e-15) << measure;
  }
  EXPECT_NEAR(e.scored("GF", run).mean(0, false), of_topic, 1e-15);
  EXPECT_NEAR(e.scored("GF(attribute='h')", run).mean(0, false), of_topic, 1e-15);
  // Of topics that a run answers, those that the measure applies to.
  EXPECT_NEAR(e.scored("GF", "2 Q0 a 1 1 r\n").mean(0, true), of_topic, 1e-15);
  EXPECT_NEAR(e.scored("GF", "2 Q0 a 1 1 r\n").mean(0, false), of_topic / 2, 1e-15);
  EXPECT_EQ(e.scored("GF", "3 Q0 a 1 1 r\n").mean(0, true), 0);
}

TEST(GroupFairness, CrossesAttributes) {
  Evaluation e = group_measures_evaluation();
  give(e, "h",
       {Source::memory("1 a p 1\n1 b q 1\n", "h"), Source::memory("* p 0.25\n* q 0.75\n", "t"),
        true});
  // a is x p, b y q; the targets are those of x p, x q, y p, y q.
  const Shares target = {0.125, 0.375, 0.125, 0.375};
  EXPECT_NEAR(e.score("AWRF(attribute='g+h')@1", {"a"}),
              1 - jensen_shannon(Shares{1, 0, 0, 0}, target), 1e-15);
  EXPECT_NEAR(e.score("GF(attribute='h+g')", {"a", "b"}),
              0.5 * (1 - jensen_shannon(Shares{1, 0, 0, 0}, target)) +
                  0.25 * (1 - jensen_shannon(Shares{0.5, 0, 0, 0.5}, target)),
              1e-15);
  // c has a half of x and y, and of h nothing is known of it.
  EXPECT_NEAR(e.score("AWRF(attribute='g+h')", {"c"}),
              1 - jensen_shannon(Shares{0.25, 0.25, 0.25, 0.25}, target), 1e-15);
}

TEST(ExposureFairness, WeighsRanks) {
  const Evaluation e = group_measures_evaluation();
  EXPECT_NEAR(e.score("AWRF", {"a"}), 1 - far, 1e-15);
  EXPECT_NEAR(e.score("AWRF(log=e)", {"a"}), 1 - far * std::log(2), 1e-15);
  const double second = 1 / std::log2(3);
  const Shares exposed = {1 / (1 + second), second / (1 + second)};
  EXPECT_NEAR(e.score("AWRF", {"a", "b"}), 1 - jensen_shannon(exposed, Shares{0.5, 0.5}), 1e-15);
  EXPECT_NEAR(e.score("AWRF", {"a", "u", "n"}),
              1 - jensen_shannon(Shares{2 / 3.0, 1 / 3.0}, Shares{0.5, 0.5}), 1e-15);
  EXPECT_NEAR(e.score("AWRF(discount=jk)", {"a", "b"}), 1, 1e-15);
}

TEST(GroupRecall, CountsTheGroupsOfRelevantDocuments) {
  const Evaluation e = group_measures_evaluation();
  EXPECT_EQ(e.score("G-rec", {"a"}), 0.5);
  EXPECT_EQ(e.score("G-rec", {"n", "a"}), 0.5);
  EXPECT_EQ(e.score("G-rec", {"a", "b"}), 1);
  EXPECT_EQ(e.score("G-rec@1", {"a", "b"}), 0.5);
  EXPECT_EQ(e.score("G-rec", {"c"}), 0.5);        // half of each
  EXPECT_EQ(e.score("G-rec", {"c", "a"}), 0.75);  // all of x
  // A group that only an irrelevant document has need not be covered.
  Evaluation other = group_measures_evaluation();
  other.qrels = "1 1 a 1\n1 1 n 0\n";
  EXPECT_EQ(other.score("G-rec", {"a"}), 1);
}

TEST(GroupFairness, HasLayers) {
  Evaluation e = group_measures_evaluation();
  give(e, "g",
       {Source::memory("1 a x/i 1\n1 b x/j 1\n1 c y 1\n", "g"),
        Source::memory("* x/i 0.25\n* x/j 0.25\n* y 0.5\n", "t"), false});
  const double above = 0.5 * (1 - far);
  const double below = 0.5 * (1 - jensen_shannon(Shares{1, 0, 0}, Shares{0.25, 0.25, 0.5}));
  EXPECT_NEAR(e.score("GF", {"a"}), below, 1e-15);
  EXPECT_NEAR(e.score("GF-LA", {"a"}), (above + below) / 2, 1e-15);
  EXPECT_NEAR(e.score("GF-LA(layers=3+1)", {"a"}), (3 * above + below) / 4, 1e-15);
  EXPECT_NEAR(e.score("GFR-LA", {"a"}), (0.5 + (above + below) / 2) / 2, 1e-15);
  EXPECT_NEAR(e.score("G-rec-LA", {"a"}), (1 / 2.0 + 1 / 3.0) / 2, 1e-15);
}

// What is below a duplicate is not relevant, but is seen by the user.
TEST(GroupFairness, SeesDuplicates) {
  Evaluation e = group_measures_evaluation();
  e.duplicates = "group\tdocno\nb\tb\nb\ta\n";
  EXPECT_NEAR(e.score("GF", {"b", "a", "c"}), 0.5 * (1 - far) + 0.25, 1e-15);
  EXPECT_NEAR(e.score("AWRF(discount=jk)", {"b", "a"}), 1, 1e-15);
  e.duplicates_as = DuplicatesAs::removed;
  EXPECT_NEAR(e.score("AWRF(discount=jk)", {"b", "a"}), 1 - far, 1e-15);
}

TEST(GroupFairness, SeesJudgedDocumentsOnlyIfAsked) {
  const Evaluation e = group_measures_evaluation();
  EXPECT_NEAR(e.score("GF(judged_only=True)", {"u", "a"}), 0.5 * (1 - far), 1e-15);
  EXPECT_NEAR(e.score("GF(judged_only=True)@1", {"u", "n", "a"}), 0, 1e-15);
  EXPECT_NEAR(e.score("GF(judged_only=True)@2", {"u", "n", "a"}), 0.5, 1e-15);
}

TEST(GroupMeasures, NeedGroups) {
  Evaluation none = group_measures_evaluation();
  none.groups.clear();
  EXPECT_THROW(none.score("GF", {"a"}), Error);
  EXPECT_THROW(group_measures_evaluation().score("GF(attribute='z')", {"a"}), Error);
  EXPECT_THROW(group_measures_evaluation().score("GF(attribute='g+g')", {"a"}), Error);
  EXPECT_THROW(group_measures_evaluation().score("GF(attribute='')", {"a"}), Error);
  EXPECT_THROW(group_measures_evaluation().score("GF_RA", {"a"}), Error);
  // Targets of another topic.
  Evaluation other = group_measures_evaluation();
  other.groups.at("g").targets = Source::memory("2 x 0.5\n2 y 0.5\n", "t");
  EXPECT_THROW(other.score("GF", {"a"}), Error);
}

}  // namespace
}  // namespace subintent::internal
