// What is refused and warned of when judgments, topics, probabilities and runs do not fit together.
#include "evaluate/judgments.h"

#include <gtest/gtest.h>

#include "compare/study/evaluation.h"
#include "compare/study/warnings.h"
#include "messages.h"
#include "said.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

using Sentences = std::vector<std::string>;

// Files of a test; empty text: no such file.
struct Files {
  std::string qrels, adhoc = {}, topics = {}, probabilities = {};
};

// The warnings, with names of files in place of their paths.
Sentences warnings_of(const Files& files) {
  const TestFile qrels(files.qrels), adhoc(files.adhoc), topics(files.topics),
      probabilities(files.probabilities);
  JudgmentInputs paths{qrels.path(), {}, {}, {}};
  if (!files.adhoc.empty()) paths.adhoc_qrels = adhoc.path();
  if (!files.topics.empty()) paths.topics = topics.path();
  if (!files.probabilities.empty()) paths.probabilities = probabilities.path();
  Warnings found;
  read_judgments(paths, found);
  Sentences warnings = said(found);
  for (std::string& warning : warnings) {
    for (const auto& [path, name] :
         {std::pair(qrels.path(), "QRELS"), std::pair(adhoc.path(), "ADHOC"),
          std::pair(topics.path(), "TOPICS"), std::pair(probabilities.path(), "PROBABILITIES")})
      for (std::size_t at; (at = warning.find(path)) != std::string::npos;)
        warning.replace(at, path.size(), name);
  }
  return warnings;
}

TEST(Judgments, ThatFitGiveNoWarning) {
  EXPECT_EQ(warnings_of({"1 1 a 1\n2 1 b 0\n", "1 0 a 0\n1 0 x 1\n2 0 y 1\n",
                         "<t><topic number='1'><subtopic number='1' type='nav'/></topic></t>"}),
            Sentences{});
}

TEST(Judgments, WithNothingRelevantAreWarnedOf) {
  EXPECT_EQ(warnings_of({"1 1 a 0\n1 1 b -2\n"}),
            Sentences{"QRELS: no document is relevant; scores computed from it are 0"});
  EXPECT_EQ(warnings_of({"1 1 a 1\n", "1 0 a 0\n"}),
            Sentences{"ADHOC: no document is relevant; scores computed from it are 0"});
}

TEST(Judgments, OfOtherTopicsOrDocumentsAreWarnedOf) {
  EXPECT_EQ(
      warnings_of({"1 1 a 1\n2 1 b 1\n3 1 c 1\n", "1 0 a 1\n7 0 a 1\n9 0 a 1\n"}),
      (Sentences{"ADHOC: 2 of 3 topics of QRELS not judged (first: 2); measures on topic-level "
                 "judgments are 0 there",
                 "ADHOC: 2 topics not judged in QRELS, ignored (first: 7)"}));
  EXPECT_EQ(
      warnings_of({"1 1 a 1\n2 1 b 1\n", "1 0 b 1\n2 0 a 1\n"}),
      Sentences{"ADHOC: not one of its documents is judged in QRELS for the same topic; check "
                "that both belong to the same collection"});
}

// Topics of type "single" have no subtopics; their judgments are of intent 0.
TEST(Judgments, OfIntentsThatTopicsDoNotListAreInformational) {
  const std::string topics =
      "<t><topic number='1'><subtopic number='1' type='inv'/></topic>"
      "<topic number='2' type='single'/></t>";
  EXPECT_EQ(warnings_of({"2 0 a 1\n", {}, topics}), Sentences{});
  EXPECT_EQ(warnings_of({"1 7 a 0\n2 0 a 1\n", {}, topics}), Sentences{});
  EXPECT_EQ(warnings_of({"1 1 a 1\n1 2 a 1\n2 0 a 1\n3 0 a 1\n", {}, topics}),
            (Sentences{"TOPICS: 2 intents with relevant documents not listed, treated as "
                       "informational (first: intent 2 of topic 1)",
                       "TOPICS: 1 intent of a type that is neither inf nor nav, treated as "
                       "informational (first: type inv of intent 1 of topic 1)"}));
}

TEST(Judgments, WhoseProbabilitiesAreZeroAreWarnedOf) {
  EXPECT_EQ(
      warnings_of({"1 1 a 1\n1 2 a 0\n2 1 b 1\n", {}, {}, "1 1 0\n1 2 1\n2 1 1\n"}),
      Sentences{"PROBABILITIES: topic 1: all intents with relevant documents have probability "
                "0; measures that use probabilities are 0 for it"});
}

TEST(Judgments, OfTopicsNamedAsMeansAreRefused) {
  for (const char* name : {"all", "amean"}) {
    const TestFile file(std::string("1 1 a 1\n") + name + " 1 a 1\n");
    Warnings warnings;
    const Error error = thrown_by([&] { read_judgments({file.path(), {}, {}, {}}, warnings); });
    EXPECT_EQ(error.what(), file.path() + ":2: topic " + name +
                                " has the name of a statistic in scores; rename the topic");
  }
}

TEST(Judgments, KeepTheHighestGradesOfAllWherePartsAreLeft) {
  const TestFile file("1 1 a 3\n1 1 b 1\n");
  Warnings warnings;
  const Judgments all = read_judgments({file.path(), {}, {}, {}}, warnings);
  const Judgments part =
      restricted(all, [](std::string_view, std::string_view docno) { return docno == "b"; });
  EXPECT_EQ(part.diversity.topics()[0].judgments.size(), 1u);
  EXPECT_EQ(part.highest_intent_grade, 3);
  EXPECT_EQ(part.highest_adhoc_grade, 3);
}

// The warnings of a run, named "run", for judgments of topics 1 to 3.
Sentences run_warnings(const std::string& run_text, std::string_view missing_topics) {
  const TestFile qrels("1 1 a 1\n1 1 b 0\n2 1 a 1\n3 1 a 1\n"), file(run_text);
  Remarks remarks;
  EvaluationData data;
  data.judgments =
      std::make_shared<const Judgments>(read_judgments({.qrels = qrels.path()}, remarks.warnings));
  check_measures(data, {}, remarks);
  const Run run = read_run(file.path(), RunOrder::rank, OnDuplicate::first);
  const Scorer scorer = data.scorer({});
  RunScores scores = scorer.score(run);
  scores.run = "run";
  const CheckedRun checked{&scores, run.counts, run.order};
  check_runs({&checked, 1}, scorer, remarks, {missing_topics});
  return said(remarks.all());
}

TEST(CheckRuns, NamesWhatMakesScoresWorthless) {
  const std::string complete = "1 Q0 b 1 1 t\n2 Q0 x 1 1 t\n3 Q0 x 1 1 t\n";
  EXPECT_EQ(run_warnings(complete, "they count"), Sentences{});
  EXPECT_EQ(run_warnings("2 Q0 a 1 1 t\n", "they count"),
            Sentences{"run run: lacks 2 of 3 judged topics; they count"});
  EXPECT_EQ(run_warnings("2 Q0 a 1 1 t\n", ""), Sentences{});
  EXPECT_EQ(
      run_warnings("1 Q0 A 1 1 t\n2 Q0 A 1 1 t\n3 Q0 A 1 1 t\n", ""),
      Sentences{"run run: none of its documents is judged; check that its docnos are those of "
                "the judgments"});
  EXPECT_EQ(run_warnings("x\033y Q0 a 1 1 t\n" + complete, ""),
            Sentences{"run run: 1 topic not judged, ignored (first: x?y)"});
  EXPECT_EQ(run_warnings(complete + "1 Q0 a 2 3 t\n1 Q0 a 3 2 t\n", ""),
            (Sentences{"run run: rank and score disagree in 1 topic; ordered by rank (see `order`)",
                       "run run: 1 repetition of a document dropped"}));
}

}  // namespace
}  // namespace subintent::internal
