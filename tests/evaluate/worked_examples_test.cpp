// The worked examples of the papers.
#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/small_evaluation.h"
#include "fingerprints.h"

namespace subintent::internal {
namespace {

// [SakaiSong11 §6.3, case G]: four intents; the run has one document at rank 2, the only one of
// intent 3, L2-relevant. nDCG for that intent is (3 / log 3) / (3 / log 2) = .631, and nDCG-IA .631
// / 4 = .158.
TEST(WorkedExamples, CaseGOfSakaiSongHasNdcgIaOf158) {
  Evaluation e;
  e.qrels = "1 1 a 1\n1 2 b 2\n1 3 c 2\n1 4 d 1\n";
  const std::vector<std::string> run = {"x", "c", "y"};
  EXPECT_NEAR(e.score("nDCG-IA(gain=exp)@10", run), 0.158, 0.0005);
  EXPECT_NEAR(e.score("nDCG-IA(gain=exp)@10", run), std::log(2) / std::log(3) / 4, 1e-12);
}

// The run that covers two intents less well is preferred by I-rec and D#-nDCG, not by nDCG-IA.
TEST(WorkedExamples, CaseGShowsHowNdcgIaNeglectsDiversity) {
  Evaluation e;
  e.qrels =
      "1 2 b 2\n1 2 b2 3\n1 2 b3 3\n1 2 b4 3\n1 3 c 2\n1 4 d 1\n"
      "1 5 f 2\n1 5 f2 3\n1 5 f3 3\n1 5 f4 3\n";
  const std::vector<std::string> narrow = {"x", "c"}, diverse = {"x", "f", "b"};
  EXPECT_GT(e.score("nDCG-IA(gain=exp)@10", narrow), e.score("nDCG-IA(gain=exp)@10", diverse));
  EXPECT_LT(e.score("D#-nDCG(gain=exp)@10", narrow), e.score("D#-nDCG(gain=exp)@10", diverse));
}

// [Clarke11 §2.3]: interpretations with p1 = .6 and p2 = .4, no document relevant to both. After a
// document for the first, a cascade measure gains more from the second, (1 - alpha) p1 = .3 against
// .4; MAP-IA from the first again.
class SecondInterpretation : public testing::Test {
 protected:
  SecondInterpretation() {
    for (int i = 1; i <= 6; ++i)
      e_.qrels += "1 1 first" + std::to_string(i) + " 1\n1 2 second" + std::to_string(i) + " 1\n";
    e_.probabilities = "1 1 0.6\n1 2 0.4\n";
  }
  // Whether a list that goes on with the second interpretation beats one that stays with the first.
  bool prefers_second(const std::string& measure) {
    return e_.score(measure, {"first1", "second1"}) > e_.score(measure, {"first1", "first2"});
  }
  Evaluation e_;
};

TEST_F(SecondInterpretation, ComesSecondUnderCascadeMeasures) {
  EXPECT_TRUE(prefers_second("alpha-nDCG(weights=given)@5"));
  EXPECT_TRUE(prefers_second("alpha-DCG(weights=given)@5"));
  EXPECT_TRUE(prefers_second("ERR-IA(weights=given)@5"));
  EXPECT_TRUE(prefers_second("nERR-IA(weights=given)@5"));
  EXPECT_TRUE(prefers_second("NRBP(weights=given)"));
  EXPECT_TRUE(prefers_second("nNRBP(weights=given)"));
}

TEST_F(SecondInterpretation, NeverComesUnderIntentAwareAveragePrecision) {
  EXPECT_FALSE(prefers_second("AP-IA"));
}

TEST_F(SecondInterpretation, ShareOfUnsatisfiedUsersIs43To57) {
  // What a second document gains: .3 for the first interpretation and .4 for the second, of .7.
  const double one = e_.score("alpha-DCG(weights=given)@2", {"first1"});
  const double same = e_.score("alpha-DCG(weights=given)@2", {"first1", "first2"}) - one;
  const double other = e_.score("alpha-DCG(weights=given)@2", {"first1", "second1"}) - one;
  EXPECT_NEAR(same / (same + other), 0.3 / 0.7, 1e-12);
  EXPECT_NEAR(other / (same + other), 0.4 / 0.7, 1e-12);
}

// [Sakai12 Fig. 1]: informational intent i, navigational j. Rank 1: L1 for i; rank 2: L3 for i and
// L1 for j; rank 4: L3 for j; rank 5 relevant to i. Ef-P is 3/5, as rank 4 does not count.
class Figure1OfSakai : public testing::Test {
 protected:
  Figure1OfSakai() {
    e_.qrels = "1 i d1 1\n1 i d2 3\n1 j d2 1\n1 j d4 3\n1 i d5 2\n";
    e_.probabilities = "1 i 0.5 inf\n1 j 0.5 nav\n";
  }
  Evaluation e_;
  const std::vector<std::string> list_ = {"d1", "d2", "d3", "d4", "d5"};
};

TEST_F(Figure1OfSakai, EffectivePrecisionIsThreeFifths) {
  EXPECT_DOUBLE_EQ(e_.score("Ef-P@5", list_), 0.6);
  EXPECT_DOUBLE_EQ(e_.score("CP@5", list_), 0.8);
}

TEST_F(Figure1OfSakai, DinIgnoresRank4ForTheNavigationalIntent) {
  const std::vector<std::string> without_rank_4 = {"d1", "d2", "d3", "x", "d5"};
  EXPECT_DOUBLE_EQ(e_.score("DIN-nDCG@5", list_), e_.score("DIN-nDCG@5", without_rank_4));
  EXPECT_DOUBLE_EQ(e_.score("DIN-Q@5", list_), e_.score("DIN-Q@5", without_rank_4));
  EXPECT_GT(e_.score("D-nDCG@5", list_), e_.score("D-nDCG@5", without_rank_4));
  // Gains .5, 2, 0, 0, 1 over the ideal 2, 1.5, 1, .5.
  const double gained = 0.5 + 2 / std::log2(3) + 1 / std::log2(6);
  const double ideal = 2 + 1.5 / std::log2(3) + 1 / std::log2(4) + 0.5 / std::log2(5);
  EXPECT_NEAR(e_.score("DIN-nDCG@5", list_), gained / ideal, 1e-12);
}

// P+ for j stops at rank 4, the first of the highest grade, and so equals Q there: P+Q is Q-IA in
// this example. If rank 2 were L3 for j too, rank 4 would be ignored and P+Q be less.
TEST_F(Figure1OfSakai, PPlusQEqualsQIa) {
  EXPECT_NEAR(e_.score("P+Q@5", list_), e_.score("Q-IA@5", list_), 1e-12);
  e_.qrels = "1 i d1 1\n1 i d2 3\n1 j d2 3\n1 j d4 3\n1 i d5 2\n";
  EXPECT_NE(e_.score("P+Q@5", list_), e_.score("Q-IA@5", list_));
}

// [Dou19 Table 8]: d1 is relevant to i1 and i2, d2 to i2, d3 to i3, d4 to i1, all L1; in the
// subintents d1 covers i1a and i2a, d2 i2b, d4 i1a. Both runs share the ranks 1-8 and differ in 9
// and 10.
class Table8OfDou : public testing::Test {
 protected:
  Table8OfDou() {
    e_.qrels = "1 1 d1 1\n1 2 d1 1\n1 2 d2 1\n1 3 d3 1\n1 1 d4 1\n";
    Hierarchy tree{"1", 2, {"d1", "d2", "d3", "d4"}, {}};
    const auto add = [&](std::optional<std::uint32_t> parent, std::uint32_t layer,
                         const std::string& intent, double weight,
                         std::vector<std::uint32_t> docs) {
      tree.nodes.push_back({parent, layer, intent, weight, std::nullopt, false, std::move(docs)});
    };
    add(std::nullopt, 1, "1", 1.0 / 3, {0, 3});
    add(std::nullopt, 1, "2", 1.0 / 3, {0, 1});
    add(std::nullopt, 1, "3", 1.0 / 3, {2});
    add(0, 2, "1", 1.0 / 3, {0, 3});
    add(1, 2, "2", 1.0 / 6, {0});
    add(1, 2, "2", 1.0 / 6, {1});
    add(2, 2, "3", 1.0 / 3, {2});
    e_.hierarchies = {{"WI", {tree}}};
  }
  Evaluation e_;
  const std::vector<std::string> run_1_ = {"a", "b", "c", "d", "e", "f", "g", "d1", "d2", "d3"};
  const std::vector<std::string> run_2_ = {"a", "b", "c", "d", "e", "f", "g", "d1", "d3", "d4"};
};

TEST_F(Table8OfDou, FlatMeasureTies) {
  EXPECT_DOUBLE_EQ(e_.score("D#-nDCG@10", run_1_), e_.score("D#-nDCG@10", run_2_));
}

TEST_F(Table8OfDou, HierarchicalMeasurePrefersRun1AsAllUsersDo) {
  EXPECT_GT(e_.score("HD#-nDCG_WI@10", run_1_), e_.score("HD#-nDCG_WI@10", run_2_));
  EXPECT_GT(e_.score("LAD#-nDCG_WI@10", run_1_), e_.score("LAD#-nDCG_WI@10", run_2_));
  EXPECT_DOUBLE_EQ(e_.score("N-rec_WI@10", run_1_), 7.0 / 7);
  EXPECT_DOUBLE_EQ(e_.score("N-rec_WI@10", run_2_), 6.0 / 7);
}

// [Dou19 eq. 5-7] by hand: K = 4, relevant documents at ranks 1, 2 and 4 with similarities .5, .25
// (1,4) and .25 (2,4).
TEST(WorkedExamples, SimilarityBasedMeasuresByHand) {
  Evaluation e;
  e.qrels = "1 1 a 1\n1 1 b 1\n1 1 c 1\n";
  const auto fingerprint = [](std::string docno, std::uint64_t bits) {
    return Fingerprint{docno, bits};
  };
  // 1 - H/64: a and b are 32 bits apart, a and c 48, b and c 48.
  const std::uint64_t b = 0x00000000ffffffffULL;  // 32 bits
  const std::uint64_t c = 0xffffffff0000ffffULL;  // 48 bits; differs from b in 48
  const auto similarity = DocumentSimilarity::from_fingerprints(
      named({fingerprint("a", 0), fingerprint("b", b), fingerprint("c", c)}),
      FingerprintSimilarity::hamming);
  e.similarity = &similarity;
  const std::vector<std::string> list = {"a", "b", "x", "c"};
  const double ab = 0.5, ac = 0.25, bc = 0.25;
  const double weight_12 = (4 - 1.5) / 4, weight_14 = (4 - 2.5) / 4, weight_24 = (4 - 3.0) / 4;
  const double all = (2.5 + 2 + 1.5 + 1.5 + 1 + 0.5) / 4;  // of the six pairs of ranks
  const double ndcg = e.score("nDCG@4", list);
  EXPECT_NEAR(e.score("nDCG_RA@4", list),
              (ndcg + 1 - (weight_12 * ab + weight_14 * ac + weight_24 * bc) / all) / 2, 1e-12);
  EXPECT_NEAR(
      e.score("nDCG_RA(pairs=relevant)@4", list),
      (ndcg + 1 -
       (weight_12 * ab + weight_14 * ac + weight_24 * bc) / (weight_12 + weight_14 + weight_24)) /
          2,
      1e-12);
  EXPECT_NEAR(e.score("nDCG_RP@4", list),
              (ndcg + 1 - (weight_12 * ab + weight_24 * bc) / (weight_12 + weight_24)) / 2, 1e-12);
  EXPECT_NEAR(e.score("nDCG_NA@4", list), (ndcg + 1 - (ab + ac + bc) / 6) / 2, 1e-12);
  EXPECT_NEAR(e.score("nDCG_NP@4", list), (ndcg + 1 - (ab + bc) / 2) / 2, 1e-12);
  EXPECT_DOUBLE_EQ(e.score("nDCG_RP@4", {"a"}), (e.score("nDCG@4", {"a"}) + 1) / 2);
}

// In a topic-level hierarchy ERR stops by topic-level grades, so G is the highest of those: (2^3 -
// 1) / 2^3 for a document of grade 3, and half of it for each of two nodes that have one.
TEST(GradedErr, OfTopicLevelHierarchiesUsesTopicLevelGrades) {
  Evaluation e;
  e.qrels = "1 1 a 1\n1 1 b 1\n";
  e.adhoc_qrels = "1 0 a 3\n1 0 b 3\n";
  Hierarchy tree{"1", 1, {"a", "b"}, {}};
  tree.nodes.push_back({std::nullopt, 1, "*", 0.5, std::nullopt, false, {0}});
  tree.nodes.push_back({std::nullopt, 1, "*", 0.5, std::nullopt, false, {1}});
  e.hierarchies = {{"TL", {tree}}};
  EXPECT_DOUBLE_EQ(e.score("ERR-IA-LA_TL(graded)@2", {"a", "b"}), 0.5 * 0.875 + 0.5 * 0.875 / 2);
}

// Of the intents only 1 and 2 have a document of grade 2. So they share the probabilities, and for
// each its only such document is the ideal list.
TEST(LeastGrade, DecidesWhichIntentsThereAre) {
  Evaluation e;
  e.qrels = "1 1 a 2\n1 1 b 1\n1 2 b 3\n1 3 c 1\n1 4 d 0\n";
  EXPECT_DOUBLE_EQ(e.score("I-rec@2", {"c", "a"}), 2.0 / 3);
  EXPECT_DOUBLE_EQ(e.score("I-rec(rel=2)@2", {"c", "a"}), 1.0 / 2);
  EXPECT_DOUBLE_EQ(e.score("AP-IA(rel=2)@2", {"c", "a"}), 1.0 / 4);
  EXPECT_DOUBLE_EQ(e.score("nDCG-IA(rel=2)@2", {"b", "a"}), (1 + 1 / std::log2(3)) / 2);
  EXPECT_DOUBLE_EQ(e.score("D#-nDCG(rel=4)@2", {"b", "a"}), 0);
  e.probabilities = "1 1 0.2\n1 2 0.2\n1 3 0.6\n";  // nobody gets the share of intent 3
  EXPECT_DOUBLE_EQ(e.score("AP-IA(rel=2)@2", {"c", "a"}), 0.1);
}

// The nodes of a topic-level tree are judged at topic level.
TEST(LeastGrade, AndJudgmentsAreThoseThatAMeasureSees) {
  Evaluation e;
  e.qrels = "1 1 a 1\n1 1 x 0\n";
  e.adhoc_qrels = "1 0 a 3\n1 0 b 1\n1 0 y 0\n";
  Hierarchy tree{"1", 1, {"a", "b"}, {}};
  tree.nodes.push_back({std::nullopt, 1, "*", 0.5, std::nullopt, false, {0}});
  tree.nodes.push_back({std::nullopt, 1, "*", 0.5, std::nullopt, false, {1}});
  e.hierarchies = {{"TL", {tree}}};
  const std::vector<std::string> list = {"x", "y", "b", "a"};
  EXPECT_DOUBLE_EQ(e.score("N-rec_TL@3", list), 1.0 / 2);
  EXPECT_DOUBLE_EQ(e.score("N-rec_TL(rel=2)@3", list), 0);
  EXPECT_DOUBLE_EQ(e.score("N-rec_TL(judged_only=True)@3", list), 1);
  EXPECT_DOUBLE_EQ(e.score("RR(judged_only=True)", list), 1.0 / 2);     // y is judged, x is not
  EXPECT_DOUBLE_EQ(e.score("AP-IA(judged_only=True)", list), 1.0 / 2);  // x, but neither y nor b
}

// All documents have three intents. The greedy list takes the greatest docno first, after which
// each of the others repeats one: a list that it is the ideal of can score more than 1.
TEST(WorkedExamples, GreedyIdealOfAlphaNdcgCanBeBeaten) {
  Evaluation e;
  e.qrels =
      "1 1 a 1\n1 2 a 1\n1 3 a 1\n1 4 b 1\n1 5 b 1\n1 6 b 1\n1 2 trap 1\n1 3 trap 1\n1 4 trap 1\n";
  const std::vector<std::string> best = {"b", "a"};
  const double greedy = 3 + 2 / std::log2(3), highest = 3 + 3 / std::log2(3);
  EXPECT_NEAR(e.score("alpha-nDCG(alpha=1)@2", best), highest / greedy, 1e-12);
  EXPECT_NEAR(e.score("nERR-IA(alpha=1)@2", best), 4.5 / 4, 1e-12);
}

}  // namespace
}  // namespace subintent::internal
