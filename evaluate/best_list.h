// The best list of the cascade measures [Clarke11 §2], which is NP-hard to find [Carterette 2011]:
// branch and bound over what the ranks from the top hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "evaluate/layer.h"

namespace subintent::internal {

struct BestListSettings {
  double alpha = 0.5;
  bool given_weights = false;
  // By rank, the first highest; as many as the list may have documents.
  std::span<const double> discounts;
  std::size_t states = 500'000;  // that are kept, at most; a few at each rank anyhow
  // Comparisons and additions that the search makes, about; what is left then is only bounded.
  std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
};

struct BestList {
  std::vector<DocumentId> documents;
  double gain = 0;         // sum over ranks of discount and novelty gain
  double bound = 0;        // what no list exceeds; infinite where ranks are not searched
  bool is_proven = false;  // to be the best
};

// Ranks that are searched; below them lists go on greedily, and are not proven.
inline constexpr std::size_t max_searched_ranks = 100;

// Steps for the best order of one list of a run: about a fifth of a second.
inline constexpr std::uint64_t order_steps = 200'000'000;

// The number of steps for the ideal list of a topic: a few seconds.
inline constexpr std::uint64_t ideal_steps = 4 * order_steps;

// The list of highest discounted gain that can be made of `candidates`, documents of the layer
// without repeats; where that takes too many states, the best that was found, at least as good as
// the greedy list, and a bound. Of documents with the same nodes those of the greatest number come
// first. The same input gives the same list.
//
// A list is as good as the one that has, at some rank, a document with more nodes instead, if that
// is not above it. So a document competes only while none with all of its nodes and others is left.
// Lists that cover the nodes equally often and leave the same documents are equal from there on:
// the best of them is kept. The bound: below rank r, j documents gain together at most what the j
// best do if each were hurt by those with the same nodes alone, and at most what the nodes still
// offer to as many judgments as the j documents with most nodes have.
BestList best_list(const Layer& layer, std::span<const DocumentId> candidates,
                   const BestListSettings& settings);

}  // namespace subintent::internal
