// The worked examples of [Dou19]. Its figures are not text; the trees here agree with every number
// it states.
#include "hierarchy/build.h"
#include "hierarchy/fixtures.h"

namespace subintent::internal::test {
namespace {

using PaperLines = std::vector<std::string>;

// Fig. 4: d1 and d2 have similarity .33; node-d, the root, and its child node-e lie in [0, .1); d9
// hangs below node-e.
Dendrogram figure_4() {
  return dendrogram_of("20", "5", {"d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"},
                       {{0, 1, .33},      // 9: one leaf after pruning
                        {2, 9, .28},      // 10: node-a
                        {3, 4, .27},      // 11: in the bin of its parent 13
                        {6, 7, .22},      // 12: node-c
                        {5, 11, .21},     // 13: node-b
                        {8, 10, .08},     // 14: node-e
                        {12, 13, .12},    // 15: below the root in a bin of its own
                        {14, 15, .02}});  // 16: node-d
}

const char* const figure_4_qrels =
    "20 5 d1 1\n20 5 d2 1\n20 5 d3 1\n20 5 d4 1\n20 5 d5 1\n20 5 d6 1\n20 5 d7 1\n20 5 d8 1\n20 5 "
    "d9 1\n20 5 d10 0\n20 5 d11 -2\n";

TEST(Paper, Figure4PrunesCompressesAndExtends) {
  const SubintentTree tree = make_subintents(figure_4(), .3, true);
  // The root keeps node-a and d9 (node-e is gone) and node 15, whose children are node-b and
  // node-c.
  std::multiset<std::pair<std::uint32_t, std::uint32_t>> shapes;  // depth, documents
  for (const SubintentNode& node : tree.nodes) shapes.emplace(node.depth, node.last - node.first);
  EXPECT_EQ(shapes, (std::multiset<std::pair<std::uint32_t, std::uint32_t>>{{0, 9},
                                                                            {1, 3},
                                                                            {1, 5},
                                                                            {1, 1},
                                                                            {2, 2},
                                                                            {2, 1},
                                                                            {2, 3},
                                                                            {2, 2},
                                                                            {3, 1},
                                                                            {3, 1},
                                                                            {3, 1},
                                                                            {3, 1},
                                                                            {3, 1}}));
  EXPECT_EQ(tree.nodes[0].leaves, 8U);
}

TEST(Paper, Figure4LeafOfD9GetsADummy) {
  // Without node 15, levels are as in the figure: the intent on level 1, leaves on level 3.
  const auto dendrogram =
      dendrogram_of("20", "5", {"d1", "d2", "d3", "d4", "d5", "d9"},
                    {{0, 1, .33}, {2, 6, .28}, {3, 4, .22}, {5, 8, .08}, {7, 9, .02}});
  const Hierarchy hierarchy = build_one(
      qrels_of("20 5 d1 1\n20 5 d2 1\n20 5 d3 1\n20 5 d4 1\n20 5 d5 1\n20 5 d9 1\n"), {dendrogram});
  EXPECT_EQ(hierarchy.layers, 3U);
  EXPECT_EQ(layer(hierarchy, 1), (PaperLines{"d1+d2+d3+d4+d5+d9 1.000"}));
  EXPECT_EQ(layer(hierarchy, 2), (PaperLines{"d1+d2+d3 0.400", "d4+d5 0.400", "~d9 0.200"}));
  EXPECT_EQ(layer(hierarchy, 3),
            (PaperLines{"d1+d2 0.200", "d3 0.200", "d4 0.200", "d5 0.200", "d9 0.200"}));
  EXPECT_EQ(hierarchy.nodes[0].similarity, .02);
  EXPECT_EQ(hierarchy.nodes[1].similarity, .28);
  EXPECT_EQ(hierarchy.nodes[3].similarity, std::nullopt);  // the dummy
  EXPECT_EQ(hierarchy.nodes[4].similarity, .33);           // pruned
  EXPECT_EQ(hierarchy.nodes[5].similarity, std::nullopt);  // a single document
}

TEST(Paper, Figure4WholeTreeFromJudgments) {
  const Hierarchy hierarchy = build_one(qrels_of(figure_4_qrels), {figure_4()});
  EXPECT_EQ(hierarchy.layers, 4U);
  EXPECT_EQ(layer(hierarchy, 2),
            (PaperLines{"d1+d2+d3 0.250", "d4+d5+d6+d7+d8 0.625", "~d9 0.125"}));
  EXPECT_EQ(layer(hierarchy, 3), (PaperLines{"~d1+d2 0.125", "~d3 0.125", "d4+d5+d6 0.375",
                                             "d7+d8 0.250", "~d9 0.125"}));
}

// Fig. 5: node-a has two of three leaves, and gain 37 of 54.
class Figure5 : public testing::Test {
 protected:
  Hierarchy build(Weighting weighting) {
    HierarchyOptions options;
    options.weighting = weighting;
    return build_one(qrels_of("1 1 a 12\n1 1 b 8\n1 1 c 17\n1 1 d 17\n1 1 x -2\n"), {dendrogram_},
                     options);
  }
  Dendrogram dendrogram_ =
      dendrogram_of("1", "1", {"a", "b", "c", "d"}, {{0, 1, .6}, {2, 4, .25}, {3, 5, .05}});
};

TEST_F(Figure5, WeightsByLeaves) {
  const Hierarchy hierarchy = build(Weighting::leaves);
  EXPECT_EQ(layer(hierarchy, 2), (PaperLines{"a+b+c 0.667", "~d 0.333"}));
  EXPECT_EQ(layer(hierarchy, 3), (PaperLines{"a+b 0.333", "c 0.333", "d 0.333"}));
}

TEST_F(Figure5, WeightsByGain) {
  const Hierarchy hierarchy = build(Weighting::gains);
  EXPECT_DOUBLE_EQ(hierarchy.nodes[1].weight, 37.0 / 54);
  EXPECT_EQ(layer(hierarchy, 3), (PaperLines{"a+b 0.370", "c 0.315", "d 0.315"}));
}

TEST_F(Figure5, WeightsByDocuments) {
  EXPECT_EQ(layer(build(Weighting::documents), 2), (PaperLines{"a+b+c 0.750", "~d 0.250"}));
}

// §3.4.2: a document that is relevant to several intents counts for all of them, each by its
// probability.
TEST(WeightsByGlobalGain, AddUpOverIntents) {
  const auto qrels = qrels_of("1 1 a 1\n1 1 b 2\n1 1 c 1\n1 2 a 3\n1 2 b 0\n1 3 b 1\n1 3 x 1\n");
  const std::vector dendrograms{dendrogram_of("1", "1", {"a", "b", "c"}, {{0, 1, .2}, {2, 3, .05}}),
                                dendrogram_of("1", "2", {"a"}, {}),
                                dendrogram_of("1", "3", {"b", "x"}, {{0, 1, .1}})};
  HierarchyOptions options;
  options.weighting = Weighting::gains;
  // By depth, intents have the probabilities 1/2, 1/4 and 1/4, so that a has a global gain of
  // (2 + 3) / 4, b of (4 + 1) / 4, c of 2 / 4, and x of 1 / 4.
  const Hierarchy hierarchy = build_one(qrels, dendrograms, options);
  EXPECT_EQ(layer(hierarchy, 3),
            (PaperLines{"a 0.208", "b 0.208", "c 0.083", "a 0.250", "b 0.208", "x 0.042"}));
  options.intent_weights = IntentWeights::uniform;
  EXPECT_EQ(layer(build_one(qrels, dendrograms, options), 3),
            (PaperLines{"a 0.167", "b 0.125", "c 0.042", "a 0.333", "b 0.250", "x 0.083"}));
  options.weighting = Weighting::grades;
  EXPECT_EQ(layer(build_one(qrels, dendrograms, options), 3),
            (PaperLines{"a 0.083", "b 0.167", "c 0.083", "a 0.333", "b 0.167", "x 0.167"}));
}

// Fig. 6: the tree of intent 1 has two layers below the intent; intent 2 has one subintent.
class Figure6 : public testing::Test {
 protected:
  Hierarchy build(IntentWeights weights) {
    HierarchyOptions options;
    options.intent_weights = weights;
    options.weighting = Weighting::documents;
    return build_one(
        qrels_of("1 1 a 1\n1 1 b 1\n1 1 c 1\n1 1 d 1\n1 2 a 1\n1 2 x 1\n"),
        {dendrogram_of("1", "1", {"a", "b", "c", "d"}, {{0, 1, .5}, {2, 4, .25}, {3, 5, .05}}),
         dendrogram_of("1", "2", {"a", "x"}, {{0, 1, .7}})},
        options);
  }
};

TEST_F(Figure6, UniformWeights) {
  const Hierarchy hierarchy = build(IntentWeights::uniform);
  EXPECT_EQ(hierarchy.layers, 3U);
  EXPECT_EQ(layer(hierarchy, 1), (PaperLines{"a+b+c+d 0.500", "a+x 0.500"}));
  EXPECT_EQ(layer(hierarchy, 2), (PaperLines{"a+b+c 0.375", "~d 0.125", "~a+x 0.500"}));
  EXPECT_EQ(layer(hierarchy, 3), (PaperLines{"a+b 0.250", "c 0.125", "d 0.125", "a+x 0.500"}));
}

TEST_F(Figure6, WeightsByDepth) {
  const Hierarchy hierarchy = build(IntentWeights::depth);
  EXPECT_EQ(layer(hierarchy, 1), (PaperLines{"a+b+c+d 0.667", "a+x 0.333"}));
  EXPECT_EQ(layer(hierarchy, 3), (PaperLines{"a+b 0.333", "c 0.167", "d 0.167", "a+x 0.333"}));
}

}  // namespace
}  // namespace subintent::internal::test
