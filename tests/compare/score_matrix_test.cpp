#include "compare/score_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compare/fixtures.h"
#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// Run b lacks topic 2; run c has another topic altogether.
ScoreTable incomplete(bool with_third_run) {
  ScoreTable table;
  table.measures = {"M"};
  table.runs = {"a", "b"};
  table.run_files = {"a.tsv", "b.tsv"};
  table.files = {"a.tsv"};
  table.topics = {"1", "2"};
  table.scores = {{0, 0, 0, 0, 0.5}, {0, 0, 1, 0, 0.25}, {0, 1, 0, 0, 0.75}};
  if (with_third_run) {
    table.runs.emplace_back("c");
    table.run_files.emplace_back("c.tsv");
    table.scores.push_back({0, 1, 2, 0, 1});
  }
  return table;
}

TEST(Groups, MissingScoresAsZeroOrDropped) {
  const auto zero = make_groups(incomplete(false), {}, MissingScores::zero);
  EXPECT_EQ(zero[0].measures[0].values, (std::vector<double>{0.5, 0.25, 0.75, 0}));
  const auto drop = make_groups(incomplete(false), {}, MissingScores::drop);
  EXPECT_EQ(drop[0].topics, std::vector<std::string>{"1"});
  EXPECT_EQ(drop[0].measures[0].values, (std::vector<double>{0.5, 0.25}));
  EXPECT_THROW(make_groups(incomplete(true), {}, MissingScores::drop), Error);
}

// Measures in files of their own are those of one run.
TEST(Groups, AFileForEachMeasureJoinsRuns) {
  ScoreTable table = incomplete(false);
  table.measures = {"M", "N"};
  table.files = {"m.csv", "n.csv"};
  table.scores = {{0, 0, 0, 0, 0.1}, {0, 0, 1, 0, 0.2}, {1, 0, 0, 1, 0.3}, {1, 0, 1, 1, 0.4}};
  EXPECT_TRUE(runs_in_several_files(table).empty());
  EXPECT_EQ(make_groups(table, {}, MissingScores::group).size(), 1u);
}

// Groups of runs that have the same topics by some measure are of no help with the others.
TEST(Groups, ATopicThatOneMeasureLacksIsNamed) {
  ScoreTable table = incomplete(false);
  table.measures = {"M", "N"};
  table.scores.push_back({0, 1, 1, 0, 0.5});
  for (const std::uint32_t topic : {0u, 1u}) table.scores.push_back({1, 0, topic, 0, 0.1});
  table.scores.push_back({1, 1, 0, 0, 0.1});
  std::ranges::sort(table.scores, {}, &Score::measure);
  const std::string message = message_of([&] { make_groups(table, {}, MissingScores::group); });
  EXPECT_TRUE(has(message, "run b has no score for topic 2 by N"));
  EXPECT_TRUE(has(message, "`measures`"));
  EXPECT_FALSE(has(message, "group"));
}

TEST(Standardised, TopicByTopic) {
  ScoreMatrix made = matrix({{1, 2, 3}, {5, 5, 8}});
  standardise(made);
  EXPECT_EQ(made.values[0], -1);
  EXPECT_EQ(made.values[2], 1);
  EXPECT_NEAR(made.at(1, 2), 2 / std::sqrt(3), 1e-15);
}

TEST(Pairs, AreOrdered) {
  const auto pairs = all_pairs(4);
  ASSERT_EQ(pairs.size(), 6u);
  EXPECT_EQ(pairs[0].second, 1u);
  EXPECT_EQ(pairs[3].first, 1u);
  EXPECT_EQ(pairs[5].second, 3u);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(place_of_pair(4, pairs[i].first, pairs[i].second), i);
    EXPECT_EQ(place_of_pair(4, pairs[i].second, pairs[i].first), i);
  }
  EXPECT_TRUE(all_pairs(1).empty());
  EXPECT_TRUE(all_pairs(0).empty());
}

}  // namespace
}  // namespace subintent::internal
