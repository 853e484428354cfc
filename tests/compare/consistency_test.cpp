#include "compare/consistency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "compare/correlation.h"
#include "compare/fixtures.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

ScoreGroup group_of(const ScoreMatrix& scores) {
  ScoreGroup group;
  for (std::size_t run = 0; run < scores.runs; ++run) group.runs.push_back(std::to_string(run));
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    group.topics.push_back(std::to_string(topic));
  }
  group.measures = {scores};
  return group;
}

std::vector<std::uint32_t> ranks(const ScoreMatrix& scores, std::span<const std::uint32_t> topics) {
  std::vector<double> worse(scores.runs, 0);
  for (std::size_t run = 0; run < scores.runs; ++run) {
    for (const std::uint32_t topic : topics) worse[run] -= scores.at(topic, run);
  }
  return dense_ranks(worse, 1e-12, 1e-12);
}

// The taus as base/philox.h says how to draw them.
std::vector<double> plain_taus(const ScoreMatrix& scores, std::uint32_t splits,
                               std::uint32_t seed) {
  std::vector<double> taus;
  for (std::uint32_t split = 0; split < splits; ++split) {
    const auto n = static_cast<std::uint32_t>(scores.topics);
    std::vector<std::uint32_t> topics(n);
    std::iota(topics.begin(), topics.end(), 0);
    for (std::uint32_t k = 0; k + 1 < n; ++k) {
      const std::uint64_t word = philox({k / 4, 0, split, 6}, {seed, 0})[k % 4];
      std::swap(topics[n - 1 - k], topics[word * (n - k) >> 32]);
    }
    const auto first = std::span(topics).first(n / 2), second = std::span(topics).subspan(n / 2);
    taus.push_back(
        kendall_tau_b(ranks(scores, first), ranks(scores, second.first(n / 2))).value_or(0));
  }
  return taus;
}

TEST(Consistency, IsThatOfTheDocumentedSplits) {
  for (const std::size_t topics : {2, 5, 20}) {
    const ScoreMatrix scores = random_scores(topics, 8, 4);
    std::vector<double> taus = plain_taus(scores, 100, 7);
    const auto found = consistencies({group_of(scores)}, {100, 7, 0.1});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].measure, "random");
    EXPECT_EQ(found[0].runs, 8U);
    EXPECT_EQ(found[0].topics, topics);
    EXPECT_NEAR(found[0].mean_tau, std::accumulate(taus.begin(), taus.end(), 0.0) / 100, 1e-14);
    std::ranges::sort(taus);
    EXPECT_EQ(found[0].split_low, taus[5]);
    EXPECT_EQ(found[0].split_high, taus[94]);
    EXPECT_LT(found[0].low, found[0].mean_tau);
    EXPECT_NEAR(found[0].low + found[0].high, 2 * found[0].mean_tau, 1e-14);
  }
}

TEST(Consistency, IsPerfectWhereRunsDifferEverywhereAlike) {
  const auto found = consistencies({group_of(matrix({{1, 2, 3}, {4, 5, 6}, {1, 3, 7}}))}, {50, 1});
  EXPECT_EQ(found[0].mean_tau, 1);
  EXPECT_EQ(found[0].low, 1);
  EXPECT_EQ(found[0].split_low, 1);
}

TEST(Consistency, OfGroupsIsWeightedByRuns) {
  const ScoreMatrix rising = matrix({{1, 2, 3}, {4, 5, 6}}), opposite = matrix({{1, 2}, {2, 1}});
  const auto found = consistencies({group_of(rising), group_of(opposite)}, {20, 1});
  EXPECT_DOUBLE_EQ(found[0].mean_tau, (3.0 - 2) / 5);
  EXPECT_EQ(found[0].runs, 5U);
  EXPECT_EQ(found[0].topics, 4U);
}

TEST(Consistency, NeedsTwoTopicsAndTwoRuns) {
  EXPECT_THROW(consistencies({group_of(matrix({{1, 2}}))}, {}), Error);
  EXPECT_THROW(consistencies({group_of(matrix({{1}, {2}}))}, {}), Error);
}

}  // namespace
}  // namespace subintent::internal
