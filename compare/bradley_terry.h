// Strengths of competitors that meet in pairs, from their wins and ties: the model of Bradley and
// Terry with ties by Davidson [Davidson 1970, 2].
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace subintent::internal {

// How often two items met, and with what outcome. Counts need not be whole.
struct PairOutcomes {
  std::size_t first = 0, second = 0;
  double wins_first = 0, wins_second = 0, ties = 0;
};

struct PairedStrengths {
  std::vector<double> strengths;  // logarithms, with mean 0
  double tie_rate = 0;            // nu: equals tie with probability nu / (2 + nu)
};

// The maximum of the likelihood, where the first wins with probability p_i / s, the second with p_j
// / s, and they tie with nu sqrt(p_i p_j) / s; s makes the sum 1. With `prior`, its product with a
// normal distribution of that standard deviation for each strength. Nothing where the maximum is
// not finite: some items have never met the others, or have won, or lost, all that they met.
std::optional<PairedStrengths> paired_strengths(std::size_t items,
                                                std::span<const PairOutcomes> outcomes,
                                                std::optional<double> prior = std::nullopt);

// The limits of strengths that these outcomes do not bound: infinity for items that none of the
// others has beaten or tied with, minus infinity for those that beat none, and nothing for others.
// Empty where all strengths are bounded.
std::vector<std::optional<double>> unbounded_strengths(std::size_t items,
                                                       std::span<const PairOutcomes> outcomes);

}  // namespace subintent::internal
