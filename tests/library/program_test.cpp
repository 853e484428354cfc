// The library gives the numbers that the program prints, to the last bit.
#include <gtest/gtest.h>
#include <subintent/subintent.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "printed.h"

namespace subintent {
namespace {

const std::string study = SUBINTENT_DATA "/study/";

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == '\t') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

// A row of a table, by its columns.
using Row = std::map<std::string, std::string>;
using Rows = std::vector<Row>;

// The rows that have this column, of all tables that a command prints.
Rows rows(const std::string& arguments, const std::string& column) {
  std::istringstream lines(printed(arguments + " --format tsv"));
  Rows found;
  std::vector<std::string> header;
  for (std::string line; std::getline(lines, line);) {
    const auto cells = cells_of(line);
    if (line.empty() || header.empty()) {
      header = line.empty() ? std::vector<std::string>() : cells;
      continue;
    }
    Row row;
    for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = cells.at(i);
    if (row.contains(column)) found.push_back(row);
  }
  return found;
}

double number(const std::string& cell) {
  return std::strtod(cell.c_str(), nullptr);
}

const std::vector<std::string> measures = {"nDCG@10", "alpha-nDCG@10", "D#-nDCG@10", "I-rec@10"};

std::vector<Run> study_runs() {
  std::vector<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(study + "runs")) {
    paths.push_back(file.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Run> runs;
  for (const std::string& path : paths) runs.push_back(Run::read(path));
  return runs;
}

Judgments study_judgments() {
  return Judgments::read(
      JudgmentInputs{.qrels = study + "qrels.txt", .adhoc_qrels = study + "qrels.adhoc.txt"});
}

// The scores of the study as the library gives them, and a file in which the program writes them.
class ProgramTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    file = testing::TempDir() + "scores-" + std::to_string(getpid()) + ".tsv";
    std::string names;
    for (const std::string& measure : measures) names += (names.empty() ? "" : ",") + measure;
    printed("evaluate --quiet --per-topic --format tsv --digits full --qrels " + study +
            "qrels.txt --adhoc-qrels " + study + "qrels.adhoc.txt -m '" + names + "' " + study +
            "runs/* | tee " + file);
    const Evaluator evaluator(study_judgments(), measures);
    for (const subintent::Run& run : study_runs()) scores.push_back(evaluator.score(run));
  }
  static void TearDownTestSuite() { std::filesystem::remove(file); }

  static Rows compared(const std::string& arguments, const std::string& column) {
    return rows("compare " + arguments + " --quiet " + file, column);
  }

  static inline std::string file;
  static inline std::vector<Scores> scores;
};

TEST_F(ProgramTest, Scores) {
  const auto read = read_scores({file});
  ASSERT_EQ(read.size(), scores.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].run, scores[i].run);
    EXPECT_EQ(read[i].measures, scores[i].measures);
    EXPECT_EQ(read[i].topics, scores[i].topics);
    EXPECT_EQ(read[i].values, scores[i].values);
  }
}

void expect_same(const ComparedPair& pair, const Row& row) {
  const auto at = [&](const char* column) { return number(row.at(column)); };
  EXPECT_EQ(pair.measure, row.at("measure"));
  EXPECT_EQ(pair.run1, row.at("run1"));
  EXPECT_EQ(pair.run2, row.at("run2"));
  EXPECT_EQ(static_cast<double>(pair.topics), at("topics"));
  EXPECT_EQ(pair.mean1, at("mean1"));
  EXPECT_EQ(pair.mean2, at("mean2"));
  EXPECT_EQ(pair.difference, at("difference"));
  EXPECT_EQ(pair.effect_size, at("effect_size"));
  EXPECT_EQ(pair.low, at("low"));
  EXPECT_EQ(pair.high, at("high"));
  EXPECT_EQ(static_cast<double>(pair.wins), at("wins"));
  EXPECT_EQ(static_cast<double>(pair.losses), at("losses"));
  EXPECT_EQ(static_cast<double>(pair.ties), at("ties"));
  EXPECT_EQ(pair.p, at("p"));
  EXPECT_EQ(pair.p_holm, at("p_holm"));
  EXPECT_EQ(pair.p_bonferroni, at("p_bonferroni"));
  EXPECT_EQ(pair.winner, row.at("winner"));
}

void expect_same(const Significance& found, const Rows& table) {
  ASSERT_EQ(found.pairs.size(), table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    expect_same(found.pairs[i], table[i]);
    EXPECT_EQ(found.test.name, table[i].at("test"));
    EXPECT_EQ(found.test.trials.has_value(), !table[i].at("trials").empty());
    if (table[i].contains("group")) {
      EXPECT_EQ(std::to_string(found.pairs[i].group), table[i].at("group"));
    }
  }
}

TEST_F(ProgramTest, Significance) {
  for (const std::string& test : significance_test_names()) {
    const std::optional<std::uint64_t> trials = test == "t" || test == "sign"
                                                    ? std::optional<std::uint64_t>()
                                                    : std::optional<std::uint64_t>(2000);
    const std::string words = trials ? " --trials 2000" : "";
    expect_same(significance(scores, {.test = test, .trials = trials}),
                compared("significance --test " + test + words, "winner"));
  }
  expect_same(significance(scores, {.measures = {measures[2]},
                                    .test = "bootstrap",
                                    .seed = 7,
                                    .alpha = .01,
                                    .correction = Correction::bonferroni,
                                    .baseline = "pm2"}),
              compared("significance --test bootstrap --seed 7 --alpha .01 --correction bonferroni "
                       "--baseline pm2 -m " +
                           measures[2],
                       "winner"));
}

TEST_F(ProgramTest, DiscriminativePower) {
  for (const std::string test : {"bootstrap", "tukey"}) {
    const auto found = discriminative_power(scores, {.test = test});
    const std::string command =
        "discriminative-power --test " + test + " --curves " + file + ".curves";
    Rows expected = compared(command, "power");
    ASSERT_EQ(found.powers.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const MeasurePower& power = found.powers[i];
      EXPECT_EQ(power.measure, expected[i].at("measure"));
      EXPECT_EQ(std::to_string(power.significant), expected[i].at("significant"));
      EXPECT_EQ(std::to_string(power.pairs), expected[i].at("pairs"));
      EXPECT_EQ(power.power, number(expected[i].at("power")));
      EXPECT_EQ(power.required_difference, number(expected[i].at("required_difference")));
    }
    expected = compared(command, "conflicts");
    ASSERT_EQ(found.overlaps.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const MeasureOverlap& overlap = found.overlaps[i];
      EXPECT_EQ(overlap.measure1, expected[i].at("measure1"));
      EXPECT_EQ(overlap.measure2, expected[i].at("measure2"));
      EXPECT_EQ(std::to_string(overlap.only1), expected[i].at("only1"));
      EXPECT_EQ(std::to_string(overlap.both), expected[i].at("both"));
      EXPECT_EQ(std::to_string(overlap.only2), expected[i].at("only2"));
      EXPECT_EQ(std::to_string(overlap.conflicts), expected[i].at("conflicts"));
      EXPECT_EQ(overlap.agreement, number(expected[i].at("agreement")));
    }
    std::ifstream curves(file + ".curves");
    std::string line;
    std::getline(curves, line);
    for (const MeasurePower& power : found.powers) {
      for (const double p : power.curve) {
        std::getline(curves, line);
        EXPECT_EQ(p, number(cells_of(line).at(3)));
      }
    }
    std::filesystem::remove(file + ".curves");
  }
}

TEST_F(ProgramTest, Correlation) {
  auto found = rank_correlation(scores).correlations;
  const auto of_pairs = p_value_correlation(scores).correlations;
  found.insert(found.end(), of_pairs.begin(), of_pairs.end());
  const Rows expected = compared("correlation --of both", "tau_b");
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].measure1, expected[i].at("measure1"));
    EXPECT_EQ(found[i].measure2, expected[i].at("measure2"));
    EXPECT_EQ(found[i].tau_b, number(expected[i].at("tau_b")));
    EXPECT_EQ(found[i].tau_ap_1, number(expected[i].at("tau_ap_1")));
    EXPECT_EQ(found[i].tau_ap_2, number(expected[i].at("tau_ap_2")));
    EXPECT_EQ(found[i].tau_ap_symmetric, number(expected[i].at("tau_ap_symmetric")));
    EXPECT_EQ(std::to_string(found[i].items), expected[i].at("items"));
  }
}

TEST_F(ProgramTest, Concordance) {
  const auto found = concordance(scores, {measures[3], measures[0]}).concordances;
  const Rows expected =
      compared("concordance --gold " + measures[3] + " --gold " + measures[0], "gold");
  ASSERT_EQ(found.size(), expected.size());
  EXPECT_EQ(found.back().gold.size(), 2U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].measure1, expected[i].at("measure1"));
    EXPECT_EQ(std::to_string(found[i].disagreements), expected[i].at("disagreements"));
    EXPECT_EQ(std::to_string(found[i].correct1), expected[i].at("correct1"));
    EXPECT_EQ(found[i].concordance2, number(expected[i].at("concordance2")));
    EXPECT_EQ(std::to_string(found[i].only1), expected[i].at("only1"));
    EXPECT_EQ(std::to_string(found[i].only2), expected[i].at("only2"));
    EXPECT_EQ(found[i].p, number(expected[i].at("p")));
  }
}

TEST_F(ProgramTest, Preferences) {
  const std::string preferences = study + "preferences.tsv";
  const auto found = preference_agreement(scores, {{"one", read_preferences(preferences)}},
                                          {.ties = TiedPreference::half})
                         .agreements;
  const Rows expected = compared("preferences --ties half --preferences " + preferences, "pool");
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto same = [&](const std::optional<double>& value, const char* column) {
      EXPECT_EQ(value.has_value(), !expected[i].at(column).empty());
      EXPECT_EQ(value.value_or(0), number(expected[i].at(column)));
    };
    EXPECT_EQ(found[i].pool, expected[i].at("pool"));
    EXPECT_EQ(found[i].first, expected[i].at("first"));
    EXPECT_EQ(found[i].second, expected[i].at("second"));
    same(found[i].agreements, "agreements");
    same(found[i].disagreements, "disagreements");
    same(found[i].tau, "tau");
  }
}

TEST_F(ProgramTest, StandardisedScores) {
  expect_same(significance(standardised(scores)), compared("significance --standardise", "winner"));
}

TEST_F(ProgramTest, MissingScores) {
  const std::string part = file + ".part", topic = scores[0].topics.back();
  auto some = scores;
  std::string names;
  for (std::size_t run = 0; run < 4; ++run) {  // they lack the last topic
    names += some[run].run + " ";
    const std::size_t topics = some[run].topics.size();
    for (std::size_t m = 0; m < measures.size(); ++m) {
      some[run].values[m * topics + topics - 1] = std::numeric_limits<double>::quiet_NaN();
    }
  }
  const std::string command = "awk -F'\\t' -v topic=" + topic + " -v runs=' " + names +
                              "' '!($2 == topic && index(runs, \" \" $1 \" \"))' " + file + " > " +
                              part;
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::pair<std::string, MissingScores> ways[] = {{"zero", MissingScores::zero},
                                                        {"drop", MissingScores::drop},
                                                        {"group", MissingScores::group}};
  for (const auto& [name, missing] : ways) {
    expect_same(significance(some, {.missing = missing}),
                rows("compare significance --quiet --missing " + name + " " + part, "winner"));
    expect_same(significance(standardised(some, missing), {.missing = missing}),
                rows("compare significance --quiet --standardise --missing " + name + " " + part,
                     "winner"));
  }
  std::filesystem::remove(part);
}

// Power of all measures at all settings, as the program prints it.
void expect_power(const std::vector<Scores>& scores, const Row*& row) {
  for (const MeasurePower& power : discriminative_power(scores, {.test = "t"}).powers) {
    EXPECT_EQ(power.measure, row->at("measure"));
    EXPECT_EQ(std::to_string(power.significant), row->at("significant"));
    EXPECT_EQ(power.power, number(row->at("power")));
    ++row;
  }
}

TEST_F(ProgramTest, Pooling) {
  const Rows expected =
      rows("compare pooling --quiet --qrels " + study + "qrels.txt --adhoc-qrels " + study +
               "qrels.adhoc.txt -m 'nDCG,RBP,D#-nDCG' --rbp-residual .05 --pool-depths 5,20 "
               "--depths 5,50 --pooled-run " +
               study + "runs/bm25 --pooled-run " + study + "runs/mmr-03 " + study + "runs/*",
           "power");
  PoolingOptions options{.measures = {"nDCG", "RBP", "D#-nDCG"},
                         .pool_depths = {5, 20},
                         .depths = {50, 5},
                         .rbp_residual = .05};
  const auto runs = study_runs();
  for (const auto& run : runs) {
    if (run.name() == "bm25" || run.name() == "mmr-03") options.pooled.push_back(run);
  }
  const Pooling found = pooling(study_judgments(), runs, options);
  ASSERT_EQ(found.settings.size(), 5U);
  ASSERT_EQ(expected.size(), 15U);
  const Row* row = expected.data();
  for (const PooledScores& pooled : found.settings) {
    EXPECT_EQ(std::to_string(pooled.pool_depth), row->at("pool_depth"));
    EXPECT_EQ(std::to_string(pooled.depth), row->at("depth"));
    expect_power(pooled.scores, row);
  }
}

TEST_F(ProgramTest, Delta) {
  const std::string fingerprints = file + ".fingerprints", dendrograms = file + ".dendrograms";
  printed("tokenize --quiet " + study + "web.warc.gz --fingerprints " + fingerprints +
          " && " SUBINTENT_PROGRAM " cluster --quiet --qrels " + study +
          "qrels.txt --fingerprints " + fingerprints + " | tee " + dendrograms);
  const Rows expected = rows("compare delta --quiet --qrels " + study + "qrels.txt --dendrograms " +
                                 dendrograms + " --superintents " + study +
                                 "superintents.txt -m 'HD#-nDCG_WI@10,N-rec_SUP+WD@10' "
                                 "--deltas 0.1,0.5 " +
                                 study + "runs/*",
                             "power");
  const DeltaStudy found =
      delta_study(Judgments::read(study + "qrels.txt"), read_dendrograms(dendrograms), study_runs(),
                  {.deltas = {.1, .5},
                   .measures = {"HD#-nDCG_WI@10", "N-rec_SUP+WD@10"},
                   .superintents = study + "superintents.txt"});
  ASSERT_EQ(found.settings.size(), 2U);
  ASSERT_EQ(expected.size(), 4U);
  const Row* row = expected.data();
  for (const DeltaScores& setting : found.settings) {
    EXPECT_EQ(setting.delta, number(row->at("delta")));
    expect_power(setting.scores, row);
  }
  std::filesystem::remove(fingerprints);
  std::filesystem::remove(dendrograms);
}

}  // namespace
}  // namespace subintent
