#include "similarity/diversify/diversifiers.h"
#include "subintent/basics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace subintent::internal {
namespace {

// Random candidates with `layers` layers of intents, of which each divides those of the layer
// above.
Candidates random_candidates(std::mt19937& random, std::size_t size, std::size_t layers) {
  std::uniform_real_distribution<double> share(0, 1);
  Candidates candidates;
  for (std::size_t d = 0; d < size; ++d) candidates.relevance.push_back(share(random));
  std::vector<std::vector<double>> similarities(size, std::vector<double>(size, 1));
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = 0; b < a; ++b) similarities[a][b] = similarities[b][a] = share(random);
  candidates.similarity = [similarities](std::uint32_t a, std::uint32_t b) {
    return similarities[a][b];
  };
  for (std::size_t l = 0; l < layers; ++l) {
    IntentLayer layer;
    const std::size_t intents = std::size_t{3} << l;
    for (std::size_t i = 0; i < intents; ++i) {
      layer.weights.push_back(share(random));
      layer.parents.push_back(l == 0 ? std::nullopt
                                     : std::optional(static_cast<std::uint32_t>(i / 2)));
      std::vector<double> relevance;
      for (std::size_t d = 0; d < size; ++d)
        relevance.push_back(share(random) < 0.4 ? 0 : share(random));
      layer.relevance.push_back(std::move(relevance));
    }
    candidates.layers.push_back(std::move(layer));
  }
  return candidates;
}

using Taken = std::vector<std::uint32_t>;

double mmr(const Candidates& c, double lambda, const Taken& taken, std::uint32_t d) {
  double nearest = 0;
  for (const std::uint32_t s : taken) nearest = std::max(nearest, c.similarity(d, s));
  return lambda * c.relevance[d] - (1 - lambda) * nearest;
}

double xquad(const Candidates& c, double lambda, const Taken& taken, std::uint32_t d) {
  double novelty = 0;
  for (const IntentLayer& layer : c.layers) {
    for (std::size_t i = 0; i < layer.weights.size(); ++i) {
      double open = layer.weights[i] * layer.relevance[i][d];
      for (const std::uint32_t s : taken) open *= 1 - layer.relevance[i][s];
      novelty += open / static_cast<double>(c.layers.size());
    }
  }
  return (1 - lambda) * c.relevance[d] + lambda * novelty;
}

double quotient(const IntentLayer& layer, std::size_t intent, const Taken& taken) {
  double seats = 0;
  for (const std::uint32_t s : taken) {
    double sum = 0;
    for (const auto& relevance : layer.relevance) sum += relevance[s];
    if (sum > 0) seats += layer.relevance[intent][s] / sum;
  }
  return layer.weights[intent] / (2 * seats + 1);
}

double pm2(const Candidates& c, double lambda, const Taken& taken, std::uint32_t d) {
  std::optional<std::uint32_t> leading;
  for (const IntentLayer& layer : c.layers) {
    std::optional<std::uint32_t> best;
    for (std::uint32_t i = 0; i < layer.weights.size(); ++i) {
      if (leading && layer.parents[i] != leading) continue;
      if (!best || quotient(layer, i, taken) > quotient(layer, *best, taken)) best = i;
    }
    leading = best;
  }
  const IntentLayer& last = c.layers.back();
  double worth = 0;
  for (std::size_t i = 0; i < last.weights.size(); ++i)
    worth += (i == leading ? lambda : 1 - lambda) * quotient(last, i, taken) * last.relevance[i][d];
  return worth;
}

// The ranking by a formula that looks at all documents taken, anew for every candidate.
template <typename Formula>
Taken naive(const Candidates& candidates, double lambda, Formula formula) {
  Taken taken;
  while (taken.size() < candidates.size()) {
    std::optional<std::uint32_t> best;
    double highest = 0;
    for (std::uint32_t d = 0; d < candidates.size(); ++d) {
      if (std::ranges::find(taken, d) != taken.end()) continue;
      const double worth = formula(candidates, lambda, taken, d);
      if (!best || worth > highest) {
        best = d;
        highest = worth;
      }
    }
    taken.push_back(*best);
  }
  return taken;
}

TEST(Diversifiers, AgreeWithTheirFormulas) {
  std::mt19937 random(7);
  for (std::size_t trial = 0; trial < 60; ++trial) {
    const Candidates candidates = random_candidates(random, 1 + trial % 17, 1 + trial % 3);
    for (const double lambda : {0.0, 0.3, 0.5, 0.9, 1.0}) {
      const auto ranked = [&](const char* name) {
        return find_diversifier(name)->rank(candidates, lambda, candidates.size());
      };
      EXPECT_EQ(ranked("mmr"), naive(candidates, lambda, mmr)) << trial << " " << lambda;
      EXPECT_EQ(ranked("xquad"), naive(candidates, lambda, xquad)) << trial << " " << lambda;
      EXPECT_EQ(ranked("pm2"), naive(candidates, lambda, pm2)) << trial << " " << lambda;
    }
  }
}

TEST(Diversifiers, StopAtTheDepth) {
  std::mt19937 random(8);
  const Candidates candidates = random_candidates(random, 20, 2);
  for (const Diversifier& diversifier : diversifiers()) {
    const Taken all = diversifier.rank(candidates, 0.5, 100);
    ASSERT_EQ(all.size(), 20U) << diversifier.name;
    EXPECT_EQ(diversifier.rank(candidates, 0.5, 6), Taken(all.begin(), all.begin() + 6));
  }
}

TEST(Diversifiers, KeepTheOrderOfCandidatesThatAreWorthTheSame) {
  Candidates candidates;
  candidates.relevance = {0.5, 0.5, 0.5};
  candidates.similarity = [](std::uint32_t, std::uint32_t) { return 0.25; };
  candidates.layers.push_back({{1}, {std::nullopt}, {{0.5, 0.5, 0.5}}});
  for (const Diversifier& diversifier : diversifiers())
    EXPECT_EQ(diversifier.rank(candidates, 0.5, 3), (Taken{0, 1, 2})) << diversifier.name;
}

// .1 + .2 and .3 are the same in theory; the larger of the two doubles comes second.
TEST(Diversifiers, TakeValuesThatDifferByRoundingForTheSame) {
  Candidates candidates;
  candidates.relevance = {0.3, 0.1 + 0.2, 0.3};
  candidates.similarity = [](std::uint32_t, std::uint32_t) { return 0; };
  candidates.layers.push_back({{1}, {std::nullopt}, {{0.3, 0.1 + 0.2, 0.3}}});
  for (const Diversifier& diversifier : diversifiers())
    EXPECT_EQ(diversifier.rank(candidates, 1, 3), (Taken{0, 1, 2})) << diversifier.name;
}

// Two intents of 2/3 and 1/3, and documents on one of them each. The quotients before each seat are
// .67 .33, .22 .33, .22 .11, .13 .11, .10 .11, .10 .07: of three seats the first intent gets two.
TEST(Diversifiers, ProportionsOfPm2) {
  Candidates candidates;
  candidates.relevance = {1, 0.9, 0.8, 0.7, 0.6, 0.5};
  candidates.layers.push_back(
      {{2.0 / 3, 1.0 / 3}, {{}, {}}, {{1, 1, 1, 1, 0, 0}, {0, 0, 0, 0, 1, 1}}});
  EXPECT_EQ(find_diversifier("pm2")->rank(candidates, 1, 6), (Taken{0, 4, 1, 2, 5, 3}));
}

}  // namespace
}  // namespace subintent::internal
