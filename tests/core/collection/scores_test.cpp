
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <tuple>

#include "core/base/name_table.h"
#include "core/collection/score_table.h"
#include "messages.h"
#include "subintent/program.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::string scores_error_of(std::string_view text, ScoreRunName name = ScoreRunName::automatic,
                            ScoreFormat format = ScoreFormat::automatic) {
  return message_of([&] { read_scores({write_temporary("bad.tsv", text)}, name, format); });
}

double score_of(const ScoreTable& table, const std::string& run, const std::string& topic,
                const std::string& measure) {
  for (const Score& score : table.scores)
    if (table.runs[score.run] == run && table.topics[score.topic] == topic &&
        table.measures[score.measure] == measure)
      return score.value;
  ADD_FAILURE() << run << " " << topic << " " << measure;
  return -1;
}

TEST(Scores, Ndeval) {
  const auto table = read_scores(
      {write_temporary("n.csv",
                       "runid,topic,ERR-IA@5,P-IA@5\nx,1,0.5,0.25\nx,2,0.1,0.2\nx,amean,0.3,0.2\n"
                       "runid,topic,ERR-IA@5,P-IA@5\ny,1,1,0\n")});
  EXPECT_EQ(table.runs, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(score_of(table, "x", "2", "P-IA@5"), 0.2);
  EXPECT_EQ(table.scores.size(), 6u);
}

TEST(Scores, TrecEval) {
  const std::string text =
      "map                   \t301\t0.1234\nP_5                   \t301\t0.4000\n"
      "runid                 \tall\ttag7\nmap                   \tall\t0.2\n";
  const std::string path = write_temporary("run7.eval", text);
  const auto by_file = read_scores({path});
  EXPECT_EQ(by_file.runs[0].substr(by_file.runs[0].size() - 4), "run7");
  EXPECT_EQ(by_file.scores.size(), 2u);
  const auto by_tag = read_scores({path}, ScoreRunName::tag);
  EXPECT_EQ(score_of(by_tag, "tag7", "301", "map"), 0.1234);
}

// Of lines of three columns either of the first two may be the measure: what only one reading fits
// is read that way.
TEST(Scores, ThreeColumnsAreToldByTheirContent) {
  const auto measure_of = [](std::string_view text, ScoreFormat format = ScoreFormat::automatic) {
    return read_scores({write_temporary("three", text)}, ScoreRunName::automatic, format)
        .measures[0];
  };
  EXPECT_EQ(measure_of("q1\tAP\t0.5\nall\tAP\t0.5\n"), "AP");  // a mean over topics
  EXPECT_EQ(measure_of("map\tq1\t0.5\nmap\tall\t0.5\n"), "map");
  EXPECT_EQ(measure_of("q1\tAP@10\t0.5\n"), "AP@10");              // a cutoff
  EXPECT_EQ(measure_of("q1\tP(rel=2)\t0.5\n"), "P(rel=2)");        // a parameter
  EXPECT_EQ(measure_of("map   \tq1\t0.5\n"), "map");               // padded
  EXPECT_EQ(measure_of("map\tq1\t0.5\nrunid\tall\tme\n"), "map");  // a run's name
  EXPECT_EQ(measure_of("31_1\tAP\t0.5\n31_2\tAP\t1\n"), "AP");     // a name that is known
  EXPECT_TRUE(has(scores_error_of("q1\tx\t0.5\nq2\tx\t1\n"),
                  "bad.tsv:1: may have measure, topic, value (trec_eval -q) or topic"));
  EXPECT_EQ(measure_of("q1\tAP\t0.5\n", ScoreFormat::ir_measures), "AP");
  EXPECT_EQ(measure_of("q1\tAP\t0.5\n", ScoreFormat::trec_eval), "q1");
  EXPECT_TRUE(
      has(scores_error_of("map 51 0.5\n51 map 0.5\n"), ":2: measure 51 and topic map do not fit"));
}

TEST(Scores, OfOtherToolsAreTheSame) {
  const auto expect_same = [](std::string_view text) {
    const auto table = read_scores({write_temporary("bm25.txt", text)});
    EXPECT_EQ(table.topics, (std::vector<std::string>{"1", "2"})) << text;
    EXPECT_EQ(table.measures, (std::vector<std::string>{"AP", "P@10"})) << text;
    ASSERT_EQ(table.runs.size(), 1u) << text;
    EXPECT_TRUE(table.runs[0].ends_with("bm25")) << text;
    EXPECT_EQ(score_of(table, table.runs[0], "2", "AP"), 0.25) << text;
    EXPECT_EQ(score_of(table, table.runs[0], "1", "P@10"), 0.5) << text;
  };
  expect_same("name,qid,measure,value\nbm25,1,AP,1\nbm25,1,P@10,0.5\nbm25,2,AP,0.25\n");
  expect_same(",value,qid,measure\n0,1,\"1\",AP\n1,0.5,1,P@10\n2,0.25,2,AP\n");
  expect_same("run\tmeasure\ttopic\tvalue\nbm25\tAP\t1\t1\nbm25\tP@10\t1\t0.5\nbm25\tAP\t2\t.25\n");
  expect_same("bm25 AP 1 1\nbm25 P@10 1 .5\nbm25 AP 2 .25\nbm25 AP all .6\n");
  expect_same("bm25\t1\tAP\t1\nbm25\t1\tP@10\t.5\nbm25\t2\tAP\t.25\nbm25\tall\tAP\t.6\n");
  expect_same(
      "{\"query_id\": \"1\", \"measure\": \"AP\", \"value\": 1}\n"
      "{\"query_id\": \"1\", \"measure\": \"P@10\", \"value\": 0.5}\n\n"
      "{\"query_id\": \"2\", \"measure\": \"AP\", \"value\": 0.25}\n"
      "{\"query_id\": \"all\", \"measure\": \"AP\", \"value\": 0.625}\n");
  expect_same(
      "{\"run_id\":\"bm25\",\"topic_id\":1,\"measure\":\"AP\",\"value\":\"1\"}\n"
      "{\"run_id\":\"bm25\",\"topic_id\":1,\"measure\":\"P@10\",\"value\":\"0.5\"}\n"
      "{\"run_id\":\"bm25\",\"topic_id\":2,\"measure\":\"AP\",\"value\":\"0.25\"}\n");
}

// Most lines are read without a parser of JSON, which others need: with an escape, for example.
TEST(Scores, LinesOfJsonMayBeWrittenInManyWays) {
  const auto expect_score = [](const std::string& line, double score, std::string_view topic = "1",
                               std::string_view run = "mine") {
    const auto table = read_scores({write_temporary("x", line + "\n")});
    ASSERT_EQ(table.scores.size(), 1u) << line;
    EXPECT_EQ(table.scores[0].value, score) << line;
    EXPECT_EQ(table.topics[0], topic) << line;
    EXPECT_EQ(table.runs[0], run) << line;
    EXPECT_EQ(table.measures[0], "AP") << line;
  };
  for (const std::string topic :
       {R"("query_id": "1")", R"("query_id" : 1)", R"("qid":"1")",
        R"("topic": "2", "topic_id": "1")", R"("topic_id": "1", "topic": 2)",
        R"("query_id": "\u0031")", R"("query_id": "1", "of": {"value": 3}, "comment": "\"")",
        R"("query_id": "1", "of": [], "comment": "{,:}")"}) {
    for (const auto& [value, score] : std::vector<std::pair<std::string, double>>{
             {"0.25", 0.25},
             {"-0.25", -0.25},
             {"0", 0},
             {"12", 12},
             {"\"0.25\"", 0.25},
             {"\" 1\"", 1},
             {"2.5e-1", 0.25},
             {"0.1234567890123", 0.1234567890123},
             {"0.12345678901234567", 0.12345678901234567}}) {
      const std::string rest = R"("measure": "AP", "run": "mine", "value": )" + value;
      expect_score("{" + topic + ", " + rest + "}", score);
      expect_score("{ " + topic + "," + rest + " } \r", score);
    }
  }
  const std::string rest = R"(, "measure": "AP", "value": 1, "name": "b", "run": "c", "run_id": )";
  expect_score("{\"qid\": 1.50" + rest + "\"a\"}", 1, "1.5", "a");
  expect_score("{\"qid\": -0" + rest + "7}", 1, "0", "7");
  expect_score("{\"qid\": \"d\u00e9j\u00e0\"" + rest + "\"a b\"}", 1, "d\u00e9j\u00e0", "a b");
  for (const char* line : {"{\"qid\": \"1\", \"measure\": \"AP\", \"value\": 01}",
                           "{\"qid\": \"1\", \"measure\": \"AP\", \"value\": .5}",
                           "{\"qid\": \"1\", \"measure\": \"AP\", \"value\": 1.}",
                           "{\"qid\": \"1\", \"measure\": \"AP\", \"value\": 1,}",
                           "{\"qid\": \"1\", \"measure\": \"AP\", \"value\": 1}}",
                           "{\"qid\": \"1\", \"measure\": \"AP\", \"value\": \"1}",
                           "{\"qid\": \"1\", \"measure\": \"A\tP\", \"value\": 1}",
                           "{\"qid\": \"1\" \"measure\": \"AP\", \"value\": 1}"})
    EXPECT_TRUE(has(scores_error_of(line), ":1: is not JSON: ")) << line;
}

TEST(Scores, FourColumnsMayNameSeveralRuns) {
  const auto path = write_temporary("tot", "a x q1 .1\nb x q1 .2\n");
  EXPECT_EQ(read_scores({path}, ScoreRunName::automatic, ScoreFormat::trec_eval).runs,
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(read_scores({path}, ScoreRunName::automatic, ScoreFormat::ir_measures).topics[0], "x");
  EXPECT_THROW(read_scores({path}, ScoreRunName::file, ScoreFormat::trec_eval), Error);
}

TEST(Scores, FormatsThatAreNotReadAreNamed) {
  const auto says = [](std::string_view text, std::string_view words) {
    EXPECT_TRUE(has(scores_error_of(text), words)) << text;
  };
  says("[\n {\"run\": \"x\"}]\n", ":2: is no object with topic and scores");
  says("{\"query_id\": \"1\", \"measure\": \"AP\"}\n", ":1: has no measure or no value");
  says("{\"query_id\": \"1\",\n", ":1: is not JSON: ");
  says("{\"query_id\": \"1\", \"measure\": \"AP\", \"value\": null}\n",
       "scores of topics are missing");
  says("{\"a\": {\"map\": 0.5}, \"b\": {\"map\": 0.4}}", "does not tell topics from");
  says("map\t1\tnan\nmap\t2\tNA\n", "scores of topics are missing");
  says("{\"a\": {\"1\": {\"x\": 1}, \"2\": {\"x\": 0}}}", "may be {run: {topic: {");
  says(R"({"a": {"1": {"x": 1}}, "b": {"1": {"x": 0}}})", "no error");
  says("{\"1\": {\"map\": 1}, \"2\": {\"map\": {\"3\": 0}}}", "scores at two depths");
  says("{\"qid\": \"1\", \"docno\": \"d\", \"score\": 0.5}\n", "is no object with topic");
  says("{\"measure\": \"AP\", \"value\": 0.5}\n", "only means");
  says("name,measure,value\nbm25,map,0.5\n", ":1: is a list of scores without");
  says("name,map,P_10\nbm25,0.5,0.1\n", ":1: may have a run in each line");
  says(",name,map,P_10\n0,bm25,0.5,0.1\n", ":1: may have a run in each line");
  says("name,qid,measure,value\nbm25,1,map\n", ":2: expected 4 cells");
  says("name,qid,measure,value\n\"bm25,1,map,1\n", ":2: the line has a quote that is not closed");
  says("bm25 x y 0.5\n", ":1: may have run, measure, topic, value or run, topic");
  says("bm25 1 map 0.5\nbm25 map 1 0.5\n", ":2: measure 1 and topic map do not fit");
  says("bm25 1 map 0.5\nbm25 1 map\n", ":2: expected 4 columns, found 3");
  says("nDCG@10\t0.5\n", ":1: has two columns");
}

TEST(Scores, TheFirstColumnOfAMatrixHoldsTopicsWhateverItsName) {
  for (const std::string name : {"topic", "Topic", "qid", "query_id", "", "Thema"}) {
    const auto table =
        read_scores({write_temporary("m.csv", name + ",a,b\nq51,0.5,0.6\nq52,0.1,0.3\n")});
    EXPECT_EQ(table.runs, (std::vector<std::string>{"a", "b"})) << name;
    EXPECT_EQ(table.topics, (std::vector<std::string>{"q51", "q52"})) << name;
  }
  const auto numbers = read_scores({write_temporary("m.csv", "qid,a,b\n51,0.5,0.6\n52,0.1,1\n")});
  EXPECT_EQ(numbers.topics, (std::vector<std::string>{"51", "52"}));
  for (const char* scores : {"x,a\n0,0.6\n0.5,0.3\n", "x,a\n1,0.6\n1,0.3\n"})
    EXPECT_EQ(read_scores({write_temporary("m.csv", scores)}).runs.size(), 2u) << scores;
  const std::string both = "x,a,b\n51,0.5,0.6\n52,0.1,0.3\n";
  EXPECT_TRUE(
      has(scores_error_of(both), ":1: the first column, x, may contain topics or a run's scores"));
  const auto runs_of = [&](ScoreFormat format) {
    return read_scores({write_temporary("m.csv", both)}, ScoreRunName::automatic, format).runs;
  };
  EXPECT_EQ(runs_of(ScoreFormat::matrix).size(), 2u);
  EXPECT_EQ(runs_of(ScoreFormat::matrix_without_topics).size(), 3u);
}

TEST(Scores, AMatrixNeedsAHeaderLine) {
  for (const char* text : {"1,0.5,0.6\n2,0.1,0.2\n", "q1,0.5,0.6\n"})
    EXPECT_TRUE(has(scores_error_of(text), "no names of columns")) << text;
  for (const char* text : {"0.5\n,0.6\n", "1,2,3\n"})
    EXPECT_TRUE(has(scores_error_of(text), "first line")) << text;
  EXPECT_EQ(read_scores({write_temporary("m.csv", "topic,0.1,0.9\n7,.5,1\n")}).runs[1], "0.9");
}

TEST(Scores, RowsOfMeansAreLeftOutOfAMatrixAndNoted) {
  const auto table =
      read_scores({write_temporary("m.csv", "topic,a,b\n1,.5,1\n2,.7,1\nMean,.6,1\nall,.6,1\n")});
  EXPECT_EQ(table.topics.size(), 2u);
  ASSERT_EQ(table.notes.size(), 2u);
  EXPECT_TRUE(table.notes[0].what().ends_with(
      "m.csv:4: the topic Mean is left out as a statistic over topics"))
      << table.notes[0].what();
}

TEST(Scores, MatricesWithAndWithoutTopics) {
  const auto named =
      read_scores({write_temporary("ap.csv", "topic,\"r,1\",r2\r\n7,.5,1\r\n3,0,0.25\r\n")});
  EXPECT_EQ(named.runs, (std::vector<std::string>{"r,1", "r2"}));
  EXPECT_EQ(named.topics, (std::vector<std::string>{"3", "7"}));
  const auto numbered = read_scores({write_temporary("ap2.csv", "r1,r2\n.5,1\n0,0.25\n")});
  EXPECT_EQ(numbered.topics, (std::vector<std::string>{"1", "2"}));
  EXPECT_TRUE(numbered.measures[0].ends_with("ap2")) << numbered.measures[0];
}

TEST(Scores, AreInOrderOfMeasureTopicAndRun) {
  std::mt19937 random(1);
  std::string text = "run\ttopic\tmeasure\tvalue\n";
  std::map<std::tuple<std::string, int, std::string>, int> expected;
  const std::vector<std::string> measures = {"M", "A", "Z"}, runs = {"r2", "r1", "r10"};
  for (const std::string& measure : measures)  // so that they are numbered in this order
    for (const std::string& run : runs) text += run + "\t100\t" + measure + "\t1\n";
  for (int i = 0; i < 2000; ++i) {
    const auto measure = random() % 3, run = random() % 3;
    const int topic = static_cast<int>(random() % 99) + 1;
    const int value = static_cast<int>(measure * 1000 + run * 100) + topic;
    expected[{std::to_string(measure), topic, std::to_string(run)}] = value;
    text += runs[run] + "\t" + std::to_string(topic) + "\t" + measures[measure] + "\t" +
            std::to_string(value) + "\n";
  }
  const ScoreTable table = read_scores({Source::memory(text, "scores")});
  EXPECT_EQ(table.measures, measures);
  EXPECT_EQ(table.runs, runs);
  EXPECT_EQ(table.topics.front(), "1");
  auto at = expected.begin();
  for (const Score& score : table.scores) {
    if (table.topics[score.topic] == "100") continue;
    ASSERT_NE(at, expected.end());
    const auto& [measure, topic, run] = at->first;
    EXPECT_EQ(std::to_string(score.measure), measure);
    EXPECT_EQ(table.topics[score.topic], std::to_string(topic));
    EXPECT_EQ(std::to_string(score.run), run);
    EXPECT_EQ(score.value, at->second);
    ++at;
  }
  EXPECT_EQ(at, expected.end());
}

TEST(Scores, TheSameScoreTwice) {
  const std::string line = "run\ttopic\tmeasure\tvalue\nr\t1\tM\t0.5\n";
  EXPECT_EQ(read_scores({write_temporary("a", line + "r\t1\tM\t0.50\n")}).scores.size(), 1u);
  EXPECT_TRUE(
      has(scores_error_of(line + "r\t1\tM\t0.6\n"), "bad.tsv:3: run r, topic 1, measure M"));
}

TEST(Scores, BadInputIsNamedWithItsLine) {
  const std::string header = "run\ttopic\tmeasure\tvalue\n";
  EXPECT_TRUE(
      has(scores_error_of(header + "r\t1\tM\tinf\n"), ":2: the score 'inf' of run r for topic 1"));
  EXPECT_TRUE(has(scores_error_of(header + "r\t1\tM\n"), ":2: expected 4 cells"));
  EXPECT_TRUE(has(scores_error_of(header + "r\tall\tM\t1\n"), "no scores of single topics"));
  EXPECT_TRUE(has(scores_error_of(""), "contains no scores"));
  EXPECT_TRUE(has(scores_error_of("what is this\n"), ":1: "));
  EXPECT_TRUE(has(scores_error_of("a,b\n1,2,3\n"), ":2: expected 2 cells"));
  EXPECT_TRUE(has(scores_error_of("a,b\n.1,?\n"), ":2: the score '?' of run b"));
  EXPECT_TRUE(has(scores_error_of("map   \t1\tinf\n"), ":1: the score 'inf' of run bad"));
  EXPECT_TRUE(has(scores_error_of("a,a\n1,2\n"), "listed twice in the header line"));
  EXPECT_TRUE(has(scores_error_of("0.5,0.25\n1,2\n"), "names of runs"));
  EXPECT_TRUE(has(scores_error_of("a,\"b\n1,2\n"), "quote"));
  EXPECT_TRUE(has(scores_error_of("map all 0.5\nmap 1\n"), ":2: expected 3 columns"));
  EXPECT_TRUE(has(scores_error_of("map 1 0.5\n", ScoreRunName::tag), "runid"));
  EXPECT_TRUE(has(scores_error_of(std::string("\0\xff\n,\n", 5)), "bad.tsv"));
}

// Numbers that lie in the file are read in blocks, as all others are.
TEST(Scores, AreTheNumbersThatAreWritten) {
  std::mt19937 random(7);
  const auto digits = [&](std::size_t count) {
    std::string text;
    for (; count > 0; --count) text += static_cast<char>('0' + random() % 10);
    return text;
  };
  std::vector<std::string> values = {"+0.5", ".5",  "5.",    "-0", "-0.0",
                                     "1e-3", "1E2", "0.1e1", "007"};
  for (int i = 0; i < 5000; ++i) {
    const std::string sign = random() % 4 == 0 ? "-" : "";
    std::string value = sign + digits(1 + random() % 9);
    if (random() % 8 != 0) value += '.' + digits(random() % (random() % 9 == 0 ? 18 : 7));
    if (random() % 30 == 0) value += "e-" + digits(1);
    values.push_back(value);
  }
  std::string lines = "0\tM\t1\n", cells = "qid,measure,value\n";
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string topic = std::to_string(i + 1);
    lines += topic + "\tM\t" + values[i] + (i % 7 == 0 ? "\r\n" : "\n");
    cells += topic + ",M," + (i % 3 == 0 ? '"' + values[i] + '"' : values[i]) + "\n";
  }
  for (const std::string& text : {lines, cells}) {
    const auto table = read_scores({Source::memory(text, "f")}, ScoreRunName::automatic);
    std::map<std::string, double> read;
    for (const Score& score : table.scores) read[table.topics[score.topic]] = score.value;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto expected = parse_double(values[i]);
      ASSERT_TRUE(expected) << values[i];
      const double value = read.at(std::to_string(i + 1));
      ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(*expected))
          << values[i];
    }
  }
}

TEST(Scores, OfStatisticsAreNoTopics) {
  for (const char* const name : {"all", "amean", "gmean", "mean", "average", "avg", "median", "std",
                                 "stdev", "stddev", "ALL", "Average", "StdDev"}) {
    EXPECT_TRUE(is_statistic(name)) << name;
    EXPECT_FALSE(is_statistic(std::string(name) + "1")) << name;
    EXPECT_FALSE(is_statistic(std::string(name) + "x")) << name;
  }
  for (const char* const name : {"", "a", "al", "nDCG@5", "map", "1ll", "P_10", "medians"})
    EXPECT_FALSE(is_statistic(name)) << name;
}

// The runs, measures and topics of a file, each joined by blanks.
std::string names_in(const std::string& name, std::string_view text) {
  const ScoreTable table = read_scores({Source::memory(text, name)});
  std::string all;
  for (const auto* const names : {&table.runs, &table.measures, &table.topics})
    all += fmt::format("{}{}", all.empty() ? "" : "|", fmt::join(*names, " "));
  return all;
}

TEST(Scores, ColumnsOfMeasuresAreOfTheRunThatTheFileNames) {
  const std::string rows = "1,.2,.3\n2,.4,\n";
  for (const char* const header : {",map,ndcg_cut_10\n", "qid,AP,nDCG@10\n", "Topic,f1,precision\n",
                                   "q_id,strict_vital_score,all_score\n", "id,P_5,num_rel_ret\n"}) {
    const auto table = read_scores({Source::memory(header + rows, "bm25.csv")});
    EXPECT_EQ(table.runs, std::vector<std::string>{"bm25"}) << header;
    EXPECT_EQ(table.scores.size(), 3u) << header;
  }
  for (const char* const header :
       {",f1,f2\n", ",P,R\n", ",P_a,map_b\n", ",r1,r2\n", ",rank1,rank2\n"})
    EXPECT_EQ(read_scores({Source::memory(header + rows, "m.csv")}).runs.size(), 2u) << header;
  const std::string mixed = "qid,bm25,num_rel\n1,.2,3\n2,.5,4\n";
  EXPECT_TRUE(has(scores_error_of(mixed), ":1: the column num_rel seems to hold a measure"));
  const auto by = [&](ScoreFormat format) {
    return read_scores({write_temporary("m.csv", mixed)}, ScoreRunName::automatic, format).runs;
  };
  EXPECT_EQ(by(ScoreFormat::matrix), (std::vector<std::string>{"bm25", "num_rel"}));
  EXPECT_TRUE(has(scores_error_of("qid,a,diff\n1,.2,.1\n"), "diff seems to hold a statistic"));
}

TEST(Scores, AMatrixOnItsSideIsRefused) {
  for (const char* const header : {",301,302\n", ",q1,q2\n", ",topic_1,topic_2\n"}) {
    EXPECT_TRUE(
        has(scores_error_of(header + std::string("bm25,.2,.3\ndense,.1,.3\n")), "transpose it"));
    EXPECT_EQ(names_in("m.csv", header + std::string("A-1,.2,.3\nA-2,.1,.3\n")).back(), '2')
        << header;
  }
  EXPECT_EQ(names_in("m.csv", ",run1,run2\nmars,.2,.3\nio,.1,.3\n"), "run1 run2|m|io mars");
  EXPECT_EQ(names_in("m.csv", ",0,1\nmars,.2,.3\nio,.1,.3\n"), "0 1|m|io mars");
}

TEST(Scores, OfOneTopicOrRunMayBeInAnyLevelOfJson) {
  EXPECT_EQ(names_in("a", R"({"1": {"map": 0.3, "ndcg": 0.2}})"), "a|map ndcg|1");
  EXPECT_EQ(names_in("a", R"({"ndcg@10": {"q_1": 0.2}})"), "a|ndcg@10|q_1");
  EXPECT_EQ(names_in("a", R"({"x": {"7": 0.2, "8": 1}, "y": {"7": 0}})"), "x y|a|7 8");
  for (const char* const text :
       {R"({"r": {"1": {"map": 0.5}, "2": {"map": 1}}})",
        R"({"r": {"map": {"1": 0.5, "2": 1, "all": 0.75}}})",
        R"({"map": {"r": {"1": 0.5, "2": 1}}})", R"({"map": {"1": {"r": 0.5}, "2": {"r": 1}}})"})
    EXPECT_EQ(names_in("a", text), "r|map|1 2") << text;
  EXPECT_EQ(names_in("a",
                     "{\"qid\": 1, \"strict_score\": 0.5, \"mine\": null, \"text\": \"t\"}\n"
                     "{\"qid\": 2, \"strict_score\": 0.25, \"mine\": 1}\n"),
            "a|strict_score mine|1 2");
  EXPECT_EQ(names_in("a", R"([{"qid": "1", "run": "r", "AP": 1}])"), "r|AP|1");
}

TEST(Scores, DecimalCommasStandBesideNamesOfRuns) {
  for (const char c : {';', '\t'}) {
    std::string text = "runid;topic;ERR-IA@5;x\na;1;0,3;0,1\nb;1;0,1;0,3\n";
    std::ranges::replace(text, ';', c);
    EXPECT_EQ(names_in("f", text), "a b|ERR-IA@5 x|1");
  }
}

TEST(Scores, RowsBelowNumbersAreStatisticsByNameOrValue) {
  const auto topics = [](const std::string& row, const std::string& topic = "") {
    const std::string text = "topic;a;b\n" + topic + "1;0,12;0,55\n" + topic + "2;0,3;0,2\n" + row;
    return read_scores({Source::memory(text, "m")}).topics.size();
  };
  for (const char* const name : {"Mittelwert",
                                 "Durchschnitt",
                                 "Gesamt",
                                 "Summe",
                                 "Moyenne",
                                 "Media",
                                 "Promedio",
                                 "Gemiddelde",
                                 "平均",
                                 "Ø",
                                 "Mean:",
                                 "Avg.",
                                 "Averages",
                                 "Mean (n=3)",
                                 "Mean AP",
                                 "MAP",
                                 "Overall",
                                 "All topics",
                                 "Std dev",
                                 "Std. Dev.",
                                 "Standard deviation",
                                 "STDEV.S",
                                 "SE",
                                 "p-value",
                                 "t-test",
                                 "N",
                                 "Grand Total",
                                 "25%",
                                 "95% CI",
                                 "Q1"})
    EXPECT_EQ(topics(std::string(name) + ";0,7;0,9\n"), 2u) << name;
  EXPECT_EQ(topics("Rest;0,4;0,8\n"), 2u);                         // fewer words than numbers
  EXPECT_EQ(topics("muut;0,2;0,4\n3;0,1;0,1\n"), 4u);              // not the last
  EXPECT_EQ(topics("Maus;0,2;0,4\n", "Hund;0,1;0,3\nApfel"), 4u);  // among words
  EXPECT_EQ(topics("Media;0,7;0,9\n", "Apollo "), 2u);
  EXPECT_EQ(topics("Media;0,7;0,9\nmercury;1;1\n"), 4u);  // topics that are words
  EXPECT_EQ(topics("3;0,21;0,38\n"), 3u);                 // by chance
  const auto words =
      read_scores({Source::memory("topic,a,b\nx,.1,.2\ny,.3,.5\nz,.20,.35\nw,1,1\n", "m")});
  EXPECT_EQ(words.topics.size(), 4u);
  const auto alike =
      read_scores({Source::memory("topic,a,b\nx,.25,.55\ny,.25,.55\nz,.25,.55\n", "m")});
  EXPECT_EQ(alike.topics.size(), 3u);
  EXPECT_EQ(read_scores({Source::memory("topic,a,b\nx,.11,.2\ny,.3,.5\nz,.205,.35\n", "m")})
                .topics.size(),
            2u);
}

TEST(NextName, IsTheSameTextOrNone) {
  std::mt19937 random(11);
  const auto some = [&] {
    std::string text(random() % (random() % 3 == 0 ? 40 : 6), 'a');
    for (char& c : text) c = random() % 9 == 0 ? 'b' : 'a';
    return text;
  };
  std::size_t same = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::string a = some(), b = some();
    ASSERT_EQ(is_same_text(a, b), a == b) << a << ' ' << b;
    same += a == b ? 1 : 0;
  }
  EXPECT_GT(same, 1000u);
  const std::vector<std::string_view> names = {"a", "b", "c"};
  EXPECT_EQ(guess_number(names, 1, "b"), 1u);
  EXPECT_EQ(guess_number(names, 1, "c"), 2u);
  EXPECT_EQ(guess_number(names, 2, "a"), 0u);
  EXPECT_EQ(guess_number(names, 0, "c"), 3u);
  EXPECT_EQ(guess_number(names, 3, "a"), 3u);
  EXPECT_EQ(guess_number({}, 0, "a"), 0u);
}

}  // namespace
}  // namespace subintent::internal
