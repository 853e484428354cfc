#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <random>

#include "core/collection/run.h"
#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

using Docnos = std::vector<std::string_view>;

std::string run_refusal(const std::string& text) {
  const TestFile file(text);
  try {
    read_run(file.path());
  } catch (const Error& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return "accepted";
}

// As C's atof() reads scores; ranks are not looked at.
TEST(Run, IsReadAsTrecEvalReadsIt) {
  const TestFile file(
      "1 Q0 nan 1 nan t\n1 Q0 text - best t\n1 Q0 unit 1.0 2s t\n1 Q0 inf x inf t\n"
      "1 Q0 minus -1 -.5e0 t\n1 Q0 ties 1 2 t\n");
  EXPECT_EQ(read_run(file.path(), RunOrder::trec_eval).topics[0].docnos,
            (Docnos{"inf", "unit", "ties", "text", "minus", "nan"}));
}

TEST(Run, TopicNumbersStandBehindTrackPrefixes) {
  EXPECT_EQ(topic_number("wt09-12"), "12");
  EXPECT_EQ(topic_number("12"), "");
  EXPECT_EQ(topic_number("wt09-"), "");
  EXPECT_EQ(topic_number("a-b"), "");
}

// Topics are read in parallel, but the first error is that of a reader who goes line by line, then
// topic by topic.
TEST(Run, ReportsTheFirstError) {
  EXPECT_EQ(run_refusal("9 Q0 a 1 1 t\n1 Q0 a x 1 t\n9 Q0 b y 1 t\n").substr(0, 3), ":2:");
  EXPECT_EQ(run_refusal("9 Q0 a x 1 t\n1 Q0 a y 1 t\n").substr(0, 3), ":1:");
  EXPECT_EQ(run_refusal("1 Q0 a 1 1 t\n1 Q0 a 2 1 t\n9 Q0 b y 1 t\n").substr(0, 3), ":3:");
  EXPECT_EQ(run_refusal("9 Q0 a 1 1 t\n9 Q0 a 2 1 t\n1 Q0 b 1 1 t\n1 Q0 b 2 1 t\n").substr(0, 3),
            ":4:");
}

TEST(Run, CollectsTopicsThatAreScattered) {
  const TestFile file(
      "# none\n2 Q0 x 1 9 t\n\n  1 Q0 a 2 8 t\n# one\n2 Q0 y 2 8 t\n1 Q0 b 1 9 t\n12 Q0 c 1 1 t");
  EXPECT_EQ(read_run(file.path()).find("1")->docnos, (Docnos{"b", "a"}));
  EXPECT_EQ(read_run(file.path()).find("2")->docnos, (Docnos{"x", "y"}));
  EXPECT_EQ(read_run(file.path()).find("12")->docnos, (Docnos{"c"}));
}

TEST(Runs, OfMemoryAreThoseOfAFile) {
  const std::string text =
      "2 Q0 a 2 0.5 me\n1 Q0 c 1 0.25 me\n2 Q0 b 1 0.75 me\n1 Q0 a 2 0.5 me\n1 Q0 c 3 1 me\n";
  const TestFile file(text);
  const std::vector<RunRow> rows = {{"2", "a", 0.5, 2},
                                    {"1", "c", 0.25, 1},
                                    {"2", "b", 0.75, 1},
                                    {"1", "a", 0.5, 2},
                                    {"1", "c", 1, 3}};
  for (const RunOrder order : {RunOrder::rank, RunOrder::score, RunOrder::file}) {
    const auto expected = read_run(file.path(), order, OnDuplicate::first);
    const auto made = internal::Run::of(rows, "me", order, OnDuplicate::first);
    EXPECT_EQ(made.name, "me");
    ASSERT_EQ(made.topic_names(), expected.topic_names());
    for (std::size_t i = 0; i < made.topics.size(); ++i)
      EXPECT_EQ(made.topics[i].docnos, expected.topics[i].docnos);
    EXPECT_EQ(made.counts.duplicates_dropped, 1u);
    EXPECT_EQ(made.counts.topics_with_disagreement, expected.counts.topics_with_disagreement);
  }
  EXPECT_EQ(read_run(Source::memory(text, "memory"), RunOrder::file, OnDuplicate::last).name,
            "memory");
  EXPECT_THROW(internal::Run::of(rows, "me"), Error);  // a document twice
  EXPECT_THROW(internal::Run::of({}, "me"), Error);
  const std::vector<RunRow> nan = {{"1", "a", std::nan(""), 1}};
  EXPECT_THROW(internal::Run::of(nan, "me"), Error);
}

}  // namespace
namespace {

using Metadata = std::vector<RunMetadatum>;

TEST(RunMetadata, IsReadOfCommentsBeforeTheRun) {
  const std::string head =
      "# ir_metadata.start\n# tag: bm25+rm3\n# actor:\n#   name: \"A: B\"\n#   team: 'x'\n"
      "# method:\n#   automatic: true\n#   retrieval:\n#     - name: bm25\n#       b: 0.4\n"
      "#     - name: http://x\n"
      "# data:\n#   test collections:\n#   - one\n#   - two\n# ir_metadata.end\n# tag: not this\n";
  const Metadata expected = {{"tag", "bm25+rm3"},
                             {"actor.name", "A: B"},
                             {"actor.team", "x"},
                             {"method.automatic", "true"},
                             {"method.retrieval.name", "bm25"},
                             {"method.retrieval.b", "0.4"},
                             {"method.retrieval.name", "http://x"},
                             {"data.test collections", "one, two"}};
  EXPECT_EQ(read_run_metadata(head + "1 Q0 a 1 1 t\n"), expected);
  for (const char* run : {"1 Q0 a 1 1 t\n", "1 a 1\n", "qid,docno,score\n1,a,2\n"}) {
    const auto read = read_run(Source::memory(head + run, "f"));
    EXPECT_EQ(read.metadata, expected) << run;
    EXPECT_EQ(read.topics[0].docnos[0], "a") << run;
  }
}

TEST(RunMetadata, AnythingElseIsNoReasonToStop) {
  EXPECT_EQ(read_run_metadata("1 Q0 a 1 1 t\n# ir_metadata.start\n# a: b\n"), Metadata());
  EXPECT_EQ(read_run_metadata("# a: b\n"), Metadata());
  EXPECT_EQ(read_run_metadata("# ir_metadata.start\n# a: b\n# c: d"),
            (Metadata{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(read_run_metadata("#ir_metadata.start\r\n# value\n#\n# : x\n# a:\n# - - : \n#   text\n"
                              "#     more: \n# ---\n#end"),
            (Metadata{{"a", ":, text"}, {"a.more", "end"}}));
}

}  // namespace
namespace {

// Few scores, so that many are equal, also next to where a list is cut.
const std::vector<double> scores_to_draw = {
    0, -0.0, 1, -1, 0.5, -0.5, DBL_MAX, -DBL_MAX, DBL_TRUE_MIN, -DBL_TRUE_MIN, 1e-300, 3e10};

TEST(ScoredLists, AreOrderedByScoreAndThenByDocno) {
  std::mt19937 random(7);
  for (std::size_t size = 1; size < 80; ++size) {
    std::vector<std::string> names;
    std::vector<double> scores;
    for (std::size_t i = 0; i < size; ++i) {
      names.push_back("d" + std::to_string(i));
      scores.push_back(scores_to_draw[random() % scores_to_draw.size()]);
    }
    std::ranges::shuffle(names, random);
    const std::vector<std::string_view> docnos(names.begin(), names.end());
    std::vector<std::size_t> places(size);
    for (std::size_t i = 0; i < size; ++i) places[i] = i;
    for (const RunOrder order : {RunOrder::score, RunOrder::score_ascending}) {
      std::ranges::sort(places, [&](std::size_t a, std::size_t b) {
        if (scores[a] != scores[b]) return scores[a] > scores[b];
        return order == RunOrder::score ? docnos[a] > docnos[b] : docnos[a] < docnos[b];
      });
      for (const std::size_t depth : {std::size_t{3}, size, size + 9}) {
        const RankedList list = ranked({"1", docnos, scores}, order, depth, "run");
        ASSERT_EQ(list.docnos.size(), std::min(depth, size));
        for (std::size_t i = 0; i < list.docnos.size(); ++i)
          EXPECT_EQ(list.docnos[i], docnos[places[i]]) << size << " documents, rank " << i + 1;
      }
    }
  }
}

}  // namespace
namespace {

TEST(JudgedTopics, AreFoundByNameOrBehindAPrefix) {
  JudgedTopics topics;
  topics.add("12");
  topics.add("wt09-3");
  topics.add("3");
  EXPECT_EQ(topics.find("12"), 0u);
  EXPECT_EQ(topics.find("wt09-12"), 0u);
  EXPECT_EQ(topics.find("wt09-3"), 1u);
  EXPECT_EQ(topics.find("x-3"), 2u);
  EXPECT_EQ(topics.find("4"), JudgedTopics::none);
  EXPECT_EQ(topics.find_all({"x-12", "5", "3"}, "run"),
            (std::vector<std::uint32_t>{0, JudgedTopics::none, 2}));
}

TEST(JudgedTopics, AreAnsweredOnce) {
  JudgedTopics topics;
  topics.add("12");
  EXPECT_EQ(topics.find_all({"7-12", "12"}, "run"),
            (std::vector<std::uint32_t>{JudgedTopics::none, 0}));  // a turn
  const Error error = thrown_by([&] { topics.find_all({"a-12", "b-12"}, "run"); });
  EXPECT_STREQ(
      error.what(),
      "run: answers topic 12 under two names, one of them b-12; keep one; or name topics as "
      "the judgments do");
}

}  // namespace
}  // namespace subintent::internal
