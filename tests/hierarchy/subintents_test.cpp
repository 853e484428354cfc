#include "hierarchy/build.h"

#include "hierarchy/fixtures.h"

#include "messages.h"

namespace subintent::internal::test {
namespace {

std::size_t similarity_bin(double similarity) {
  return internal::similarity_bin(similarity, bin_limits({}, .3, {}));
}

TEST(SimilarityBin, HasTenBinsAndForgivesRounding) {
  for (int tenth = 0; tenth <= 9; ++tenth) {
    EXPECT_EQ(similarity_bin(tenth / 10.0), static_cast<std::size_t>(tenth));
    EXPECT_EQ(similarity_bin(tenth / 10.0 + .0999), static_cast<std::size_t>(tenth));
  }
  EXPECT_EQ(similarity_bin(0.1 + 0.2), 3U);
  EXPECT_EQ(similarity_bin(1 - 0.9), 1U);  // 0.09999999999999998
  EXPECT_EQ(similarity_bin(0.2999999), 2U);
  EXPECT_EQ(similarity_bin(1), 9U);
  EXPECT_EQ(similarity_bin(1.0000001), 9U);
  EXPECT_EQ(similarity_bin(-0.4), 0U);
}

std::size_t leaves(const SubintentTree& tree) {
  return tree.nodes[0].leaves;
}

TEST(MakeSubintents, PrunesAboveDeltaOnly) {
  const auto dendrogram = dendrogram_of("1", "1", {"a", "b", "c"}, {{0, 1, .3}, {2, 3, .1}});
  EXPECT_EQ(leaves(make_subintents(dendrogram, .3, true)), 3U);
  EXPECT_EQ(leaves(make_subintents(dendrogram, .29, true)), 2U);
  EXPECT_EQ(leaves(make_subintents(dendrogram, .0999, true)), 1U);
}

TEST(MakeSubintents, DeltaForgivesRounding) {
  const auto dendrogram = dendrogram_of("1", "1", {"a", "b"}, {{0, 1, 0.1 + 0.2}});
  EXPECT_EQ(leaves(make_subintents(dendrogram, .3, true)), 2U);
}

TEST(MakeSubintents, DeltaZeroCollapsesARootOfAnySimilarity) {
  for (const double similarity : {1.0, 0.0, -0.5}) {
    const auto dendrogram = dendrogram_of("1", "1", {"a", "b"}, {{0, 1, similarity}});
    const SubintentTree tree = make_subintents(dendrogram, 0, true);
    ASSERT_EQ(tree.nodes.size(), 2U);
    EXPECT_TRUE(tree.nodes[1].leaf);
    EXPECT_EQ(tree.nodes[1].last - tree.nodes[1].first, 2U);
    EXPECT_EQ(tree.nodes[1].similarity, similarity);
    EXPECT_EQ(tree.height, 1U);
  }
}

TEST(MakeSubintents, SingleDocumentHasOneLeafWithoutSimilarity) {
  const SubintentTree tree = make_subintents(dendrogram_of("1", "1", {"a"}, {}), .3, true);
  ASSERT_EQ(tree.nodes.size(), 2U);
  EXPECT_EQ(tree.nodes[0].similarity, std::nullopt);
  EXPECT_EQ(tree.nodes[1].similarity, std::nullopt);
  EXPECT_EQ(tree.height, 1U);
}

TEST(MakeSubintents, NegativeSimilaritiesShareTheLowestBin) {
  const auto dendrogram = dendrogram_of("1", "1", {"a", "b", "c"}, {{0, 1, .05}, {2, 3, -.7}});
  EXPECT_EQ(make_subintents(dendrogram, .3, true).height, 1U);
  EXPECT_EQ(make_subintents(dendrogram, .3, false).height, 2U);
}

TEST(MakeSubintents, ChildrenComeBySmallestDocument) {
  // The last merge joins {c} with {a, b, d}, all in one bin.
  const auto dendrogram =
      dendrogram_of("1", "1", {"a", "b", "c", "d"}, {{1, 3, .28}, {0, 4, .05}, {2, 5, .01}});
  const SubintentTree tree = make_subintents(dendrogram, .3, true);
  std::vector<std::uint32_t> first;
  for (const SubintentNode& node : tree.nodes)
    if (node.depth == 1) first.push_back(tree.documents[node.first]);
  EXPECT_EQ(first, (std::vector<std::uint32_t>{0, 1, 2}));
}

// Compression as the paper words it: remove a child in its parent's bin until there is none, in any
// order.
std::multiset<std::set<std::uint32_t>> compress_slowly(const Dendrogram& dendrogram, double delta,
                                                       std::mt19937& random) {
  struct Node {
    int parent = -1;
    double similarity = 0;
    bool inner = false, alive = true;
    std::set<std::uint32_t> docs;
  };
  const std::size_t n = dendrogram.docs.size();
  std::vector<Node> nodes(n + dendrogram.merges.size());
  for (std::uint32_t i = 0; i < n; ++i) nodes[i].docs = {i};
  for (std::size_t k = 0; k < dendrogram.merges.size(); ++k) {
    const Merge& merge = dendrogram.merges[k];
    nodes[n + k].similarity = merge.similarity;
    nodes[n + k].inner = merge.similarity <= delta;
    for (const std::uint32_t child : {merge.a, merge.b}) {
      nodes[child].parent = static_cast<int>(n + k);
      nodes[n + k].docs.insert(nodes[child].docs.begin(), nodes[child].docs.end());
      if (!nodes[n + k].inner) nodes[child].alive = false;
    }
  }
  while (true) {
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Node& node = nodes[i];
      if (node.alive && node.inner && node.parent >= 0 &&
          similarity_bin(node.similarity) == similarity_bin(nodes[node.parent].similarity))
        candidates.push_back(i);
    }
    if (candidates.empty()) break;
    const std::size_t gone = candidates[random() % candidates.size()];
    nodes[gone].alive = false;
    for (Node& node : nodes)
      if (node.parent == static_cast<int>(gone)) node.parent = nodes[gone].parent;
  }
  std::multiset<std::set<std::uint32_t>> found;
  for (const Node& node : nodes)
    if (node.alive) found.insert(node.docs);
  return found;
}

TEST(MakeSubintents, RemovesTheSameNodesAsRepetitionInAnyOrder) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> docs;
    const std::uint32_t n = 2 + random() % 25;
    for (std::uint32_t i = 0; i < n; ++i) docs.push_back("d" + std::to_string(i));
    const auto dendrogram = random_dendrogram("1", "1", docs, random);
    const double delta = (1 + random() % 20) / 20.0;
    if (dendrogram.merges.back().similarity > delta) continue;
    const SubintentTree tree = make_subintents(dendrogram, delta, true);
    std::multiset<std::set<std::uint32_t>> found;
    for (const SubintentNode& node : tree.nodes)
      found.emplace(tree.documents.begin() + node.first, tree.documents.begin() + node.last);
    EXPECT_EQ(found, compress_slowly(dendrogram, delta, random)) << "round " << round;
  }
}

TEST(MakeSubintents, ChainOfAHundredThousandMerges) {
  constexpr std::uint32_t n = 100'001;
  std::vector<std::string> docs;
  for (std::uint32_t i = 0; i < n; ++i) docs.push_back("d" + std::to_string(1'000'000 + i));
  std::vector<Pair> pairs;
  for (std::uint32_t k = 0; k + 1 < n; ++k)
    pairs.push_back({k == 0 ? 0 : k + 1, k == 0 ? 1 : n + k - 1, 1.0 - static_cast<double>(k) / n});
  const auto dendrogram = dendrogram_of("1", "1", docs, pairs);
  const SubintentTree raw = make_subintents(dendrogram, 1, false);
  EXPECT_EQ(raw.height, n - 1);
  EXPECT_EQ(raw.nodes.size(), 2 * n - 1);
  EXPECT_EQ(make_subintents(dendrogram, 1, true).height, 10U);

  std::string qrels;
  for (const std::string& doc : docs) qrels += "1 1 " + doc + " 1\n";
  EXPECT_EQ(build_one(qrels_of(qrels), {dendrogram}).layers, 4U);
  HierarchyOptions options;
  options.compress = false;
  const std::string error =
      message_of([&] { build_hierarchies(qrels_of(qrels), std::vector{dendrogram}, options); });
  EXPECT_TRUE(has(error, "too large"));
}

}  // namespace
}  // namespace subintent::internal::test
