// Cosines of those pairs of sparse vectors that share a term.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "similarity/sparse_cosines.h"

namespace subintent::internal {

struct GraphEdge {
  std::uint32_t to = 0;
  std::int64_t similarity = 0;  // above 0
};

// The edges of each node; every edge is in the lists of both of its ends. Other pairs have
// similarity 0.
using SparseGraph = std::vector<std::vector<GraphEdge>>;

// The pairs of these vectors whose rounded cosine (rounded_cosine, in `units`) is not 0, by all
// threads; each is what fill_cosines() would write. A vector whose number is `missing` has none.
// Nothing where a weight is negative, or where more than one of eight pairs may share a term: then
// a matrix is smaller. Time and memory are linear in the pairs that share a term, counted once for
// each.
std::optional<SparseGraph> cosine_graph(const SparseVectors& vectors,
                                        std::span<const std::uint32_t> documents,
                                        std::uint32_t missing, double units);

}  // namespace subintent::internal
