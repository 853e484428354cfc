// Every analysis gives the tables that the program prints, to the last bit.
#include <gtest/gtest.h>
#include <subintent/subintent.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>
#include <sstream>

#include "printed.h"

namespace subintent {
namespace {

const std::string study = SUBINTENT_DATA "/study/";

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream words(line + "\t");
  for (std::string cell; std::getline(words, cell, '\t');) cells.push_back(cell);
  return cells;
}

// The tables of a program's TSV: lines of cells, the header first.
using Lines = std::vector<std::vector<std::string>>;

std::vector<Lines> printed_tables(const std::string& arguments) {
  std::vector<Lines> tables(1);
  std::istringstream lines(printed(arguments + " --quiet --format tsv"));
  for (std::string line; std::getline(lines, line);)
    if (line.empty())
      tables.emplace_back();
    else
      tables.back().push_back(cells_of(line));
  return tables;
}

void expect_same(const Cell& cell, const std::string& shown, const std::string& where) {
  if (const auto* text = std::get_if<std::string>(&cell))
    EXPECT_EQ(*text, shown) << where;
  else if (const auto* number = std::get_if<double>(&cell))
    EXPECT_EQ(*number, std::strtod(shown.c_str(), nullptr)) << where;
  else if (const auto* whole = std::get_if<std::int64_t>(&cell))
    EXPECT_EQ(std::to_string(*whole), shown) << where;
  else
    EXPECT_EQ(shown, "") << where;
}

void expect_same(const Table& table, const Lines& lines, const std::string& analysis) {
  std::vector<std::size_t> shown;
  std::vector<std::string> header;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (std::ranges::count(table.hidden, table.columns[i]) > 0) continue;
    shown.push_back(i);
    header.push_back(table.columns[i]);
  }
  ASSERT_FALSE(lines.empty()) << analysis;
  EXPECT_EQ(header, lines[0]) << analysis;
  ASSERT_EQ(table.rows.size() + 1, lines.size()) << analysis << ", " << table.name;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    ASSERT_EQ(table.rows[row].size(), table.columns.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
      expect_same(table.rows[row][shown[i]], lines[row + 1].at(i),
                  analysis + ", " + table.name + ", " + header[i]);
    }
  }
}

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

  static std::string two_runs() {
    const std::string folder_of_runs = study + "runs/";
    return folder_of_runs + runs[0].name() + " " + folder_of_runs + runs[1].name();
  }

  static AnalysisSources sources_of(const std::string& name) {
    AnalysisSources own = sources;
    if (name == "placebo") own.evaluation.hierarchies = {{"WI", sources.hierarchies}};
    if (name == "judgments") own.more_judgments = {*judgments};
    if (name == "difference" || name == "losses") own.runs = {sources.runs[0], sources.runs[1]};
    return own;
  }

  // What the command line has for the sources of an analysis.
  static std::string arguments_of(const std::string& name, bool of_scores) {
    const std::string paths = " " + study + "runs/*", qrels = " --qrels " + study + "qrels.txt";
    if (name == "leave-out") return "judgments --leave-out " + study + "qrels.txt" + paths;
    if (of_scores) {
      const bool people = name == "preferences" || name == "battles";
      return name + " " + folder + "scores.tsv" + (name == "concordance" ? " --gold nDCG@10" : "") +
             (people ? " --preferences " + study + "preferences.tsv" : "") +
             (name == "battles" ? " --prior 2" : "") +
             (name == "equivalence" ? " --margin 0.05" : "") +
             (name == "slices" ? " --slices " + study + "slices.tsv" : "");
    }
    if (name == "judgments") {
      return name + " " + study + "qrels.txt " + study + "qrels.txt --also " + study + "qrels.txt" +
             paths;
    }
    if (name == "overlap") return name + paths;
    if (name == "judges")
      return name + " --human " + study + "qrels.txt --model " + study + "qrels.txt" + paths;
    if (name == "hierarchies")
      return name + " --per-topic " + folder + "WI0.3 " + folder + "WI0.6" + qrels + paths;
    if (name == "similarities") {
      return name + " --per-topic" + qrels + " --fingerprints " + folder +
             "fingerprints --dendrograms " + folder + "dendrograms";
    }
    if (name == "difference") return name + qrels + " -m nDCG@10,alpha-nDCG@10 " + two_runs();
    if (name == "losses") return name + qrels + " " + two_runs();
    if (name == "gate")
      return qrels + " --margin 0.5 --baseline " + study + "runs/" + runs[1].name() + paths;
    std::string arguments = name + qrels + paths;
    if (name.starts_with("delta")) arguments += " --dendrograms " + folder + "dendrograms";
    if (name.starts_with("delta")) arguments += " --deltas 0.2,0.4";
    if (name.starts_with("pooling")) arguments += " --depths 5,10 --pool-depths 5";
    if (name.ends_with("concordance"))
      arguments += name.starts_with("pooling") ? " --gold nDCG" : " --gold 'HD#-nDCG_WI@20'";
    if (name.ends_with("equivalence")) arguments += " --margin 0.05";
    if (name.ends_with("slices")) arguments += " --slices " + study + "slices.tsv";
    if (name == "placebo") arguments += " --placebo 3 --hierarchy WI=" + folder + "WI0.3";
    return arguments;
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

TEST_F(AnalysesTest, GiveWhatTheProgramPrints) {
  ASSERT_GT(analyses().size(), 20U);
  for (const AnalysisRecord& record : analyses()) {
    const AnalysisSources own = sources_of(record.name);
    // Fewer measures than two have nothing to be compared by.
    auto values = values_of(record.name);
    std::string arguments = arguments_of(record.name, record.need == AnalysisNeed::scores);
    if (record.name == "delta concordance") {
      values["measures"] =
          std::vector<std::string>{"HD#-nDCG_WI@20", "HD#-nDCG_WD@20", "D#-nDCG@20"};
      arguments += " -m 'HD#-nDCG_WI@20,HD#-nDCG_WD@20,D#-nDCG@20'";
    }
    const AnalysisReport made = analyse(record.name, own, values);
    const std::vector<Lines> printed = printed_tables(record.command + " " + arguments);
    ASSERT_GE(made.tables.size(), printed.size()) << record.name;
    for (std::size_t i = 0; i < printed.size(); ++i)
      expect_same(made.tables[i], printed[i], record.name);
  }
}

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

// An analysis with options, each as text, and what a command line has for the same.
struct Case {
  std::string name;
  OptionValues options;
};

std::string words_of(const Case& one) {
  std::string words = one.name;
  for (const auto& [option, value] : one.options) {
    std::string word = " --" + option;
    std::ranges::replace(word, '_', '-');
    if (std::holds_alternative<bool>(value)) words += word;
    if (const auto* text = std::get_if<std::string>(&value)) words += word + " '" + *text + "'";
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
      for (const std::string& text : *texts) words += word + " '" + text + "'";
  }
  return words;
}

void expect_same(const Case& one, const AnalysisSources& sources, const std::string& arguments) {
  const AnalysisReport made = analyse(one.name, sources, one.options);
  const std::vector<Lines> tables = printed_tables("compare " + words_of(one) + arguments);
  ASSERT_GE(made.tables.size(), tables.size()) << words_of(one);
  for (std::size_t i = 0; i < tables.size(); ++i)
    expect_same(made.tables[i], tables[i], words_of(one));
}

TEST_F(AnalysesTest, GiveWhatTheProgramPrintsWithOptions) {
  expect_same({"preferences", {{"ties", "half"}}}, sources,
              " " + folder + "scores.tsv --preferences " + study + "preferences.tsv");
  const std::string paths = " --qrels " + study + "qrels.txt " + study + "runs/*";
  AnalysisSources own = sources;
  own.pooled = {runs[0], runs[3]};
  expect_same({"pooling",
               {{"measures", "nDCG,RBP,D#-nDCG"},
                {"rbp_residual", "0.05"},
                {"pool_depths", "5,20"},
                {"depths", "5,50"}}},
              own,
              " --pooled-run " + study + "runs/" + runs[0].name() + " --pooled-run " + study +
                  "runs/" + runs[3].name() + paths);
  own.pooled.clear();
  own.superintents = Source(study + "superintents.txt");
  expect_same({"delta", {{"measures", "HD#-nDCG_WI@10,N-rec_SUP+WD@10"}, {"deltas", "0.1,0.5"}}},
              own,
              " --dendrograms " + folder + "dendrograms --superintents " + study +
                  "superintents.txt" + paths);
}

// Runs without a topic that others have, in values and in a file.
TEST_F(AnalysesTest, GiveWhatTheProgramPrintsOfMissingScores) {
  AnalysisSources own = sources;
  std::vector<Scores> partial = scores;
  std::string names;
  for (std::size_t run = 0; run < 4; ++run) {
    Scores& of_run = partial[run];
    names += of_run.run + " ";
    for (std::size_t m = 1; m <= of_run.measures.size(); ++m)
      of_run.values[m * of_run.topics.size() - 1] = std::numeric_limits<double>::quiet_NaN();
  }
  own.scores = partial;
  const std::string part = folder + "part.tsv";
  const std::string command = "awk -F'\\t' -v topic=" + scores[0].topics.back() + " -v runs=' " +
                              names + "' '!($2 == topic && index(runs, \" \" $1 \" \"))' " +
                              folder + "scores.tsv > " + part;
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (const auto& [missing, name, meaning] : missing_scores) {
    if (missing == MissingScores::error) continue;
    own.missing = missing;
    const std::string arguments = " --missing " + std::string(name) + " " + part;
    expect_same(analyse("significance", own).tables.back(),
                printed_tables("compare significance" + arguments).back(), "pairs");
    AnalysisSources other = own;
    other.scores = standardised(partial, missing);
    const auto made = analyse("significance", other).tables.back();
    expect_same(made, printed_tables("compare significance --standardise" + arguments).back(),
                "standardised");
  }
}

TEST_F(AnalysesTest, ReadTheScoresThatAnEvaluatorGives) {
  const Evaluator evaluator({*judgments}, scores[0].measures);
  ASSERT_EQ(runs.size(), scores.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Scores made = evaluator.score(runs[i]);
    EXPECT_EQ(made.run, scores[i].run);
    EXPECT_EQ(made.topics, scores[i].topics);
    EXPECT_EQ(made.values, scores[i].values);
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
