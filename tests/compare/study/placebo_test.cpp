#include "compare/study/hierarchies.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "core/base/philox.h"

namespace subintent::internal {
namespace {

HierarchyNode placebo_node(std::optional<std::uint32_t> parent, std::uint32_t layer,
                           std::string intent, std::vector<std::uint32_t> docs) {
  HierarchyNode made;
  made.parent = parent;
  made.layer = layer;
  made.intent = std::move(intent);
  made.docs = std::move(docs);
  return made;
}

std::vector<std::string> docnos(std::uint32_t size) {
  std::vector<std::string> made;
  for (std::uint32_t i = 0; i < size; ++i) made.push_back("d" + std::to_string(100 + i));
  return made;
}

std::vector<std::uint32_t> numbers(std::uint32_t first, std::uint32_t last) {
  std::vector<std::uint32_t> made(last - first);
  std::iota(made.begin(), made.end(), first);
  return made;
}

// Intents x (documents 0 to 29) and y (20 to 39), with two subintents each.
Hierarchy of_intents(std::string topic) {
  return {std::move(topic),
          2,
          docnos(40),
          {placebo_node({}, 1, "x", numbers(0, 30)), placebo_node({}, 1, "y", numbers(20, 40)),
           placebo_node(0, 2, "x", numbers(0, 10)), placebo_node(0, 2, "x", numbers(10, 30)),
           placebo_node(1, 2, "y", numbers(20, 35)), placebo_node(1, 2, "y", numbers(35, 40))}};
}

// As documented: for another program.
std::map<std::uint32_t, std::uint32_t> shuffle(const std::vector<std::uint32_t>& documents,
                                               std::uint32_t seed, std::uint32_t trial,
                                               std::uint32_t row) {
  std::vector<std::uint32_t> others = documents;
  const auto size = static_cast<std::uint32_t>(documents.size());
  for (std::uint32_t k = 0; k + 1 < size; ++k) {
    const std::uint32_t i = size - 1 - k;
    const std::uint64_t word = philox({k / 4, row, trial, 4}, {seed, 0})[k % 4];
    std::swap(others[i], others[word * (i + 1) >> 32]);
  }
  std::map<std::uint32_t, std::uint32_t> made;
  for (std::uint32_t i = 0; i < size; ++i) made[documents[i]] = others[i];
  return made;
}

std::set<std::vector<std::uint32_t>> leaves(const Hierarchy& hierarchy, const std::string& intent) {
  std::set<std::vector<std::uint32_t>> made;
  for (const HierarchyNode& one : hierarchy.nodes)
    if (one.layer == hierarchy.layers && one.intent == intent) made.insert(one.docs);
  return made;
}

TEST(Placebo, ShufflesDocumentsWithinAnIntentAsDocumented) {
  const std::vector<Hierarchy> hierarchies = {of_intents("10"), of_intents("9")};
  const std::vector<Hierarchy> made = shuffled(hierarchies, 5, 3);
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].topic, "9");  // label order
  std::uint32_t row = 0;
  for (const Hierarchy& placebo : made) {
    EXPECT_EQ(placebo.nodes[0].docs, numbers(0, 30));
    EXPECT_EQ(placebo.nodes[1].docs, numbers(20, 40));
    for (const std::string intent : {"x", "y"}) {
      const Hierarchy before = of_intents("1");
      auto exchange = shuffle(before.nodes[intent == "x" ? 0 : 1].docs, 5, 3, row++);
      std::set<std::vector<std::uint32_t>> expected;
      for (std::vector<std::uint32_t> docs : leaves(before, intent)) {
        for (std::uint32_t& document : docs) document = exchange.at(document);
        std::sort(docs.begin(), docs.end());
        expected.insert(docs);
      }
      EXPECT_EQ(leaves(placebo, intent), expected);
      EXPECT_NE(leaves(placebo, intent), leaves(before, intent));
    }
  }
  EXPECT_NE(shuffled(hierarchies, 5, 4)[0].nodes[2].docs, made[0].nodes[2].docs);
  EXPECT_NE(shuffled(hierarchies, 6, 3)[0].nodes[2].docs, made[0].nodes[2].docs);
}

TEST(Placebo, ShufflesAWholeTopicAtTopicLevel) {
  const Hierarchy flat = {
      "1",
      1,
      docnos(30),
      {placebo_node({}, 1, "*", numbers(0, 15)), placebo_node({}, 1, "*", numbers(15, 30))}};
  const Hierarchy made = shuffled({&flat, 1}, 1, 0).at(0);
  ASSERT_EQ(made.nodes.size(), 2U);
  EXPECT_LT(made.nodes[0].docs, made.nodes[1].docs);  // sorted as a file's are
  EXPECT_EQ(made.nodes[0].docs.size(), 15U);
  std::set<std::uint32_t> all(made.nodes[0].docs.begin(), made.nodes[0].docs.end());
  EXPECT_NE(all, (std::set<std::uint32_t>(flat.nodes[0].docs.begin(), flat.nodes[0].docs.end())));
  all.insert(made.nodes[1].docs.begin(), made.nodes[1].docs.end());
  EXPECT_EQ(all.size(), 30U);
}

// Every place is as likely for a document.
TEST(Placebo, IsFair) {
  const Hierarchy flat = {
      "1", 1, docnos(4), {placebo_node({}, 1, "*", {0}), placebo_node({}, 1, "*", {1, 2, 3})}};
  std::map<std::uint32_t, int> alone;
  for (std::uint32_t number = 0; number < 4000; ++number) {
    const Hierarchy made = shuffled({&flat, 1}, 1, number).at(0);
    ++alone[made.nodes[made.nodes[0].docs.size() == 1 ? 0 : 1].docs[0]];
  }
  for (std::uint32_t document = 0; document < 4; ++document)
    EXPECT_NEAR(alone[document], 1000, 120);  // deviation 27
}

}  // namespace
}  // namespace subintent::internal
