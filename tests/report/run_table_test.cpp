#include "report/run_table.h"

#include <gtest/gtest.h>

#include <cmath>

namespace subintent::internal {
namespace {

// Runs with the same difference at every topic but for a little noise, so that t-tests find it.
ScoreSet scores_of(const std::vector<double>& means, std::size_t topics = 8) {
  ScoreSet scores;
  scores.measures = {"M"};
  for (std::size_t topic = 0; topic < topics; ++topic)
    scores.topics.push_back(std::to_string(topic + 1));
  for (std::size_t run = 0; run < means.size(); ++run) {
    RunScores& made = scores.runs.emplace_back();
    made.run = "run" + std::to_string(run);
    made.values.emplace_back();
    made.answered.assign(topics, 1);
    for (std::size_t topic = 0; topic < topics; ++topic) {
      const double noise = (topic + run) % 2 == 0 ? 0.01 : -0.01;
      made.values[0].push_back(means[run] + noise);
    }
  }
  return scores;
}

RunTableOptions tested(const std::vector<std::string>& baselines,
                       Correction correction = Correction::holm) {
  RunTableOptions options;
  options.test = TestSettings{};
  options.comparison.baselines = baselines;
  options.comparison.correction = correction;
  return options;
}

RunTable table_of(const ScoreSet& scores, const RunTableOptions& options) {
  RunTable table = run_table(scores, {4});
  std::vector<DataTable> tables;
  Warnings warnings;
  add_statistics(scores, options, table, tables, warnings);
  EXPECT_LE(warnings.size(), 2U);
  for (const Warning& one : warnings)
    EXPECT_TRUE(one.code == "few-topics" || one.code == "no-variance") << one.code;
  return table;
}

TEST(RunTable, TheBestMeanIsTheBestAsItIsShown) {
  const ScoreSet scores = scores_of({0.5, 0.70001, 0.7});
  const auto bests = [&](int digits) {
    std::string text;
    for (const auto& run : run_table(scores, {digits}).means) text += run[0].best ? '*' : '.';
    return text;
  };
  EXPECT_EQ(bests(4), ".**");
  EXPECT_EQ(bests(5), ".*.");
  EXPECT_FALSE(run_table(scores_of({0.5}), {4}).means[0][0].best);
}

TEST(RunTable, TwoBaselinesAreComparedOnce) {
  const RunTable table = table_of(scores_of({0.2, 0.6, 0.6, 0.9}), tested({"run1", "run0"}));
  EXPECT_EQ(table.test->family, 5);
}

TEST(RunTable, ManyRunsHaveNumbers) {
  std::vector<double> means;
  for (int run = 0; run < 53; ++run) means.push_back(0.1 * (run % 3));
  const RunTable many = table_of(scores_of(means), tested({}, Correction::none));
  EXPECT_EQ(many.mark_of(52), "53");
  EXPECT_TRUE(many.marks_text(many.means[2][0].better).starts_with("1,2,4,5,7,"));
  means.pop_back();
  EXPECT_EQ(table_of(scores_of(means), tested({})).mark_of(51), "Z");
  const RunTable six =
      table_of(scores_of(means), tested({"run0", "run1", "run2", "run3", "run4", "run5"}));
  EXPECT_EQ(six.mark_of(5), "f");
}

TEST(RunTable, IntervalsOfMeansAndDifferences) {
  const ScoreSet scores = scores_of({0.5, 0.8});
  RunTableOptions options = tested({"run0"});
  options.intervals = TableIntervals::mean;
  const RunTable means = table_of(scores, options);
  // t of 7 degrees: 2.364624 [a table]; the deviation is 0.01 * sqrt(8/7).
  const double width = 2.364624 * 0.01 * std::sqrt(8.0 / 7) / std::sqrt(8.0);
  EXPECT_NEAR(means.means[0][0].interval->low, 0.5 - width, 1e-8);
  EXPECT_NEAR(means.means[1][0].interval->high, 0.8 + width, 1e-8);
  options.intervals = TableIntervals::difference;
  const RunTable differences = table_of(scores, options);
  EXPECT_FALSE(differences.means[0][0].interval);
  EXPECT_NEAR(differences.means[1][0].interval->low, 0.3 - 2 * width, 1e-8);
  options.comparison.baselines.clear();
  EXPECT_THROW(table_of(scores, options), Error);
}

TEST(RunTable, ATopicMoreThanARunAnswersDoesNotCount) {
  ScoreSet scores = scores_of({0.5, 0.8});
  scores.runs[0].answered[7] = 0;
  scores.answered_only = true;
  RunTable table = run_table(scores, {4});
  EXPECT_NEAR(table.means[0][0].mean, 0.5 + 0.01 / 7, 1e-12);
  RunTableOptions options;
  options.intervals = TableIntervals::mean;
  std::vector<DataTable> tables;
  Warnings warnings;
  add_statistics(scores, options, table, tables, warnings);
  const auto [low, high] = *table.means[0][0].interval;
  EXPECT_NEAR((low + high) / 2, table.means[0][0].mean, 1e-12);
  ASSERT_EQ(tables.size(), 1);
  EXPECT_EQ(tables[0].rows.size(), 2);
  EXPECT_EQ(topics_note(table), "Means over the topics that a run answers, 7 to 8 of 8.");
  EXPECT_TRUE(table.is_of_parts());
  scores.runs[0].answered[7] = 1;
  EXPECT_EQ(topics_note(run_table(scores, {4})), "Means over 8 topics.");
}

}  // namespace
}  // namespace subintent::internal
