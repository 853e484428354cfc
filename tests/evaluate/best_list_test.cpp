#include "evaluate/best_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "evaluate/greedy_ideal.h"

namespace subintent::internal {
namespace {

using Random = std::mt19937;
using Documents = std::vector<DocumentId>;

int below(Random& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

Layer random_layer(Random& random, int documents, int nodes) {
  std::vector<Layer::Entry> entries;
  for (int d = 0; d < documents; ++d) {
    for (int node = 0; node < nodes; ++node) {
      if (below(random, 3) > 0) continue;
      entries.push_back({static_cast<std::uint32_t>(d), static_cast<std::uint32_t>(node), 1});
    }
  }
  std::vector<LayerNode> all(static_cast<std::size_t>(nodes));
  for (LayerNode& node : all) node.weight = 1 + below(random, 5);
  return Layer(static_cast<std::size_t>(documents), all, entries);
}

Documents all_documents(const Layer& layer) {
  Documents documents(layer.documents());
  for (std::size_t d = 0; d < documents.size(); ++d) documents[d] = static_cast<DocumentId>(d);
  return documents;
}

std::vector<double> logarithmic(std::size_t length) {
  std::vector<double> discounts;
  for (std::size_t i = 0; i < length; ++i) {
    discounts.push_back(1 / std::log2(static_cast<double>(i) + 2));
  }
  return discounts;
}

double gain_of(const Layer& layer, const Documents& list, const BestListSettings& settings) {
  NodeGains gains(layer, settings.alpha, settings.given_weights);
  double sum = 0;
  for (std::size_t i = 0; i < std::min(list.size(), settings.discounts.size()); ++i) {
    sum += settings.discounts[i] * gains.take(layer.grades(list[i]));
  }
  return sum;
}

// Of all orders of the candidates.
double highest_gain(const Layer& layer, Documents candidates, const BestListSettings& settings) {
  std::ranges::sort(candidates);
  double highest = 0;
  do {
    highest = std::max(highest, gain_of(layer, candidates, settings));
  } while (std::ranges::next_permutation(candidates).found);
  return highest;
}

TEST(BestList, GainsWhatTheBestOfAllOrdersDoes) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Layer layer = random_layer(random, 1 + below(random, 7), 1 + below(random, 5));
    const auto discounts = logarithmic(static_cast<std::size_t>(1 + below(random, 7)));
    const BestListSettings settings{
        .alpha = std::vector{0.0, 0.1, 0.5, 0.9, 1.0}[static_cast<std::size_t>(i % 5)],
        .given_weights = i % 3 == 0,
        .discounts = discounts};
    Documents candidates = all_documents(layer);
    if (i % 4 == 0) candidates.resize((candidates.size() + 1) / 2);
    const BestList best = best_list(layer, candidates, settings);
    ASSERT_TRUE(best.is_proven) << i;
    ASSERT_NEAR(best.gain, highest_gain(layer, candidates, settings), 1e-12) << i;
    ASSERT_NEAR(best.gain, gain_of(layer, best.documents, settings), 1e-12) << i;
    ASSERT_NEAR(best.bound, best.gain, 1e-12) << i;
    Documents unique = best.documents;
    std::ranges::sort(unique);
    EXPECT_EQ(std::ranges::adjacent_find(unique), unique.end()) << i;
  }
}

TEST(BestList, IsBoundedAndNotBelowTheGreedyOneWhereFewStatesAreKept) {
  Random random(2);
  int unproven = 0;
  for (int i = 0; i < 10; ++i) {
    const Layer layer = random_layer(random, 40, 9);
    const auto discounts = logarithmic(12);
    BestListSettings settings{.discounts = discounts, .states = 1};
    const BestList found = best_list(layer, all_documents(layer), settings);
    settings.states = 50'000;
    const BestList best = best_list(layer, all_documents(layer), settings);
    GreedyIdeal greedy(layer, settings.alpha, false);
    const Ranking first = greedy.first(12);
    EXPECT_GE(found.gain, gain_of(layer, {first.begin(), first.end()}, settings) - 1e-12);
    EXPECT_LE(best.gain, found.bound * (1 + 1e-12));
    EXPECT_LE(found.gain, best.gain * (1 + 1e-12));
    if (found.is_proven) {
      EXPECT_NEAR(found.gain, best.gain, 1e-9);
    }
    unproven += found.is_proven ? 0 : 1;
  }
  EXPECT_GT(unproven, 0);
}

// Greedy begins with the document of three intents and needs two more for all four; two documents
// of two intents each cover them at once.
TEST(BestList, BeatsTheGreedyListWhereTheFirstDocumentIsATrap) {
  const Layer layer(3, std::vector<LayerNode>(6),
                    {{0, 0, 1},
                     {0, 1, 1},
                     {0, 2, 1},
                     {1, 3, 1},
                     {1, 4, 1},
                     {1, 5, 1},
                     {2, 1, 1},
                     {2, 2, 1},
                     {2, 3, 1},
                     {2, 4, 1}});
  const std::vector<double> discounts = {1, 1};
  const BestListSettings settings{.alpha = 1, .discounts = discounts};
  BestList best = best_list(layer, all_documents(layer), settings);
  std::ranges::sort(best.documents);  // either may be first
  EXPECT_EQ(best.documents, (Documents{0, 1}));
  EXPECT_EQ(best.gain, 6);
  GreedyIdeal greedy(layer, 1, false);
  EXPECT_EQ(greedy.at(0), 2);
}

TEST(BestList, GoesOnGreedilyBelowTheRanksThatAreSearched) {
  Random random(3);
  const Layer layer = random_layer(random, 200, 3);
  const auto discounts = logarithmic(200);
  const BestList best = best_list(layer, all_documents(layer), {.discounts = discounts});
  GreedyIdeal greedy(layer, 0.5, false);
  EXPECT_EQ(best.documents.size(), greedy.size());
  EXPECT_FALSE(best.is_proven);
  EXPECT_GE(best.bound, best.gain);
}

TEST(BestList, IsBoundedWhereItHasFewSteps) {
  Random random(4);
  const Layer layer = random_layer(random, 30, 9);
  const auto discounts = logarithmic(8);
  BestListSettings settings{.discounts = discounts};
  const BestList best = best_list(layer, all_documents(layer), settings);
  ASSERT_TRUE(best.is_proven);
  int unproven = 0;
  for (const std::uint64_t steps : {0, 1000, 10'000, 100'000}) {
    settings.steps = steps;
    const BestList found = best_list(layer, all_documents(layer), settings);
    EXPECT_LE(found.gain, best.gain * (1 + 1e-12)) << steps;
    EXPECT_GE(found.bound, best.gain * (1 - 1e-12)) << steps;
    unproven += found.is_proven ? 0 : 1;
  }
  EXPECT_GT(unproven, 0);
}

TEST(BestList, OfNoRelevantDocumentIsEmpty) {
  const std::vector<double> discounts = {1};
  const Layer layer(2, std::vector<LayerNode>(1), {{0, 0, 1}});
  const Documents candidates = {1};
  const BestList best = best_list(layer, candidates, {.discounts = discounts});
  EXPECT_TRUE(best.documents.empty());
  EXPECT_TRUE(best.is_proven);
  EXPECT_EQ(best.bound, 0);
}

}  // namespace
}  // namespace subintent::internal
