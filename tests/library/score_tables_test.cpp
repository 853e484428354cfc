// Tables of an evaluation as the library gives them: options, records, and what is refused.
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

  const Evaluator read{inputs_of_study(), measures};
  const ScoredRuns scored = read.score(run_files());
};

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

}  // namespace
}  // namespace subintent
