#include "hierarchy/fixtures.h"
#include "hierarchy/hierarchy.h"
#include "said.h"

namespace subintent::internal::test {
namespace {

HierarchyNode node_names_node(std::optional<std::uint32_t> parent, std::uint32_t layer,
                              const char* intent, bool dummy = false) {
  return {parent, layer, intent, .5, {}, dummy, {0}};
}

TEST(NodeNames, SayThePositionBelowTheIntent) {
  // A superintent of two intents; an intent outside, whose dummies lead to it and to its subintent.
  const Hierarchy hierarchy{
      "t",
      3,
      {"d"},
      {node_names_node({}, 1, "s"), node_names_node({}, 1, "7", true), node_names_node(0, 2, "4"),
       node_names_node(0, 2, "5"), node_names_node(1, 2, "7"), node_names_node(2, 3, "4"),
       node_names_node(2, 3, "4"), node_names_node(3, 3, "5", true), node_names_node(4, 3, "7")}};
  EXPECT_EQ(node_names(hierarchy),
            (std::vector<std::string>{"s", "7", "4", "5", "7", "4.1", "4.2", "5.1", "7.1"}));
}

TEST(NodeNames, AreNumbersAtTopicLevel) {
  const Hierarchy hierarchy{
      "t",
      3,
      {"d"},
      {node_names_node({}, 1, "*"), node_names_node({}, 1, "*", true), node_names_node(0, 2, "*"),
       node_names_node(0, 2, "*", true), node_names_node(1, 2, "*", true),
       node_names_node(2, 3, "*"), node_names_node(3, 3, "*"), node_names_node(4, 3, "*")}};
  EXPECT_EQ(node_names(hierarchy),
            (std::vector<std::string>{"1", "2", "1.1", "1.2", "2", "1.1.1", "1.2", "2"}));
}

TEST(NodeNames, OfDeepNodesAreCut) {
  Hierarchy hierarchy{"t", 200, {"d"}, {node_names_node({}, 1, "*")}};
  for (std::uint32_t i = 1; i < 200; ++i)
    hierarchy.nodes.push_back(node_names_node(i - 1, i + 1, "*"));
  const auto names = node_names(hierarchy);
  EXPECT_EQ(names[9], "1.1.1.1.1.1.1.1.1.1");
  EXPECT_LE(names[199].size(), 110u);
  EXPECT_TRUE(names[199].starts_with("....1.1."));
}

}  // namespace
}  // namespace subintent::internal::test

namespace subintent::internal::test {
namespace {

// Intent 1 lies below a dummy, beside superintents.
Hierarchy node_labels_example() {
  return {"1",
          2,
          {"a", "b", "c"},
          {{std::nullopt, 1, "1", 0.5, std::nullopt, true, {0, 1}},
           {std::nullopt, 1, "S", 0.5, std::nullopt, false, {2}},
           {0, 2, "1", 0.5, 0.2, false, {0, 1}},
           {1, 2, "2", 0.5, std::nullopt, false, {2}}}};
}

std::vector<std::string> node_labels_labels_of(const Hierarchy& hierarchy) {
  std::vector<std::string> labels;
  for (const HierarchyNode& node : hierarchy.nodes) labels.push_back(node.label);
  return labels;
}

TEST(NodeLabels, OfIntentsAndSuperintents) {
  std::vector<Hierarchy> hierarchies = {node_labels_example()};
  hierarchies[0].nodes[3].label = "made";
  Warnings warnings;
  set_labels(hierarchies,
             read_node_labels(Source::memory("1\t1\tone\n1\tS\tgroup\n1\t2\ttwo, by hand\n", "f")),
             warnings);
  EXPECT_EQ(node_labels_labels_of(hierarchies[0]),
            (std::vector<std::string>{"one", "group", "one", "two, by hand"}));
  EXPECT_TRUE(warnings.empty());
}

TEST(NodeLabels, OfNodesOfWholeTopics) {
  std::vector<Hierarchy> hierarchies = {node_labels_example()};
  for (HierarchyNode& node : hierarchies[0].nodes) node.intent = "*";
  Warnings warnings;
  set_labels(hierarchies, read_node_labels(Source::memory("1\t3\tx\n1\t*\ty\n7\t0\tz\n", "f")),
             warnings);
  EXPECT_EQ(node_labels_labels_of(hierarchies[0]), (std::vector<std::string>{"", "", "", "x"}));
  EXPECT_EQ(said(warnings),
            std::vector<std::string>{
                "f:2: topic 1 has no intent or node * (the first of 2 labels without a node)"});
}

}  // namespace
}  // namespace subintent::internal::test
