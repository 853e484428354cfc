// Comparisons of scores put together by hand, and what of them is refused.
#include <gtest/gtest.h>
#include <subintent/subintent.h>

#include "cells.h"
#include "refusal.h"

namespace subintent {
namespace {

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

AnalysisReport significance(std::vector<Scores> scores, const OptionValues& options = {}) {
  return analyse("significance", {.scores = std::move(scores)}, options);
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
  ASSERT_EQ(found.warnings.size(), 1U);
  EXPECT_EQ(found.warnings[0].code, "few-topics");
  refusal([&] { cell(pairs, 0, "none"); }, "column");
  refusal([&] { cell(pairs, 6, "test"); }, "column");
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

}  // namespace
}  // namespace subintent
