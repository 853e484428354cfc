#include "compare/study/hierarchies.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace subintent::internal {
namespace {

HierarchyNode node(std::uint32_t layer, std::vector<std::uint32_t> docs) {
  HierarchyNode made;
  made.layer = layer;
  made.docs = std::move(docs);
  return made;
}

Hierarchy hierarchy(std::uint32_t layers, std::vector<std::string> docnos,
                    std::vector<HierarchyNode> nodes, std::string topic = "1") {
  return {std::move(topic), layers, std::move(docnos), std::move(nodes)};
}

TopicAgreement agreement(const Hierarchy& first, const Hierarchy& second) {
  const HierarchiesAgreement made = compare_hierarchies({&first, 1}, {&second, 1});
  return made.topics.at(0);
}

double pairs(double n) {
  return n * (n - 1) / 2;
}

// [Hubert and Arabie 1985, eq. 5], from the contingency table.
double adjusted_rand(const std::vector<unsigned>& a, const std::vector<unsigned>& b) {
  std::map<std::pair<unsigned, unsigned>, double> both;
  std::map<unsigned, double> of_a, of_b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ++both[{a[i], b[i]}];
    ++of_a[a[i]];
    ++of_b[b[i]];
  }
  double together = 0, in_a = 0, in_b = 0;
  for (const auto& [cell, n] : both) together += pairs(n);
  for (const auto& [cell, n] : of_a) in_a += pairs(n);
  for (const auto& [cell, n] : of_b) in_b += pairs(n);
  const double expected = in_a * in_b / pairs(static_cast<double>(a.size()));
  return (together - expected) / ((in_a + in_b) / 2 - expected);
}

TEST(HierarchyAgreement, IsTheAdjustedRandIndexOfPartitions) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 50; ++round) {
    const unsigned size = 5 + random() % 40, groups = 2 + random() % 6;
    std::vector<std::string> docnos;
    std::vector<unsigned> labels[2];
    std::vector<HierarchyNode> nodes[2] = {std::vector<HierarchyNode>(groups, node(1, {})),
                                           std::vector<HierarchyNode>(groups, node(1, {}))};
    for (unsigned i = 0; i < size; ++i) {
      docnos.push_back("d" + std::to_string(1000 + i));
      for (const int side : {0, 1}) {
        const unsigned group = random() % groups;
        labels[side].push_back(group);
        nodes[side][group].docs.push_back(i);
      }
    }
    const double expected = adjusted_rand(labels[0], labels[1]);
    const auto made = agreement(hierarchy(1, docnos, nodes[0]), hierarchy(1, docnos, nodes[1]));
    EXPECT_NEAR(made.adjusted_rand.value(), expected, 1e-12) << round;
  }
}

// Pairs share 2, 1, 0, 1, 0, 0 nodes of the one and 1, 1, 0, 1, 0, 1 of the other (ab, ac, ad, bc,
// bd, cd): equal for four of six; by chance (3 of 6 times 2 of 6, 2 times 4, 1 times 0) 14 of 36.
TEST(HierarchyAgreement, OfDocumentsInSeveralNodesIsTheOmegaIndex) {
  const std::vector<std::string> docnos = {"a", "b", "c", "d"};
  const auto made =
      agreement(hierarchy(1, docnos, {node(1, {0, 1}), node(1, {0, 1, 2}), node(1, {3})}),
                hierarchy(1, docnos, {node(1, {0, 1, 2}), node(1, {2, 3})}));
  EXPECT_NEAR(made.adjusted_rand.value(), (4.0 / 6 - 14.0 / 36) / (1 - 14.0 / 36), 1e-15);
  EXPECT_EQ(made.nodes1, 3U);
  EXPECT_EQ(made.nodes2, 2U);
  EXPECT_EQ(made.equal, 1U);
  EXPECT_DOUBLE_EQ(made.share1(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(made.share2(), 0.5);
}

TEST(HierarchyAgreement, WithNothingToTellApart) {
  const Hierarchy one = hierarchy(1, {"a"}, {node(1, {0})});
  const auto alone = agreement(one, one);
  EXPECT_FALSE(alone.adjusted_rand || alone.cophenetic);
  EXPECT_EQ(alone.share1(), 1);
  const Hierarchy flat = hierarchy(1, {"a", "b"}, {node(1, {0, 1})});
  const Hierarchy apart = hierarchy(1, {"a", "b"}, {node(1, {0}), node(1, {1})});
  EXPECT_EQ(agreement(flat, flat).adjusted_rand, 1);
  EXPECT_EQ(agreement(apart, apart).adjusted_rand, 1);
  EXPECT_EQ(agreement(flat, apart).adjusted_rand, 0);
  EXPECT_FALSE(agreement(flat, apart).cophenetic);
}

TEST(HierarchyAgreement, IsOfTheDocumentsAndTopicsOfBoth) {
  const std::vector<Hierarchy> first = {
      hierarchy(1, {"a", "b", "c", "d"}, {node(1, {0, 1, 3}), node(1, {2})}, "10"),
      hierarchy(1, {"a"}, {node(1, {0})}, "9")};
  const std::vector<Hierarchy> second = {
      hierarchy(1, {"b", "c", "d", "e"}, {node(1, {0, 2, 3}), node(1, {1})}, "10"),
      hierarchy(1, {"a"}, {node(1, {0})}, "11")};
  const HierarchiesAgreement made = compare_hierarchies(first, second);
  EXPECT_EQ(made.only1, std::vector<std::string>{"9"});
  EXPECT_EQ(made.only2, std::vector<std::string>{"11"});
  ASSERT_EQ(made.topics.size(), 1U);
  EXPECT_EQ(made.topics[0].documents, 3U);
  EXPECT_EQ(made.topics[0].only1, 1U);
  EXPECT_EQ(made.topics[0].only2, 1U);
  EXPECT_EQ(made.topics[0].adjusted_rand, 1);
  EXPECT_EQ(made.topics[0].equal, 1U);  // {c}; {a b d} is not {b d e}
}

}  // namespace
}  // namespace subintent::internal
