// Every analysis gives the tables that the program prints, to the last bit.
#include <gtest/gtest.h>
#include <subintent/subintent.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>

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
  const std::string command = SUBINTENT_PROGRAM " " + arguments + " --quiet --format tsv";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe.get())) {
    text.append(part.data(), size);
  }
  EXPECT_FALSE(text.empty()) << command;
  std::vector<Lines> tables(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      tables.emplace_back();
    } else {
      tables.back().push_back(cells_of(line));
    }
  }
  return tables;
}

void expect_same(const Cell& cell, const std::string& shown, const std::string& where) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    EXPECT_EQ(*text, shown) << where;
  } else if (const auto* number = std::get_if<double>(&cell)) {
    EXPECT_EQ(*number, std::strtod(shown.c_str(), nullptr)) << where;
  } else if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
    EXPECT_EQ(std::to_string(*whole), shown) << where;
  } else {
    EXPECT_EQ(shown, "") << where;
  }
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
    sources.scores = read_scores({folder + "scores.tsv"});
    std::vector<std::string> paths;
    for (const auto& file : std::filesystem::directory_iterator(study + "runs")) {
      paths.push_back(file.path());
    }
    std::ranges::sort(paths);
    for (const std::string& path : paths) {
      sources.runs.push_back(Run::read(path));
      scored_runs.push_back(Run::read(path, RunOrder::rank, OnDuplicate::error, true));
    }
    sources.judgments = sources.second_judgments = Judgments::read(study + "qrels.txt");
    sources.preferences = {{"preferences.tsv", read_preferences(study + "preferences.tsv")}};
    sources.dendrograms = read_dendrograms(folder + "dendrograms");
    sources.hierarchies = read_hierarchies(folder + "WI0.3");
    sources.second_hierarchies = read_hierarchies(folder + "WI0.6");
    sources.similarities = {
        {"fingerprints", Similarity::read_fingerprints(folder + "fingerprints")}};
  }

  static std::string two_runs() {
    const std::string folder_of_runs = study + "runs/";
    return folder_of_runs + sources.runs[0].name() + " " + folder_of_runs + sources.runs[1].name();
  }

  static AnalysisSources sources_of(const std::string& name) {
    AnalysisSources own = sources;
    if (name == "placebo") own.evaluation.hierarchies = {{"WI", sources.hierarchies}};
    if (name == "overlap") own.runs = scored_runs;
    if (name == "judgments") own.more_judgments = {*sources.judgments};
    if (name == "difference" || name == "losses") own.runs = {sources.runs[0], sources.runs[1]};
    return own;
  }

  // What the command line has for the sources of an analysis.
  static std::string arguments_of(const std::string& name, bool of_scores) {
    const std::string runs = " " + study + "runs/*", qrels = " --qrels " + study + "qrels.txt";
    if (name == "leave-out") {
      return "judgments --leave-out " + study + "qrels.txt" + runs;
    }
    if (of_scores) {
      const bool people = name == "preferences" || name == "battles";
      return name + " " + folder + "scores.tsv" + (name == "concordance" ? " --gold nDCG@10" : "") +
             (people ? " --preferences " + study + "preferences.tsv" : "") +
             (name == "battles" ? " --prior 2" : "");
    }
    if (name == "judgments") {
      return name + " " + study + "qrels.txt " + study + "qrels.txt --also " + study + "qrels.txt" +
             runs;
    }
    if (name == "overlap") return name + runs;
    if (name == "judges") {
      return name + " --human " + study + "qrels.txt --model " + study + "qrels.txt" + runs;
    }
    if (name == "hierarchies") {
      return name + " --per-topic " + folder + "WI0.3 " + folder + "WI0.6" + qrels + runs;
    }
    if (name == "similarities") {
      return name + " --per-topic" + qrels + " --fingerprints " + folder +
             "fingerprints --dendrograms " + folder + "dendrograms";
    }
    if (name == "difference") {
      return name + qrels + " -m nDCG@10,alpha-nDCG@10 " + two_runs();
    }
    if (name == "losses") return name + qrels + " " + two_runs();
    std::string arguments = name + qrels + runs;
    if (name.starts_with("delta")) arguments += " --dendrograms " + folder + "dendrograms";
    if (name.starts_with("delta")) arguments += " --deltas 0.2,0.4";
    if (name.starts_with("pooling")) arguments += " --depths 5,10 --pool-depths 5";
    if (name.ends_with("concordance")) {
      arguments += name.starts_with("pooling") ? " --gold nDCG" : " --gold 'HD#-nDCG_WI@20'";
    }
    if (name == "placebo") arguments += " --placebo 3 --hierarchy WI=" + folder + "WI0.3";
    return arguments;
  }

  static std::map<std::string, AnalysisValues::Value> values_of(const std::string& name) {
    using Texts = std::vector<std::string>;
    using Numbers = std::vector<double>;
    std::map<std::string, AnalysisValues::Value> values;
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
    if (name == "placebo") values["placebo"] = std::uint64_t{3};
    if (name == "hierarchies" || name == "similarities") values["per_topic"] = true;
    return values;
  }

  static inline std::string folder;
  static inline AnalysisSources sources;
  static inline std::vector<subintent::Run> scored_runs;
};

TEST_F(AnalysesTest, GiveWhatTheProgramPrints) {
  ASSERT_GT(analyses().size(), 20U);
  for (const AnalysisRecord& record : analyses()) {
    const AnalysisSources own = sources_of(record.name);
    // Fewer measures than two have nothing to be compared by.
    auto values = values_of(record.name);
    std::string arguments = arguments_of(record.name, record.of_scores);
    if (record.name == "delta concordance") {
      values["measures"] =
          std::vector<std::string>{"HD#-nDCG_WI@20", "HD#-nDCG_WD@20", "D#-nDCG@20"};
      arguments += " -m 'HD#-nDCG_WI@20,HD#-nDCG_WD@20,D#-nDCG@20'";
    }
    const AnalysisTables made = analyse(record.name, own, values);
    const std::vector<Lines> printed = printed_tables(record.command + " " + arguments);
    ASSERT_GE(made.tables.size(), printed.size()) << record.name;
    for (std::size_t i = 0; i < printed.size(); ++i) {
      expect_same(made.tables[i], printed[i], record.name);
    }
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

std::string refusal(const std::string& name, const AnalysisSources& sources,
                    const std::map<std::string, AnalysisValues::Value>& values) {
  try {
    analyse(name, sources, values);
  } catch (const Error& error) {
    return error.argument() + "|" + error.what();
  }
  return "none";
}

TEST_F(AnalysesTest, RefuseWhatMakesNoSense) {
  EXPECT_EQ(refusal("none", sources, {}), "name|name: there is no analysis 'none'");
  EXPECT_EQ(refusal("significance", sources, {{"alpha", 2.0}}),
            "alpha|alpha: 2 is not between 0 and 1; give for example 0.05");
  EXPECT_EQ(refusal("significance", sources, {{"gold", std::string("x")}}),
            "gold|gold: there is no such option");
  EXPECT_EQ(refusal("significance", sources, {{"alpha", std::string("x")}}),
            "alpha|alpha: expected a number");
  EXPECT_EQ(refusal("concordance", sources, {}),
            "gold|gold is missing; give the measure that is the gold standard");
  EXPECT_EQ(refusal("difference", sources, {{"measures", std::vector<std::string>{"P@5"}}}),
            "runs|runs: there are more than 2; leave some out");
  EXPECT_EQ(refusal("placebo", sources, {}), "hierarchies|hierarchies: there are none");
  AnalysisSources without = sources;
  without.runs.clear();
  EXPECT_EQ(refusal("leave-out", without, {}), "runs|runs: there are none");
}

}  // namespace
}  // namespace subintent
