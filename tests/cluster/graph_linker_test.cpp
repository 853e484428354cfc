// Average linkage of sparse graphs, without a matrix.
#include "cluster/graph_linker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>

#include "cluster/linkage.h"

namespace subintent::internal {
namespace {

__extension__ using Wide = __int128;

using Pairs = std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t>;  // (a, b), a < b

SparseGraph graph_of(std::size_t n, const Pairs& pairs) {
  SparseGraph graph(n);
  for (const auto& [pair, similarity] : pairs) {
    graph[pair.first].push_back({pair.second, similarity});
    graph[pair.second].push_back({pair.first, similarity});
  }
  return graph;
}

// Graphs without ties; with few similarities, so that most are tied; with hubs; with groups that
// are densely connected; stars and the like, all of whose edges are equal.
Pairs random_pairs(std::mt19937_64& random, int kind, std::size_t n) {
  Pairs pairs;
  const std::size_t edges = 1 + random() % (8 * n);
  for (std::size_t k = 0; k < edges; ++k) {
    auto a = static_cast<std::uint32_t>(random() % n), b = static_cast<std::uint32_t>(random() % n);
    if (kind == 2) a %= 3;
    if (kind == 3) b = static_cast<std::uint32_t>(a - a % 10 + random() % (random() % 5 ? 10 : n));
    if (kind == 4) a = static_cast<std::uint32_t>(n / 2);
    const std::uint64_t similarity = kind == 1   ? 1 + random() % 3
                                     : kind == 4 ? 1'000'000'000
                                                 : 1 + random() % 1'000'000'000;
    if (a != b && b < n) pairs[std::minmax(a, b)] = static_cast<std::int64_t>(similarity);
  }
  return pairs;
}

// The definition: all pairs of clusters for every merge, means compared as fractions.
std::vector<Merge> naive_link(std::size_t n, Pairs sums) {
  std::vector<std::int64_t> sizes(n, 1);  // 0 for those that are gone
  std::vector<Merge> linked;
  while (linked.size() + 1 < n) {
    std::uint32_t a = 0, b = 0;
    Wide best = -1, pairs = 1;
    for (std::uint32_t x = 0; x < n; ++x) {
      for (std::uint32_t y = x + 1; y < n; ++y) {
        if (sizes[x] == 0 || sizes[y] == 0) continue;
        const auto found = sums.find({x, y});
        const Wide sum = found == sums.end() ? 0 : found->second;
        const Wide count = Wide{sizes[x]} * sizes[y];
        if (sum * pairs <= best * count) continue;
        std::tie(a, b, best, pairs) = std::tuple(x, y, sum, count);
      }
    }
    linked.push_back({a, b, static_cast<double>(best) / static_cast<double>(pairs)});
    sizes[a] += std::exchange(sizes[b], 0);
    for (std::uint32_t x = 0; x < n; ++x) {
      const auto from = sums.find(std::minmax(x, b));
      if (from == sums.end()) continue;
      if (x != a) sums[std::minmax(x, a)] += from->second;
      sums.erase(from);
    }
  }
  return linked;
}

void expect_equal(const std::vector<Merge>& found, const std::vector<Merge>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    ASSERT_EQ(found[k].a, expected[k].a) << "merge " << k;
    ASSERT_EQ(found[k].b, expected[k].b) << "merge " << k;
    ASSERT_EQ(found[k].similarity, expected[k].similarity) << "merge " << k;
  }
}

TEST(GraphLinker, EqualsTheDefinition) {
  std::mt19937_64 random(31);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 2 + random() % (round % 10 == 0 ? 100 : 40);
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << n);
    const Pairs pairs = random_pairs(random, round % 5, n);
    const auto expected = naive_link(n, pairs);
    for (const std::size_t short_list : {0, 4, 1024}) {
      expect_equal(GraphLinker(graph_of(n, pairs), short_list).run(), expected);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GraphLinker, LinksNothingOrOneDocument) {
  EXPECT_TRUE(link_graph({}).empty());
  EXPECT_TRUE(link_graph(SparseGraph(1)).empty());
  expect_equal(link_graph(SparseGraph(3)), {{0, 1, 0}, {0, 2, 0}});
}

TEST(GraphLinker, EqualsTheMatrix) {
  std::mt19937_64 random(32);
  for (int kind = 0; kind < 5; ++kind) {
    SCOPED_TRACE(testing::Message() << "kind " << kind);
    const std::size_t n = 2000;
    const Pairs pairs = random_pairs(random, kind, n);
    PairMatrix matrix(n);
    for (std::size_t i = 0; i < n; ++i) std::ranges::fill(matrix.row(i), 0);
    for (const auto& [pair, similarity] : pairs) {
      matrix.at(pair.first, pair.second) = static_cast<double>(similarity);
    }
    const auto expected = link(std::move(matrix), Linkage::average);
    expect_equal(link_graph(graph_of(n, pairs)), expected);
    expect_equal(GraphLinker(graph_of(n, pairs), 16).run(), expected);
  }
}

// A star is the worst case of linkers that look at all edges of what they merge: that would be
// 4e10 of them here.
TEST(GraphLinker, TakesNoQuadraticTimeForHubs) {
  constexpr std::uint32_t n = 200'000;
  Pairs pairs;
  for (std::uint32_t i = 1; i < n; ++i) pairs[{0, i}] = i % 7 + 1;
  const auto merges = link_graph(graph_of(n, pairs));
  ASSERT_EQ(merges.size(), n - 1);
  EXPECT_EQ(merges[0].b, 6);
  EXPECT_EQ(merges[1].b, 13);
  EXPECT_EQ(merges.back().b, n - 1 - (n - 1) % 7);
}

// Above 2^53, where numbers of the matrix are no longer exact.
TEST(GraphLinker, SumsAreExact) {
  constexpr std::int64_t large = (std::int64_t{1} << 54) + 1;
  expect_equal(link_graph(graph_of(4, {{{0, 1}, large}, {{2, 3}, large + 1}})),
               {{2, 3, 0x1p54}, {0, 1, 0x1p54}, {0, 2, 0}});
}

// Each document shares terms with a few others, as lists of neighbours do; some are empty.
std::vector<DocumentVector> lists(std::mt19937_64& random, std::size_t n) {
  std::vector<DocumentVector> made(n);
  for (std::size_t i = 0; i < n; ++i) {
    made[i].docno = std::to_string(i);
    std::map<std::string, double> terms;
    for (std::size_t k = i % 11; k < 10; ++k) {
      terms[std::to_string((i + random() % 30) % n)] = 0.25 * static_cast<double>(random() % 4);
    }
    for (const auto& [term, weight] : terms) made[i].terms.push_back({term, weight});
  }
  return made;
}

std::vector<std::uint32_t> graph_linker_numbers(std::mt19937_64& random, std::size_t count) {
  std::vector<std::uint32_t> made(count);
  std::iota(made.begin(), made.end(), 0);
  for (auto& number : made) number = random() % 50 == 0 ? DocumentSimilarity::missing : number;
  return made;
}

TEST(CosineGraph, HasTheCosinesOfTheMatrix) {
  std::mt19937_64 random(33);
  const std::size_t n = 1500;
  const auto similarity = DocumentSimilarity::from_vectors(lists(random, n));
  const auto documents = graph_linker_numbers(random, n);
  const auto graph =
      cosine_graph(*similarity.sparse_rows(), documents, DocumentSimilarity::missing, 1e9);
  ASSERT_TRUE(graph);
  PairMatrix pairs = similarity.scaled_similarities(documents, 1e9);
  pairs.mirror();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t found = 0;
    for (const GraphEdge& edge : (*graph)[i]) {
      ASSERT_EQ(static_cast<double>(edge.similarity), pairs.at(i, edge.to)) << i << ' ' << edge.to;
      ++found;
    }
    ASSERT_EQ(found, n - static_cast<std::size_t>(std::ranges::count(pairs.row(i), 0.0))) << i;
  }
}

TEST(CosineGraph, IsOfFewPairsWithoutNegativeWeights) {
  const auto has_graph = [](double weight, std::size_t of_the_term) {
    std::vector<DocumentVector> vectors(64);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      vectors[i] = {std::to_string(i), {{i < of_the_term ? "x" : std::to_string(i), weight}}};
    }
    const auto similarity = DocumentSimilarity::from_vectors(vectors);
    std::vector<std::uint32_t> documents(vectors.size());
    std::iota(documents.begin(), documents.end(), 0);
    return cosine_graph(*similarity.sparse_rows(), documents, DocumentSimilarity::missing, 1e9)
        .has_value();
  };
  EXPECT_TRUE(has_graph(1, 20));
  EXPECT_FALSE(has_graph(-1, 20));
  EXPECT_FALSE(has_graph(1, 40));
}

// From 6001 documents on there is no matrix where few pairs share a term; the tree is the same.
TEST(GraphLinker, LinksManyDocuments) {
  std::mt19937_64 random(34);
  const std::size_t n = 6001;
  const auto similarity = DocumentSimilarity::from_vectors(lists(random, n));
  const auto documents = graph_linker_numbers(random, n);
  const auto expected =
      tree_merges(link(similarity.scaled_similarities(documents, 1e9), Linkage::average),
                  [](double scaled) { return scaled / 1e9; });
  expect_equal(cluster(similarity, documents, Linkage::average), expected);
}

}  // namespace
}  // namespace subintent::internal
