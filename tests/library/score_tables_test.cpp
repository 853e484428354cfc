// Marks, intervals, formats and the page of an evaluation are those of the program, to the last
// byte, whether the library reads the files or is given values.
#include <gtest/gtest.h>
#include <subintent/subintent.h>

#include <algorithm>

#include "printed.h"
#include "refusal.h"

namespace subintent {
namespace {

const std::string score_tables_study = SUBINTENT_DATA "/study/";
const std::vector<std::string> names = {"bm25", "mmr-03", "pm2", "random"};
const std::vector<std::string> measures = {"D#-nDCG@10", "I-rec@10", "Judged@10"};

EvaluationInputs inputs_of_study() {
  return {JudgmentInputs{.qrels = Source(score_tables_study + "qrels.txt"),
                         .topics = Source(score_tables_study + "topics.xml")}};
}

std::vector<AnyRun> run_files() {
  std::vector<AnyRun> files;
  for (const std::string& name : names)
    files.emplace_back(RunFile{score_tables_study + "runs/" + name});
  return files;
}

// The command line of the study, with these options.
std::string command(const std::string& name, const std::string& options) {
  std::string text = name + " --quiet --qrels " + score_tables_study + "qrels.txt --topics " +
                     score_tables_study + "topics.xml " + options;
  for (const std::string& run : names) text += " " + score_tables_study + "runs/" + run;
  return text;
}

class ScoreTablesTest : public testing::Test {
 protected:
  static std::string printed_by(const std::string& options) {
    return printed(command("evaluate", "-m D#-nDCG@10,I-rec@10,Judged@10 " + options));
  }

  void expect_same(const OptionValues& values, const std::string& options) const {
    const ScoreTableLayout layout{read.captions()};
    EXPECT_EQ(score_tables(scored, values, layout).text, printed_by(options)) << options;
    EXPECT_EQ(score_tables(ScoredRuns::of(scored.scores()), values, layout).text,
              printed_by(options))
        << "values: " << options;
  }

  const Evaluator read{inputs_of_study(), measures};
  const ScoredRuns scored = read.score(run_files());
};

using Texts = std::vector<std::string>;

TEST_F(ScoreTablesTest, HaveTheFormatsOfTheProgram) {
  for (const char* format : {"table", "tsv", "json", "latex", "markdown"}) {
    expect_same({{"format", format}}, std::string("--format ") + format);
    expect_same({{"format", format}, {"significance", "t"}},
                std::string("--significance t --format ") + format);
  }
  expect_same({{"per_topic", true}, {"format", "tsv"}, {"digits", "full"}},
              "--per-topic --format tsv --digits full");
  expect_same({{"standardise", true}, {"answered_topics", true}, {"per_topic", true}},
              "--standardise --answered-topics --per-topic");
}

TEST_F(ScoreTablesTest, HaveTheMarksAndIntervalsOfTheProgram) {
  expect_same({{"significance", "bootstrap"},
               {"baseline", Texts{"bm25", "pm2"}},
               {"correction", "none"},
               {"trials", std::uint64_t{500}},
               {"seed", std::uint64_t{3}}},
              "--significance bootstrap --baseline bm25 --baseline pm2 --correction none "
              "--trials 500 --seed 3");
  expect_same({{"significance", "sign"},
               {"baseline", Texts{"pm2"}},
               {"intervals", "difference"},
               {"family", "measures"},
               {"format", "json"},
               {"digits", "full"}},
              "--significance sign --baseline pm2 --intervals difference --family measures "
              "--format json --digits full");
  expect_same({{"intervals", "mean"}, {"alpha", 0.1}, {"format", "tsv"}},
              "--intervals mean --alpha 0.1 --format tsv");
}

// Braces are values by their names, of one option or of several.
TEST_F(ScoreTablesTest, TakeOptionsInBraces) {
  EXPECT_EQ(score_tables(scored, {{"format", "tsv"}}).text, printed_by("--format tsv"));
  EXPECT_EQ(score_tables(scored, {{"format", "tsv"}, {"digits", 2}}).text,
            printed_by("--format tsv --digits 2"));
  EXPECT_EQ(score_tables(scored, {{"significance", "t"}, {"baseline", {"bm25", "pm2"}}}).text,
            printed_by("--significance t --baseline bm25 --baseline pm2"));
  EXPECT_EQ(score_tables(scored, {}).text, printed_by(""));
}

TEST_F(ScoreTablesTest, HaveTheTablesOfTheirRecord) {
  const ScoreTables made = score_tables(scored, {{"significance", "tukey"}, {"intervals", "mean"}});
  ASSERT_EQ(made.tables.size(), 2U);
  for (const Table& table : made.tables) {
    const auto& records = evaluate_record().tables;
    const auto record = std::ranges::find(records, table.name, &TableRecord::name);
    ASSERT_NE(record, records.end()) << table.name;
    ASSERT_EQ(table.columns.size(), record->columns.size());
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      EXPECT_EQ(table.columns[i], record->columns[i].name);
  }
}

TEST_F(ScoreTablesTest, RefuseWhatDoesNotGoTogether) {
  const auto refused = [&](const OptionValues& values, const std::string& argument) {
    return refusal([&] { score_tables(scored, values); }, argument);
  };
  EXPECT_EQ(refused({{"seed", std::uint64_t{3}}}, "seed"), "seed needs a test; add `significance`");
  EXPECT_EQ(refused({{"intervals", "difference"}}, "intervals"),
            "intervals difference: there is no baseline; give one `baseline`");
  EXPECT_EQ(refused({{"format", "csv"}}, "format"),
            "format csv can contain only one measure; give one measure, or use `format=tsv`");
  EXPECT_EQ(refused({{"digits", "18"}}, "digits"),
            "digits: '18' is not a number from 0 to 17; or write `digits=full`");
}

TEST(Evaluator, ThatReadsFilesIsThatOfTheirValues) {
  const Evaluator read(inputs_of_study(), measures);
  const Evaluator made(read.inputs(), measures);
  EXPECT_EQ(read.warnings(), made.warnings());
  const std::string path = score_tables_study + "runs/bm25";
  EXPECT_EQ(read.score(Run::read(path)).values, made.score(Run::read(path)).values);
  const std::vector<AnyRun> files = {RunFile{path, "mine"}};
  EXPECT_EQ(read.score(files).scores().at(0).values, made.score(Run::read(path)).values);
  EXPECT_EQ(read.score(files).runs(), std::vector<std::string>{"mine"});
}

TEST(Report, IsThePageOfTheProgram) {
  ReportInputs inputs{Evaluator(inputs_of_study(), measures), run_files()};
  inputs.files = {{"judgments", score_tables_study + "qrels.txt"},
                  {"topics", score_tables_study + "topics.xml"}};
  for (const std::string& name : names)
    inputs.files.push_back({"run", score_tables_study + "runs/" + name});
  const std::string options = "-m 'D#-nDCG@10,I-rec@10,Judged@10' --significance t";
  inputs.command = "subintent " + command("report", options);
  const OptionValues values = {{"significance", "t"}};
  const std::string page = printed(command("report", options));
  EXPECT_TRUE(report(inputs, values).html == page);  // too long to be shown
  EXPECT_TRUE(report(inputs, {{"significance", "t"}}).html == page);
  for (std::size_t i = 0; i < names.size(); ++i)
    inputs.runs[i] = Run::read(score_tables_study + "runs/" + names[i]);
  EXPECT_TRUE(report(inputs, values).html == page);
  const auto with_deltas = [&] { report(inputs, {{"deltas", std::vector{0.3}}}); };
  EXPECT_EQ(refusal(with_deltas, "deltas"), "deltas needs dendrograms; give `dendrograms`");
}

}  // namespace
}  // namespace subintent
