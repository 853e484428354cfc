// Comparisons of scores put together by hand, and what of them is refused.
#include <gtest/gtest.h>
#include <subintent/subintent.h>

#include <cmath>
#include <limits>

#include "cells.h"
#include "refusal.h"

namespace subintent {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Two measures, of which the second is the first doubled.
Scores scores_of(const std::string& run, const std::vector<std::string>& topics,
                 const std::vector<double>& values) {
  Scores scores{run, {"M", "N"}, topics, values, {}, {}};
  for (const double value : values) scores.values.push_back(2 * value);
  return scores;
}

std::vector<Scores> three_runs() {
  const std::vector<std::string> topics = {"1", "2", "3", "4"};
  return {scores_of("a", topics, {.1, .2, .3, .4}), scores_of("b", topics, {.3, .4, .4, .7}),
          scores_of("c", topics, {.1, .3, .2, .4})};
}

AnalysisReport significance(std::vector<Scores> scores, const OptionValues& options = {},
                            MissingScores missing = MissingScores::error) {
  return analyse("significance", {.scores = std::move(scores), .missing = missing}, options);
}

Table pairs_of(const AnalysisReport& made) {
  return table_of(made, "pairs");
}

TEST(Comparisons, PairsOfAllRunsByAllMeasures) {
  const AnalysisReport found = significance(three_runs());
  const Table pairs = pairs_of(found);
  ASSERT_EQ(pairs.rows.size(), 6U);
  EXPECT_EQ(text(pairs, 0, "measure") + text(pairs, 0, "run1") + text(pairs, 0, "run2"), "Mab");
  EXPECT_EQ(number(pairs, 0, "group"), 1);
  EXPECT_DOUBLE_EQ(number(pairs, 0, "difference"), -.2);
  EXPECT_EQ(number(pairs, 0, "losses"), 4);
  EXPECT_LT(number(pairs, 0, "p"), number(pairs, 0, "p_holm"));
  EXPECT_EQ(text(pairs, 0, "test"), "t");
  EXPECT_EQ(text(pairs, 0, "correction"), "holm");  // the default
  EXPECT_EQ(cell(pairs, 0, "trials"), Cell());
  EXPECT_TRUE(found.warnings.empty());
  refusal([&] { cell(pairs, 0, "none"); }, "column");
  refusal([&] { cell(pairs, 6, "test"); }, "column");
}

TEST(Comparisons, WinnersAreSignificant) {
  const Table found = pairs_of(analyse("significance", {.scores = three_runs(), .measures = {"N"}},
                                       {{"correction", "none"}, {"baseline", "b"}}));
  ASSERT_EQ(found.rows.size(), 2U);
  for (std::size_t row = 0; row < 2; ++row) {
    EXPECT_EQ(text(found, row, "run2"), "b");
    EXPECT_EQ(text(found, row, "winner"), number(found, row, "p") < .05 ? "b" : "");
  }
  EXPECT_EQ(text(found, 0, "winner"), "b");
}

TEST(Comparisons, TooFewTrialsAreWarnedOf) {
  const auto found = significance(three_runs(), {{"test", "randomisation"}, {"trials", "10"}});
  ASSERT_EQ(found.warnings.size(), 1U);
  EXPECT_NE(found.warnings[0].what().find("none of 3 pairs can be significant"), std::string::npos);
  EXPECT_EQ(number(pairs_of(found), 0, "trials"), 10);
  const OptionValues tukey = {{"test", "tukey"}, {"trials", "10"}};
  EXPECT_EQ(analyse("discriminative-power", {.scores = three_runs()}, tukey).warnings.size(), 1U);
}

TEST(Comparisons, MissingScores) {
  auto runs = three_runs();
  runs[1] = scores_of("b", {"4", "2"}, {.7, .4});
  EXPECT_NE(refusal([&] { significance(runs); }).find("run b has no score for topic 1 by M"),
            std::string::npos);
  EXPECT_EQ(number(pairs_of(significance(runs, {}, MissingScores::zero)), 0, "topics"), 4);
  const Table dropped = pairs_of(significance(runs, {}, MissingScores::drop));
  EXPECT_EQ(number(dropped, 0, "topics"), 2);
  EXPECT_DOUBLE_EQ(number(dropped, 0, "mean2"), .55);
  const AnalysisReport grouped = significance(runs, {}, MissingScores::group);
  EXPECT_EQ(grouped.tables.at(0).name, "groups");
  ASSERT_EQ(pairs_of(grouped).rows.size(), 2U);
  EXPECT_EQ(number(pairs_of(grouped), 0, "group"), 1);
  ASSERT_EQ(grouped.warnings.size(), 1U);
  EXPECT_EQ(grouped.warnings[0].what(),
            "1 run not compared, because no other run has the same topics: b");
  runs = three_runs();
  runs[1].values[2] = nan;  // there is none
  EXPECT_NE(refusal([&] { significance(runs); }).find("run b has no score for topic 3 by M"),
            std::string::npos);
}

TEST(Comparisons, ValuesOfOneRunAreJoined) {
  std::vector<Scores> parts;
  for (const Scores& run : three_runs()) {
    parts.push_back(scores_of(run.run, {"1", "2"}, {run.values[0], run.values[1]}));
    parts.push_back(scores_of(run.run, {"3", "4"}, {run.values[2], run.values[3]}));
  }
  const AnalysisReport joined = significance(parts), whole = significance(three_runs());
  EXPECT_EQ(joined.tables.at(0).rows, whole.tables.at(0).rows);
  ASSERT_EQ(joined.warnings.size(), 1U);
  EXPECT_NE(joined.warnings[0].what().find("in several values for 3 runs"), std::string::npos);
  const Table apart = pairs_of(significance(parts, {}, MissingScores::group));
  EXPECT_EQ(apart.rows.size(), 12U);
  EXPECT_EQ(number(apart, 11, "group"), 2);
  parts.push_back(scores_of("a", {"1"}, {.9}));
  EXPECT_NE(refusal([&] { significance(parts); }).find("has the score 0.9, but 0.1"),
            std::string::npos);
}

TEST(Comparisons, ValuesThatAreNoneAreRefused) {
  refusal([] { significance({}); }, "scores");
  EXPECT_NE(refusal([] { significance({three_runs()[0]}); }).find("only one run"),
            std::string::npos);
  for (const double number : {std::numeric_limits<double>::infinity(), 1e101, -1e-101}) {
    auto runs = three_runs();
    runs[1].values[0] = number;
    refusal([&] { analyse("correlation", {.scores = runs}); }, "scores");
  }
  auto runs = three_runs();
  runs[1].values.pop_back();
  refusal([&] { analyse("concordance", {.scores = runs}, {{"gold", "M"}}); }, "scores");
  runs = three_runs();
  runs[1].topics[0] = "\xff";
  refusal([&] { standardised(runs); }, "scores");
  runs = three_runs();
  runs[2].run.clear();
  refusal([&] { significance(runs); }, "scores");
  for (Scores& run : runs) run = Scores{"a", {"M"}, {"1"}, {nan}, {}, {}};
  refusal([&] { significance(runs, {}, MissingScores::group); }, "scores");
}

TEST(Comparisons, OptionsThatMakeNoSenseAreRefused) {
  const auto refused = [](const std::string& name, const OptionValues& options,
                          const std::string& argument, std::vector<std::string> measures = {}) {
    const AnalysisSources sources{.scores = three_runs(), .measures = std::move(measures)};
    return refusal([&] { analyse(name, sources, options); }, argument);
  };
  refused("significance", {}, "", {"P@5"});
  refused("significance", {}, "measures", {"M", "M"});
  refused("significance", {{"baseline", "z"}}, "");
  EXPECT_NE(refused("significance", {{"test", "z"}}, "test").find("randomisation"),
            std::string::npos);
  for (const double alpha : {0.0, 1.0, nan})
    refused("discriminative-power", {{"alpha", alpha}}, "alpha");
  for (const std::uint64_t trials : {0, 100'001})
    refused("correlation", {{"of", "p-values"}, {"test", "tukey"}, {"trials", trials}}, "trials");
  refused("correlation", {}, "", {"M"});
  refused("concordance", {}, "gold");
  refused("concordance", {{"gold", std::vector<std::string>{"M", "M"}}}, "gold");
  refused("concordance", {{"gold", "M"}}, "");  // one measure is left
  refused("concordance", {{"gold", "P@5"}}, "");
  refused("preferences", {}, "preferences");
}

TEST(Comparisons, OptionsAreTextsNumbersTruthsOrLists) {
  const auto tables = [](const std::string& name, const OptionValues& options) {
    std::vector<std::vector<std::vector<Cell>>> rows;
    for (const Table& table : analyse(name, {.scores = three_runs()}, options).tables)
      rows.push_back(table.rows);
    return rows;
  };
  const std::vector<std::uint32_t> systems = {2, 5};
  EXPECT_EQ(tables("significance", {{"test", {"sign", "randomisation"}},
                                    {"trials", 100},
                                    {"seed", 7U},
                                    {"alpha", 0.1F},
                                    {"standardise", true}}),
            tables("significance", {{"test", "sign,randomisation"},
                                    {"trials", "100"},
                                    {"seed", std::string("7")},
                                    {"alpha", static_cast<double>(0.1F)},
                                    {"standardise", true}}));
  const auto sizes = tables("topic-set-size", {{"differences", "0.1,1"}, {"systems", "2,5"}});
  EXPECT_EQ(tables("topic-set-size", {{"differences", {0.1, 1}}, {"systems", {2, 5}}}), sizes);
  EXPECT_EQ(tables("topic-set-size", {{"differences", {0.1, 1}}, {"systems", systems}}), sizes);
  EXPECT_EQ(tables("topic-set-size", {{"systems", 2}}),
            tables("topic-set-size", {{"systems", "2"}}));
}

TEST(Comparisons, OptionsOfAnotherKindAreRefused) {
  const auto refused = [](const std::string& option, const OptionValue& value) {
    return refusal([&] { significance(three_runs(), {{option, value}}); }, option);
  };
  EXPECT_EQ(refused("trials", -1), "trials: expected a whole number");
  EXPECT_EQ(refused("trials", 1.5), "trials: expected a whole number");
  EXPECT_EQ(refused("alpha", true), "alpha: expected a number");
  EXPECT_EQ(refused("alpha", 1), "alpha: 1 is not between 0 and 1; give for example 0.05");
  EXPECT_EQ(refused("test", {1, 2}), "test: expected texts");
  EXPECT_EQ(refused("standardise", "true"), "standardise: expected a truth value");
}

TEST(Comparisons, RankingsThatAgree) {
  const Table found = table_of(analyse("correlation", {.scores = three_runs()}), "correlations");
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(number(found, 0, "tau_b"), 1);
  EXPECT_EQ(number(found, 0, "tau_ap_symmetric"), 1);
  EXPECT_EQ(number(found, 0, "items"), 3);
}

TEST(Comparisons, PreferencesByHand) {
  const auto agreement = [](std::vector<UserPreference> preferences) {
    std::vector<PreferencePool> pools = {{"pool", std::move(preferences)}};
    return table_of(
        analyse("preferences",
                {.scores = three_runs(), .measures = {"M"}, .preferences = std::move(pools)}),
        "agreement");
  };
  const Table found = agreement(
      {{"1", "b", "a", "u", Preference::first}, {"1", "b", "c", "u", Preference::second}});
  ASSERT_EQ(found.rows.size(), 2U);  // of the user, and the average
  EXPECT_EQ(text(found, 0, "first") + text(found, 0, "second"), "Muser u");
  EXPECT_EQ(number(found, 0, "agreements"), 1);
  EXPECT_EQ(number(found, 0, "disagreements"), 1);
  EXPECT_EQ(number(found, 1, "tau"), 0);
  EXPECT_EQ(cell(found, 0, "low"), Cell());  // intervals are those of averages
  EXPECT_EQ(cell(found, 1, "agreements"), Cell());
  EXPECT_TRUE(refusal([&] { agreement({}); }).starts_with("pool: contains no preferences"));
  for (const UserPreference& wrong :
       {UserPreference{"", "a", "b", "u", {}}, UserPreference{"1", "a", "a", "u", {}},
        UserPreference{"1", "a", "z", "u", {}}, UserPreference{"9", "a", "b", "u", {}}}) {
    const auto text = refusal([&] { agreement({{"1", "a", "b", "u", {}}, wrong}); });
    EXPECT_TRUE(text.starts_with("pool:2: ")) << text;
  }
  EXPECT_NE(refusal([&] {
              agreement({{"1", "a", "b", "u", {}}, {"1", "b", "a", "u", Preference::first}});
            }).find("twice, with different preferences"),
            std::string::npos);
}

TEST(Comparisons, ScoresOfFiles) {
  const Source table = Source::memory(
      "run\ttopic\tmeasure\tvalue\na\t2\tM\t.5\na\t10\tM\t.25\nb\t2\tN\t1\na\tall\tM\t.3\n",
      "table");
  const Source matrix = Source::memory("topic,a\n2,.75\nmean,.75\n", "dir/Q.csv");
  Warnings warnings;
  const auto found = read_scores({table, matrix}, {}, {}, &warnings);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].run, "a");
  EXPECT_EQ(found[0].topics, (std::vector<std::string>{"2", "10"}));
  EXPECT_EQ(found[1].measures, (std::vector<std::string>{"M", "N"}));
  EXPECT_EQ(found[0].value("M", "10"), .25);
  EXPECT_TRUE(std::isnan(found[1].value("M", "2")));
  EXPECT_EQ(found[1].answered, (std::vector<bool>{true, false}));
  EXPECT_EQ(found[0].mean("N"), 0);
  EXPECT_EQ(found[1].mean("N"), .5);
  EXPECT_EQ(found[2].measures, std::vector<std::string>{"Q"});
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].code, "statistic-left-out");
  EXPECT_EQ(warnings[0].location, (Location{"dir/Q.csv", 3}));
  EXPECT_TRUE(warnings[0].what().starts_with("dir/Q.csv:3: "));
  EXPECT_THROW(read_scores({Source::memory("", "f")}), Error);
}

// The callback asks to stop while the first of many measures is tested.
TEST(Comparisons, ProgressStops) {
  for (const std::string test : {"bootstrap", "tukey", "randomisation"}) {
    std::vector<Scores> runs(20);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      runs[i].run = "r" + std::to_string(i);
      for (int m = 0; m < 1000; ++m) runs[i].measures.push_back("M" + std::to_string(m));
      runs[i].topics = {"1", "2", "3"};
      for (std::size_t k = 0; k < 3000; ++k)
        runs[i].values.push_back(.1 * static_cast<double>((i + 7 * k) % 11));
    }
    std::uint64_t done = 0, total = 0;
    const auto stop = [&](const Progress& progress) {
      done = progress.done;
      total = progress.total;
      return false;
    };
    try {
      analyse("significance", {.scores = runs}, {{"test", test}, {"trials", "100000"}}, stop);
      ADD_FAILURE() << test << " was not interrupted";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::interrupted);
      EXPECT_EQ(total, 1000U * 20 * 19 / 2);
      EXPECT_LT(done, total);
    }
  }
}

TEST(Comparisons, ScoresOfRows) {
  const auto found = make_scores({{"a", "10", "M", .5},
                                  {"b", "2", "M", .25},
                                  {"a", "2", "N", 1},
                                  {"a", "10", "M", .5},
                                  {"a", "all", "M", .7},
                                  {"b", "2", "N", nan}});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].topics, (std::vector<std::string>{"2", "10"}));
  EXPECT_EQ(found[0].measures, (std::vector<std::string>{"M", "N"}));
  EXPECT_EQ(found[1].value("M", "2"), .25);
  EXPECT_TRUE(std::isnan(found[1].value("N", "2")));
  refusal([] { make_scores({}); });
  for (const ScoreRow& wrong : {ScoreRow{"", "1", "M", 1}, ScoreRow{"a", "\xff", "M", 1},
                                ScoreRow{"a", "1", "M", HUGE_VAL}, ScoreRow{"a", "10", "M", .6}}) {
    const auto text = refusal([&] { make_scores({{"a", "10", "M", .5}, wrong}, "mine"); });
    EXPECT_TRUE(text.starts_with("mine:2: ")) << text;
  }
}

TEST(Comparisons, StandardisedScores) {
  const auto found = standardised(three_runs());
  ASSERT_EQ(found.size(), 3U);
  for (const std::string measure : {"M", "N"}) {
    for (const std::string topic : {"1", "2", "3", "4"}) {
      double sum = 0, squares = 0;
      for (const Scores& run : found) sum += run.value(measure, topic);
      for (const Scores& run : found) squares += std::pow(run.value(measure, topic), 2);
      EXPECT_NEAR(sum, 0, 1e-12);
      EXPECT_NEAR(squares / 2, 1, 1e-12);
    }
  }
}

Judgments judgments() {
  return Judgments::of({{"1", "x", "a", 1}, {"1", "x", "b", 2}, {"1", "y", "c", 1}});
}

std::vector<AnyRun> two_runs() {
  return {subintent::Run::ranked({{"1", {"a", "b", "c"}}}, "r"),
          subintent::Run::ranked({{"1", {"b", "c", "a"}}}, "s")};
}

TEST(Studies, WhatMakesNoSenseIsRefused) {
  AnalysisSources sources{.evaluation = {judgments()}, .runs = two_runs()};
  const auto refused = [&](const std::string& name, const OptionValues& options,
                           const std::string& argument) {
    refusal([&] { analyse(name, sources, options); }, argument);
  };
  const std::vector<std::string> none;
  refused("pooling", {{"measures", none}}, "measures");
  refused("pooling", {{"measures", "P@5"}}, "measures");
  refused("pooling", {{"measures", "P,P"}}, "measures");
  refused("pooling", {{"measures", "what"}}, "measures");
  refused("pooling", {{"pool_depths", std::vector<double>{0}}}, "pool_depths");
  refused("pooling", {{"depths", std::vector<double>()}}, "depths");
  refused("pooling", {{"depths", std::vector<double>{1'000'001}}}, "depths");
  refused("pooling", {{"rbp_residual", 1.0}}, "rbp_residual");
  refused("pooling", {{"rbp_residual", nan}}, "rbp_residual");
  sources.runs = {two_runs()[0], two_runs()[0]};
  refused("pooling", {}, "runs");
  sources.runs.clear();
  refused("pooling", {}, "runs");

  const auto similarity = Similarity::fingerprints({"a", "b", "c"}, {1, 3, 0xff});
  sources.runs = two_runs();
  refused("delta", {}, "dendrograms");
  sources.dendrograms = cluster(judgments(), similarity);
  for (const double delta : {-.1, 1.1, nan})
    refused("delta", {{"deltas", std::vector<double>{delta}}}, "deltas");
  refused("delta", {{"deltas", std::vector<double>()}}, "deltas");
  refused("delta", {{"measures", "N-rec_SUP+WI@5"}}, "superintents");
  refused("delta", {{"measures", "N-rec_XY@5"}}, "measures");
  const auto official = intent_hierarchies(judgments());
  sources.evaluation.hierarchies = {{"WD", official}};
  refused("delta", {}, "hierarchy");
}

TEST(Studies, SimilaritiesWithoutRuns) {
  const auto similarity = Similarity::fingerprints({"a", "b", "c"}, {1, 3, 0xff});
  const auto dendrograms = cluster(judgments(), similarity);
  const AnalysisSources shapes{.evaluation = {judgments()}, .dendrograms = dendrograms};
  for (const double delta : {-.1, 1.1, nan}) {
    const OptionValues options = {{"deltas", std::vector<double>{delta}}};
    refusal([&] { analyse("similarities", shapes, options); }, "deltas");
  }
  EXPECT_EQ(analyse("similarities", shapes, {{"deltas", "0,1"}}).tables.at(0).rows.size(), 2U);
  AnalysisSources sources{.evaluation = {judgments()}, .similarities = {{"", similarity}}};
  EXPECT_FALSE(analyse("similarities", sources, {{"per_topic", true}}).tables.at(2).rows.empty());
  sources.similarities = {{"", Similarity::fingerprints({"z"}, {1})}};
  refusal([&] { analyse("similarities", sources); });
  sources.similarities.clear();
  refusal([&] { analyse("similarities", sources); }, "similarities");
}

}  // namespace
}  // namespace subintent
