// Rank-biased overlap of two rankings, which may be of different lengths, be known in part only and
// have ties [Webber et al. 2010; Corsi and Urbano 2024].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace subintent::internal {

// Items, best first, and where each group of items that are tied ends: the index behind its last.
struct TiedRanking {
  std::vector<std::string_view> items;
  std::vector<std::size_t> group_ends;  // ascending; the last one is items.size()
};

struct RankOverlap {
  double extrapolated = 0;   // where the unseen parts agree as the seen ones do
  double low = 0, high = 0;  // of all unseen parts that there may be
};

// Compares two rankings without repeated items, neither of them empty. As the order of tied items
// is not known, the overlap is the mean over all orders. p, the probability of going one rank
// deeper, is above 0 and below 1. Ranks whose weight p^d is below 1e-20 are not looked at.
RankOverlap rank_overlap(const TiedRanking& first, const TiedRanking& second, double p);

}  // namespace subintent::internal
