// Every analysis of values gives the tables of its record, and says what it cannot use.
#include <gtest/gtest.h>
#include <subintent/subintent.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <set>

namespace subintent {
namespace {

const std::string study = SUBINTENT_DATA "/study/";

class AnalysesTest : public testing::Test {
 protected:
  static void run(const std::string& arguments) {
    ASSERT_EQ(std::system((SUBINTENT_PROGRAM " " + arguments).c_str()), 0) << arguments;
  }

  static void SetUpTestSuite() {
    folder = testing::TempDir() + "analyses-" + std::to_string(getpid()) + "/";
    std::filesystem::create_directories(folder);
    const std::string qrels = study + "qrels.txt";
    run("tokenize --quiet " + study + "web.warc.gz --fingerprints " + folder + "fingerprints");
    run("cluster --quiet --qrels " + qrels + " --fingerprints " + folder + "fingerprints -o " +
        folder + "dendrograms");
    for (const char* delta : {"0.3", "0.6"}) {
      run("hierarchy --quiet --qrels " + qrels + " --delta " + delta + " " + folder +
          "dendrograms -o " + folder + "WI" + delta);
    }
    run("evaluate --quiet --per-topic --format tsv --digits full --qrels " + qrels +
        " -m nDCG@10,alpha-nDCG@10,I-rec@10 -o " + folder + "scores.tsv " + study + "runs/*");
    read_inputs();
  }

  static void TearDownTestSuite() { std::filesystem::remove_all(folder); }

  static void read_inputs() {
    scores = read_scores({folder + "scores.tsv"});
    sources.scores = scores;
    std::vector<std::string> paths;
    for (const auto& file : std::filesystem::directory_iterator(study + "runs"))
      paths.push_back(file.path());
    std::ranges::sort(paths);
    for (const std::string& path : paths)
      runs.push_back(Run::read(path, RunOrder::rank, OnDuplicate::error, true));
    sources.runs = {runs.begin(), runs.end()};
    judgments = Judgments::read(study + "qrels.txt");
    sources.evaluation.judgments = *judgments;
    sources.second_judgments = *judgments;
    sources.preferences = std::vector<PreferencePool>{
        {"preferences.tsv", read_preferences(study + "preferences.tsv")}};
    sources.dendrograms = read_dendrograms(folder + "dendrograms");
    sources.hierarchies = read_hierarchies(folder + "WI0.3");
    sources.second_hierarchies = read_hierarchies(folder + "WI0.6");
    sources.similarities = {
        {"fingerprints", Similarity::read_fingerprints(folder + "fingerprints")}};
  }

  static AnalysisSources sources_of(const std::string& name) {
    AnalysisSources own = sources;
    if (name == "placebo") own.evaluation.hierarchies = {{"WI", sources.hierarchies}};
    if (name == "judgments") own.more_judgments = {*judgments};
    if (name == "difference" || name == "losses") own.runs = {sources.runs[0], sources.runs[1]};
    return own;
  }

  static OptionValues values_of(const std::string& name) {
    using Texts = std::vector<std::string>;
    using Numbers = std::vector<double>;
    OptionValues values;
    if (name.starts_with("delta")) values["deltas"] = Numbers{0.2, 0.4};
    if (name.starts_with("pooling")) {
      values["depths"] = Numbers{5, 10};
      values["pool_depths"] = Numbers{5};
    }
    if (name.ends_with("concordance")) {
      values["gold"] = Texts{name.starts_with("pooling") ? "nDCG"
                             : name.starts_with("delta") ? "HD#-nDCG_WI@20"
                                                         : "nDCG@10"};
      if (!name.starts_with("pooling") && !name.starts_with("delta")) return values;
    }
    if (name == "difference") values["measures"] = Texts{"nDCG@10", "alpha-nDCG@10"};
    if (name == "battles") values["prior"] = 2.0;
    if (name.ends_with("equivalence")) values["margin"] = 0.05;
    if (name.ends_with("slices")) values["slices"] = study + "slices.tsv";
    if (name == "gate") values = {{"margin", 0.5}, {"baseline", runs[1].name()}};
    if (name == "placebo") values["placebo"] = std::uint64_t{3};
    if (name == "hierarchies" || name == "similarities") values["per_topic"] = true;
    return values;
  }

  static inline std::string folder;
  static inline AnalysisSources sources;
  static inline std::vector<Scores> scores;
  static inline std::vector<subintent::Run> runs;
  static inline std::optional<Judgments> judgments;
};

// Tables are those of the records; series have the columns of their settings before.
TEST_F(AnalysesTest, GiveTheTablesOfTheirRecords) {
  for (const AnalysisRecord& record : analyses()) {
    EXPECT_FALSE(record.summary.empty()) << record.name;
    std::set<std::string> names;
    for (const AnalysisOption& option : record.options) {
      EXPECT_TRUE(names.insert(option.name).second) << record.name << ", " << option.name;
      EXPECT_FALSE(option.meaning.empty()) << record.name << ", " << option.name;
    }
    const AnalysisSources own = sources_of(record.name);
    if (record.name == "delta concordance") continue;  // has two measures by itself
    for (const Table& table : analyse(record.name, own, values_of(record.name)).tables) {
      const auto found = std::ranges::find(record.tables, table.name, &TableRecord::name);
      ASSERT_NE(found, record.tables.end()) << record.name << ", " << table.name;
      std::vector<std::string> columns;
      for (const Column& column : found->columns) columns.push_back(column.name);
      EXPECT_EQ(table.columns, columns) << record.name << ", " << table.name;
    }
  }
}

TEST_F(AnalysesTest, GiveTheTablesThatAreAskedFor) {
  AnalysisSources own = sources;
  own.tables = {"separation"};
  const auto made = analyse("similarities", own).tables;
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].name, "separation");
  const auto all = analyse("similarities", sources).tables;
  EXPECT_EQ(made[0].rows, all.at(1).rows);
  own.tables = {"reliability", "participants"};
  own.scores = {};  // which people do without
  EXPECT_EQ(analyse("preferences", own).tables.size(), 2U);
}

std::string refusal_of_analysis(const std::string& name, const AnalysisSources& sources,
                                const OptionValues& values) {
  try {
    analyse(name, sources, values);
  } catch (const Error& error) {
    return error.argument() + "|" + error.what();
  }
  return "none";
}

TEST_F(AnalysesTest, RefuseWhatMakesNoSense) {
  EXPECT_TRUE(refusal_of_analysis("none", sources, {})
                  .starts_with("name|name: there is no analysis 'none'; use one"));
  EXPECT_EQ(refusal_of_analysis("significance", sources, {{"alpha", 2.0}}),
            "alpha|alpha: 2 is not between 0 and 1; give for example 0.05");
  EXPECT_EQ(
      refusal_of_analysis("significance", sources, {{"gold", std::string("x")}}),
      "gold|gold: there is no such option; use one of standardise, test, alpha, trials, seed, "
      "correction, family, baseline");
  EXPECT_EQ(refusal_of_analysis("significance", sources, {{"alpha", std::string("x")}}),
            "alpha|alpha: 'x' is not a number");
  EXPECT_EQ(refusal_of_analysis("significance", sources, {{"alpha", true}}),
            "alpha|alpha: expected a number");
  EXPECT_EQ(refusal_of_analysis("significance", sources, {{"standardise", "x"}}),
            "standardise|standardise: expected a truth value");
  EXPECT_EQ(refusal_of_analysis("concordance", sources, {}),
            "gold|gold is missing; give the measure that is the gold standard");
  EXPECT_EQ(
      refusal_of_analysis("difference", sources, {{"measures", std::vector<std::string>{"P@5"}}}),
      "runs|runs: there are more than 2; leave some out");
  EXPECT_EQ(refusal_of_analysis("concordance", sources, {{"gold", std::vector<std::string>()}}),
            "gold|gold is missing; give the measure that is the gold standard");
  EXPECT_EQ(refusal_of_analysis("placebo", sources, {}), "hierarchies|hierarchies: none given");
  const auto unused = [&](const std::string& argument,
                          const std::function<void(AnalysisSources&)>& give) {
    AnalysisSources own = sources;
    give(own);
    EXPECT_EQ(refusal_of_analysis("redundancy", own, {}),
              argument + "|" + argument + ": redundancy has no use for it; leave it out");
  };
  unused("measures", [](AnalysisSources& own) { own.measures = {"P@5"}; });
  unused("missing", [](AnalysisSources& own) { own.missing = MissingScores::zero; });
  unused("pooled", [](AnalysisSources& own) { own.pooled = own.runs; });
  unused("answers", [](AnalysisSources& own) { own.answers = judgments; });
  unused("superintents", [](AnalysisSources& own) { own.superintents = Source("groups"); });
  unused("more_judgments", [](AnalysisSources& own) { own.more_judgments = {*judgments}; });
  AnalysisSources without = sources;
  without.runs.clear();
  EXPECT_EQ(refusal_of_analysis("leave-out", without, {}), "runs|runs: none given");
  without.tables = {"what"};
  EXPECT_EQ(refusal_of_analysis("significance", without, {}),
            "tables|tables: significance has no table 'what'; use one of groups, pairs");
}

}  // namespace
}  // namespace subintent
