// Correlation of two rankings of the same items: Kendall's tau_b, tau_ap and its symmetric form.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace subintent::internal {

// Places of values, 0 for the smallest; equal values share one. Values are equal where neighbours
// in sorted order differ by no more than `relative` times the larger of them, or by no more than
// `absolute`: rounding makes no order.
std::vector<std::uint32_t> dense_ranks(std::span<const double> values, double relative,
                                       double absolute);

// Kendall's tau_b of two rankings, given as ranks with ties. Nothing where one of them is all ties,
// or has fewer than two items. Time O(n log n) [Knight 1966].
std::optional<double> kendall_tau_b(std::span<const std::uint32_t> a,
                                    std::span<const std::uint32_t> b);

// tau_ap of a ranking against the true one [Yilmaz et al. 2008]: 2 / (n-1) times the sum over the
// items of `ranking` but the first of the share of items above it that are above it in `truth` too,
// minus 1. Both are permutations: places from 0, the best; no ties. 0 for fewer than two items.
// Time O(n log n).
double tau_ap(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> ranking);

// Ranks made strict: ties go to the item with the smaller tie_break, which must differ between
// items.
std::vector<std::uint32_t> strict_ranks(std::span<const std::uint32_t> ranks,
                                        std::span<const std::uint32_t> tie_break);

// Pearson's correlation; nothing where one of the two is constant, up to rounding.
std::optional<double> pearson(std::span<const double> a, std::span<const double> b);

// Spearman's: Pearson's of ranks, as dense_ranks() gives them; ties share the mean of their places.
std::optional<double> spearman(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

struct RankCorrelation {
  double tau_b = 0;
  double tau_ap_first = 0;      // the first ranking is the truth
  double tau_ap_second = 0;     // the second one is
  double tau_ap_symmetric = 0;  // their mean
};

// Compares two rankings with ties, given as ranks from 0, the best; `tie_break` is for tau_ap.
// Empty if one ranking is all ties, or has fewer than two items.
std::optional<RankCorrelation> correlation(std::span<const std::uint32_t> first,
                                           std::span<const std::uint32_t> second,
                                           std::span<const std::uint32_t> tie_break);

}  // namespace subintent::internal
