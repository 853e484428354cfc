// Evaluations by nuggets: the published scores, AND and OR, nuggets that no document holds.
#include <gtest/gtest.h>

#include "evaluate/judgments.h"
#include "evaluate/scorer.h"
#include "hierarchy/nuggets.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

double score(const std::string& nuggets, const std::string& measure,
             const std::vector<std::string>& docnos, bool all_intents = true) {
  Warnings warnings;
  JudgmentInputs inputs{.qrels = Source::memory(nuggets, "nuggets"), .all_intents = all_intents};
  const Judgments judgments = read_judgments(inputs, warnings);
  EXPECT_TRUE(warnings.empty());
  const Source source = Source::memory(nuggets, "nuggets");
  const std::vector<NamedHierarchies> named = {
      {"N", "nuggets", hierarchies_of(read_nuggets({&source, 1}), all_intents).hierarchies}};
  const MeasureContext context{{"N"}, false, nullptr};
  const Scorer scorer(judgments, named, parse_measures(measure, context), nullptr, std::nullopt);
  std::string run;
  for (std::size_t i = 0; i < docnos.size(); ++i)
    run += "1 Q0 " + docnos[i] + " " + std::to_string(i + 1) + " 1 test\n";
  const TestFile file(run);
  const Run read = read_run(file.path());
  const double value = scorer.score(read).values[0].at(0);
  const ExplainedScore explained = scorer.explain(0, 0, *scorer.lists(read)[0]);
  EXPECT_NEAR(sum_of(explained.parts), value, 1e-12) << measure;
  return value;
}

std::string line(const std::string& docno, const std::vector<std::string>& assigned) {
  const std::vector<std::string> importance = {"vital", "vital", "okay", "okay"};
  std::string text = R"({"qid":"1","docid":")" + docno + R"(","nuggets":[)";
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    text += std::string(i == 0 ? "" : ",") + R"({"text":")" + std::to_string(i) +
            R"(","importance":")" + importance[i] + R"(","assignment":")" + assigned[i] + "\"}";
  }
  return text + "]}\n";
}

const std::string yes = "support", half = "partial_support", no = "not_support";
const std::string assigned = line("a", {yes, no, half, no}) + line("b", {half, half, no, no}) +
                             line("c", {no, yes, yes, no});

// [2411.09607 §3.3]: a nugget is worth 1 where it is supported, 1/2 where it is in part, or,
// strictly, 0; the scores are means over all nuggets, over the vital ones, and with 1/2 for those
// that are okay.
TEST(Nuggets, HaveThePublishedScores) {
  // a and b: the nuggets are worth 1, 1/2, 1/2, 0.
  const std::vector<std::string> list = {"a", "b", "c"};
  EXPECT_DOUBLE_EQ(score(assigned, "I-rec(credit=graded)@2", list), 2.0 / 4);
  EXPECT_DOUBLE_EQ(score(assigned, "I-rec(rel=2)@2", list), 1.0 / 4);
  EXPECT_DOUBLE_EQ(score(assigned, "I-rec(credit=graded,weights=vital)@2", list), 1.5 / 2);
  EXPECT_DOUBLE_EQ(score(assigned, "I-rec(rel=2,weights=vital)@2", list), 1.0 / 2);
  EXPECT_DOUBLE_EQ(score(assigned, "I-rec(credit=graded,weights=given)@2", list), 1.75 / 3);
  EXPECT_DOUBLE_EQ(score(assigned, "I-rec(rel=2,weights=given)@2", list), 1.0 / 3);
  EXPECT_DOUBLE_EQ(score(assigned, "I-rec@2", list), 3.0 / 4);
  EXPECT_DOUBLE_EQ(score(assigned, "I-rec@2", list, false), 3.0 / 3);  // one has no document
}

TEST(Nuggets, ThatNothingSupportsFullyAreHalfCovered) {
  const std::string in_part = line("a", {half, no, no, no});
  EXPECT_DOUBLE_EQ(score(in_part, "I-rec(credit=graded)@1", {"a"}), 0.5 / 4);
  EXPECT_DOUBLE_EQ(score(in_part, "I-rec(rel=2)@1", {"a"}), 0);
}

const std::string bank =
    R"({"query_id":"1","nugget_bank":[)"
    R"({"question":"Both?","aggregator_type":"AND","answers":[)"
    R"({"answer":"A","references":["a"]},{"answer":"B","references":["b"]}]},)"
    R"({"question":"Either?","aggregator_type":"OR","answers":[)"
    R"({"answer":"C","references":["c"]},{"answer":"D","references":["b","d"]}]},)"
    R"({"question":"Never?","aggregator_type":"AND","answers":[)"
    R"({"answer":"E","references":["d"]},{"answer":"F","references":[]}]}]})";

TEST(Nuggets, OfAndNeedAllOfTheirAnswers) {
  const auto recall = [](const std::vector<std::string>& list, bool all) {
    return score(bank, "I-rec(cover=given)@9", list, all);
  };
  EXPECT_DOUBLE_EQ(score(bank, "I-rec@9", {"a"}), 1.0 / 3);
  EXPECT_DOUBLE_EQ(recall({"a"}, true), 0);
  EXPECT_DOUBLE_EQ(recall({"a", "b"}, true), 2.0 / 3);
  EXPECT_DOUBLE_EQ(recall({"c"}, true), 1.0 / 3);
  EXPECT_DOUBLE_EQ(recall({"d"}, false), 2.0 / 3);  // an answer without a document is not needed
  EXPECT_DOUBLE_EQ(recall({"d"}, true), 1.0 / 3);   // here it is
}

TEST(Nuggets, OfAndAreNodesThatNeedAllOfTheirChildren) {
  EXPECT_DOUBLE_EQ(score(bank, "N-rec_N@9", {"a"}), 2.0 / 9);
  EXPECT_DOUBLE_EQ(score(bank, "N-rec_N(cover=given)@9", {"a"}), 1.0 / 9);
  EXPECT_DOUBLE_EQ(score(bank, "N-rec_N(cover=given)@9", {"a", "b"}), 5.0 / 9);
  EXPECT_DOUBLE_EQ(score(bank, "N-rec_N(cover=given)@9", {"a", "b"}, false), 5.0 / 8);
  EXPECT_DOUBLE_EQ(score(bank, "I-rec-LA_N(cover=given,layers=1+0)@9", {"a", "b"}), 2.0 / 3);
}

TEST(Nuggets, OfAndAreSoInMeasuresThatContainRecall) {
  for (const char* const measure : {"HD#-nDCG_N", "LAD#-nDCG_N"}) {
    const std::string name = measure;
    EXPECT_DOUBLE_EQ(score(bank, name + "(gamma=1)@9", {"a"}), 2.0 / 9);
    EXPECT_DOUBLE_EQ(score(bank, name + "(cover=given,gamma=1)@9", {"a"}), 1.0 / 9);
  }
  for (const char* const measure : {"D#-nDCG", "DIN#-nDCG", "P+Q#"}) {
    const std::string name = measure;
    EXPECT_DOUBLE_EQ(score(bank, name + "(gamma=1)@9", {"a"}), 1.0 / 3);
    EXPECT_DOUBLE_EQ(score(bank, name + "(cover=given,gamma=1)@9", {"a"}), 0);
  }
}

TEST(Nuggets, OfNoImportanceAreAllVital) {
  EXPECT_DOUBLE_EQ(score(bank, "I-rec(weights=vital)@9", {"a", "b"}), 2.0 / 3);
}

}  // namespace
}  // namespace subintent::internal
