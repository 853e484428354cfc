#include "report/judge/make_study.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

Hierarchy hierarchy_of(std::vector<std::pair<std::string, std::uint32_t>> nodes) {
  Hierarchy hierarchy{"1", 2, {"a", "b", "c"}, {}};
  for (const auto& [intent, layer] : nodes) {
    HierarchyNode& node = hierarchy.nodes.emplace_back();
    node.intent = intent;
    node.layer = layer;
    node.docs = {0, 1, 2};
  }
  return hierarchy;
}

TEST(Cards, AreTheNodesOfTheFirstLayer) {
  std::vector<Hierarchy> hierarchies = {hierarchy_of({{"1", 1}, {"2", 1}, {"2", 2}})};
  hierarchies[0].nodes[0].label = "A label";
  TopicDescriptions topics;
  topics["1"].intents["1"].text = "of intent 1";
  topics["1"].intents["2"].text = "of intent 2";
  const Qrels judged = read_qrels(Source::memory("1 1 a 1\n1 2 c 2\n1 1 c 1\n1 1 b 2\n", "qrels"));
  const std::vector<std::vector<std::vector<std::string>>> terms = {{{"x"}, {"y", "z"}, {}}};
  const Cards cards = make_cards({hierarchies, terms, topics, &judged}, 2);
  ASSERT_EQ(cards.topics.size(), 1u);
  ASSERT_EQ(cards.topics[0].cards.size(), 2u);
  const IntentCard &first = cards.topics[0].cards[0], &second = cards.topics[0].cards[1];
  EXPECT_EQ(first.label, "A label");
  EXPECT_EQ(second.label, "of intent 2");
  EXPECT_EQ(second.terms, (std::vector<std::string>{"y", "z"}));
  EXPECT_EQ(first.docnos, (std::vector<std::string>{"b", "c"}));  // by grade, then docno
}

TEST(Cards, OfWholeTopicsAreNamedByTheirNodes) {
  const std::vector<Hierarchy> hierarchies = {hierarchy_of({{"*", 1}, {"*", 1}, {"*", 2}}),
                                              hierarchy_of({{"*", 1}})};
  const Cards cards = make_cards({hierarchies, {}, {}}, 5);
  EXPECT_EQ(cards.topics[0].cards[1].intent, "1");
  EXPECT_EQ(cards.single, 1u);
}

TEST(Cards, RefuseWhatSuperintentsCannotHold) {
  for (const auto& nodes :
       {std::vector<std::pair<std::string, std::uint32_t>>{{"a b", 1}, {"c", 1}},
        {{"", 1}, {"c", 1}},
        {{"c", 1}, {"c", 1}},
        {{"c", 1}}}) {
    const std::vector<Hierarchy> hierarchies = {hierarchy_of(nodes)};
    EXPECT_THROW(make_cards({hierarchies, {}, {}}, 5), Error);
  }
}

}  // namespace
}  // namespace subintent::internal
