// Orders of given documents that score high: what someone who knows the judgments could make of a
// list.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "evaluate/scoring.h"

namespace subintent::internal {

// The documents with those of `first` at the top, in its order; the others stay in theirs.
std::vector<DocumentId> with_first(Ranking first, Ranking documents);

// At each rank down to `depth` the document with which the list so far scores highest; of equal
// ones that which comes first among the documents, relevant ones before others.
std::vector<DocumentId> greedy_order(const ScoreFunction& score, Ranking documents,
                                     std::size_t depth);

// Bounds: where none is known, and where the best of the orders at hand is the best of all.
inline constexpr double unbounded = std::numeric_limits<double>::infinity();
inline constexpr double proven = -unbounded;

// The order of the highest score among some, with `bound`, or that score if it is higher.
BestOrder best_among(const ScoreFunction& score, std::vector<std::vector<DocumentId>> orders,
                     double bound);

// `weight` times a bound; nothing where the weight is 0, even if there is no bound.
double weighted_bound(double weight, double bound);

}  // namespace subintent::internal
