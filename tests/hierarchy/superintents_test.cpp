#include "hierarchy/nuggets.h"

#include "hierarchy/fixtures.h"

namespace subintent::internal::test {
namespace {

// Node names of a layer: intent or superintent, its parent's name, documents and weight; '~' marks
// dummies.
std::vector<std::string> named_layer(const Hierarchy& hierarchy, std::uint32_t number) {
  std::vector<std::string> names;
  const auto texts = layer(hierarchy, number);
  for (const HierarchyNode& node : hierarchy.nodes) {
    if (node.layer != number) continue;
    const std::string parent = node.parent ? hierarchy.nodes[*node.parent].intent : "-";
    names.push_back(node.intent + "<" + parent + " " + texts[names.size()]);
  }
  return names;
}

using SuperintentsLines = std::vector<std::string>;

const char* const four_intents = "1 1 a 1\n1 2 b 1\n1 2 a 1\n1 3 c 1\n1 4 d 1\n1 5 e 0\n";

using Members = std::map<std::string, std::vector<std::string>>;

// Each has its first line in the file where it is in the order of names.
Superintents superintents_of(const Members& members) {
  Superintents superintents;
  for (const auto& [name, its] : members) {
    const std::size_t line = superintents.size() + 1;
    superintents[name] = {its, line};
  }
  return superintents;
}

BuiltHierarchies build(const Members& superintents,
                       const std::vector<Dendrogram>& dendrograms = {}) {
  HierarchySources sources;
  sources.superintents = "s.txt";
  HierarchyOptions options;
  options.superintents["1"] = superintents_of(superintents);
  if (dendrograms.empty())
    return build_hierarchies(qrels_of(four_intents), std::nullopt, options, sources);
  return build_hierarchies(qrels_of(four_intents), dendrograms, options, sources);
}

TEST(Superintents, UnequalHeightHangsFromTheTop) {
  const auto built = build({{"inner", {"1", "2"}}, {"outer", {"inner", "3"}}});
  const Hierarchy& hierarchy = built.hierarchies.at(0);
  EXPECT_EQ(hierarchy.layers, 3U);
  EXPECT_EQ(named_layer(hierarchy, 1), (SuperintentsLines{"4<- ~d 0.250", "outer<- a+b+c 0.750"}));
  EXPECT_EQ(named_layer(hierarchy, 2),
            (SuperintentsLines{"4<4 ~d 0.250", "3<outer ~c 0.250", "inner<outer a+b 0.500"}));
  EXPECT_EQ(named_layer(hierarchy, 3), (SuperintentsLines{"4<4 d 0.250", "3<3 c 0.250",
                                                          "1<inner a 0.250", "2<inner a+b 0.250"}));
}

TEST(Superintents, UnknownMembersAreCountedAndEmptyGroupsVanish) {
  // 5 has no relevant document, 9 does not exist; "gone" keeps no member, nor does "above".
  const auto built = build({{"S", {"1", "9"}}, {"gone", {"5"}}, {"above", {"gone"}}});
  EXPECT_EQ(built.ignored_members, 2U);
  EXPECT_EQ(built.hierarchies.at(0).layers, 2U);
  EXPECT_EQ(named_layer(built.hierarchies.at(0), 1).back(), "S<- a 0.250");
}

TEST(Superintents, NamesOfIntentsAreRefused) {
  EXPECT_EQ(message_of([] {
              build({{"3", {"1"}}});
            }),
            "s.txt:1: topic 1: '3' is the name of a superintent and of an intent; rename the "
            "superintent");
  EXPECT_NE(message_of([] {
              build({{"5", {"1"}}});
            }),
            "no error");  // judged, though without relevant documents
}

TEST(Superintents, DeepChainsAreClimbedWithoutRecursion) {
  Superintents chain;
  constexpr int depth = 100'000;
  for (int i = 0; i < depth; ++i)
    chain["S" + std::to_string(i)].members = {i + 1 == depth ? "1" : "S" + std::to_string(i + 1)};
  const std::vector<std::string_view> intents{"1", "2"};
  const SuperintentTree tree = make_superintents(chain, intents);
  EXPECT_EQ(tree.layers, static_cast<std::uint32_t>(depth));
  EXPECT_EQ(tree.nodes.at(*tree.parents[0]).name, "S" + std::to_string(depth - 1));
  EXPECT_EQ(tree.parents[1], std::nullopt);
}

}  // namespace
}  // namespace subintent::internal::test
