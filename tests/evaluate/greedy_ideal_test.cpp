#include "evaluate/layer.h"

#include <gtest/gtest.h>

#include <random>

namespace subintent::internal {
namespace {

using GreedyIdealRandom = std::mt19937;

int greedy_ideal_below(GreedyIdealRandom& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

// Documents relevant to few of the nodes, so that many have the same nodes and more the same gain.
Layer greedy_ideal_random_layer(GreedyIdealRandom& random) {
  const int documents = 1 + greedy_ideal_below(random, 60),
            nodes = 1 + greedy_ideal_below(random, 8);
  const int most = 1 + greedy_ideal_below(random, 3);
  std::vector<Layer::Entry> entries;
  for (int d = 0; d < documents; ++d) {
    for (int i = greedy_ideal_below(random, most + 1); i > 0; --i) {
      entries.push_back({static_cast<std::uint32_t>(d),
                         static_cast<std::uint32_t>(greedy_ideal_below(random, nodes)), 1});
    }
  }
  std::vector<LayerNode> all(static_cast<std::size_t>(nodes));
  for (LayerNode& node : all) node.weight = greedy_ideal_below(random, 5);
  return Layer(static_cast<std::size_t>(documents), all, entries);
}

// The list by its definition: every document is looked at for every rank.
std::vector<DocumentId> plain_greedy(const Layer& layer, double alpha, bool given_weights) {
  NodeGains gains(layer, alpha, given_weights);
  std::vector<DocumentId> left, list;
  for (std::size_t d = 0; d < layer.documents(); ++d)
    if (!layer.grades(static_cast<DocumentId>(d)).empty())
      left.push_back(static_cast<DocumentId>(d));
  while (!left.empty()) {
    double highest = 0;
    for (const DocumentId d : left) highest = std::max(highest, gains.of(layer.grades(d)));
    const auto best = std::find_if(left.rbegin(), left.rend(), [&](DocumentId d) {
      return gains.of(layer.grades(d)) >= highest - 1e-12 * highest;
    });
    list.push_back(*best);
    gains.take(layer.grades(*best));
    left.erase(std::next(best).base());
  }
  return list;
}

TEST(GreedyIdeal, IsThatOfThePlainSearch) {
  GreedyIdealRandom random(1);
  for (int i = 0; i < 2000; ++i) {
    const Layer layer = greedy_ideal_random_layer(random);
    const double alpha = std::vector{0.0, 0.1, 0.5, 0.9, 1.0}[static_cast<std::size_t>(i % 5)];
    const bool given_weights = i % 3 == 0;
    const std::vector<DocumentId> expected = plain_greedy(layer, alpha, given_weights);
    GreedyIdeal ideal(layer, alpha, given_weights);
    ASSERT_EQ(ideal.size(), expected.size());
    for (std::size_t rank = 0; rank < expected.size(); ++rank)
      ASSERT_EQ(ideal.at(rank), expected[rank]) << "case " << i << ", rank " << rank + 1;
  }
}

// 0.3 and 0.1 + 0.2 are different numbers, but a tie.
TEST(GreedyIdeal, RoundingDecidesNoTie) {
  const std::vector<LayerNode> nodes = {{0.1, {}, {}}, {0.2, {}, {}}, {0.3, {}, {}}, {0.4, {}, {}}};
  const Layer layer(3, nodes, {{0, 0, 1}, {0, 1, 1}, {1, 2, 1}, {2, 3, 1}});
  GreedyIdeal ideal(layer, 0.5, true);
  EXPECT_EQ(ideal.at(0), 2);
  EXPECT_EQ(ideal.at(1), 1);
}

TEST(GreedyIdeals, AreMadeOnceForEachLayerAndAlpha) {
  const Layer layer(1, {{1, {}, {}}}, {{0, 0, 1}}), other = layer;
  GreedyIdeals ideals;
  GreedyIdeal& made = ideals.of(layer, 0.5, false);
  EXPECT_EQ(&ideals.of(layer, 0.5, false), &made);
  EXPECT_NE(&ideals.of(layer, 0.4, false), &made);
  EXPECT_NE(&ideals.of(layer, 0.5, true), &made);
  EXPECT_NE(&ideals.of(other, 0.5, false), &made);
}

}  // namespace
}  // namespace subintent::internal
