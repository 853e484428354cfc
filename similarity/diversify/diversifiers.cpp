#include "similarity/diversify/diversifiers.h"

#include <cmath>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

using Ranking = std::vector<std::uint32_t>;

// Values that differ by less are equal in theory, and unequal by rounding.
bool is_above(double value, double other) {
  return value > other && value - other > 1e-12 * std::max(std::abs(value), std::abs(other));
}

// Takes the candidate of the highest value until there are `depth`, of equal ones the first.
// `taken` hears of each, and may change what the others are worth.
template <typename Value, typename Taken>
Ranking greedy(std::size_t candidates, std::size_t depth, Value value, Taken taken) {
  Ranking left(candidates), ranking;
  for (std::uint32_t i = 0; i < left.size(); ++i) left[i] = i;
  while (!left.empty() && ranking.size() < depth) {
    std::size_t best = 0;
    double highest = value(left[0]);
    for (std::size_t i = 1; i < left.size(); ++i) {
      const double worth = value(left[i]);
      if (is_above(worth, highest)) {
        highest = worth;
        best = i;
      }
    }
    ranking.push_back(left[best]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    taken(ranking.back(), left);
  }
  return ranking;
}

Ranking rank_mmr(const Candidates& candidates, double lambda, std::size_t depth) {
  std::vector<double> nearest(candidates.size(), 0);
  bool is_first = true;
  return greedy(
      candidates.size(), depth,
      [&](std::uint32_t d) { return lambda * candidates.relevance[d] - (1 - lambda) * nearest[d]; },
      [&](std::uint32_t chosen, const Ranking& left) {
        for (const std::uint32_t d : left) {
          const double similarity = candidates.similarity(d, chosen);
          nearest[d] = is_first ? similarity : std::max(nearest[d], similarity);
        }
        is_first = false;
      });
}

Ranking rank_xquad(const Candidates& candidates, double lambda, std::size_t depth) {
  // P(i|q) prod_s (1 - P(s|i)), divided by the number of layers.
  std::vector<std::vector<double>> open;
  const double share =
      candidates.layers.empty() ? 0 : 1.0 / static_cast<double>(candidates.layers.size());
  for (const IntentLayer& layer : candidates.layers) {
    open.push_back(layer.weights);
    for (double& weight : open.back()) weight *= share;
  }
  return greedy(
      candidates.size(), depth,
      [&](std::uint32_t d) {
        double novelty = 0;
        for (std::size_t l = 0; l < open.size(); ++l)
          for (std::size_t i = 0; i < open[l].size(); ++i)
            novelty += open[l][i] * candidates.layers[l].relevance[i][d];
        return (1 - lambda) * candidates.relevance[d] + lambda * novelty;
      },
      [&](std::uint32_t chosen, const Ranking&) {
        for (std::size_t l = 0; l < open.size(); ++l)
          for (std::size_t i = 0; i < open[l].size(); ++i)
            open[l][i] *= 1 - candidates.layers[l].relevance[i][chosen];
      });
}

class Seats {
 public:
  explicit Seats(std::span<const IntentLayer> layers) : layers_(layers) {
    for (const IntentLayer& layer : layers) seats_.emplace_back(layer.weights.size(), 0.0);
  }

  double quotient(std::size_t layer, std::size_t intent) const {
    return layers_[layer].weights[intent] / (2 * seats_[layer][intent] + 1);
  }

  // The intent of the last layer whose turn it is.
  std::size_t next() const {
    std::optional<std::uint32_t> above;
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      std::optional<std::uint32_t> best;
      for (std::uint32_t i = 0; i < layers_[l].weights.size(); ++i) {
        if (above && layers_[l].parents[i] != above) continue;
        if (!best || is_above(quotient(l, i), quotient(l, *best))) best = i;
      }
      above = best;
    }
    return above.value_or(0);
  }

  void add(std::uint32_t document) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      double sum = 0;
      for (const auto& relevance : layers_[l].relevance) sum += relevance[document];
      if (sum == 0) continue;
      for (std::size_t i = 0; i < seats_[l].size(); ++i)
        seats_[l][i] += layers_[l].relevance[i][document] / sum;
    }
  }

 private:
  std::span<const IntentLayer> layers_;
  std::vector<std::vector<double>> seats_;
};

Ranking rank_pm2(const Candidates& candidates, double lambda, std::size_t depth) {
  Seats seats(candidates.layers);
  const IntentLayer& last = candidates.layers.back();
  std::size_t leading = seats.next();
  return greedy(
      candidates.size(), depth,
      [&](std::uint32_t d) {
        double worth = 0;
        for (std::size_t i = 0; i < last.weights.size(); ++i)
          worth += (i == leading ? lambda : 1 - lambda) *
                   seats.quotient(candidates.layers.size() - 1, i) * last.relevance[i][d];
        return worth;
      },
      [&](std::uint32_t chosen, const Ranking&) {
        seats.add(chosen);
        leading = seats.next();
      });
}

constexpr std::array<Diversifier, 3> all = {{
    {"mmr", "maximal marginal relevance: relevance against similarity to the documents above",
     "Carbonell and Goldstein, SIGIR 1998", true, rank_mmr},
    {"xquad", "relevance, and intents that the documents above do not cover",
     "Santos, Macdonald and Ounis, WWW 2010; Hu et al., CIKM 2015", false, rank_xquad},
    {"pm2", "every intent gets documents in proportion to its probability",
     "Dang and Croft, SIGIR 2012; Hu et al., CIKM 2015", false, rank_pm2},
}};

}  // namespace

std::span<const Diversifier> diversifiers() {
  return all;
}

const Diversifier* find_diversifier(std::string_view name) {
  const auto at = std::ranges::find(all, name, &Diversifier::name);
  return at == all.end() ? nullptr : &*at;
}

}  // namespace subintent::internal
