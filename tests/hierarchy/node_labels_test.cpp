#include "hierarchy/hierarchy.h"

#include "hierarchy/fixtures.h"
#include "said.h"

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
