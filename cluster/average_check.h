// Proof that a dendrogram is that of average linkage, without another one to compare it with.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "cluster/dendrogram.h"
#include "similarity/dense_matrix.h"

namespace subintent::internal {

// What is wrong with a dendrogram of these rows by average linkage, or nothing: whether every merge
// joins two clusters of which each is the nearest of the other, among all that there are then, and
// has their mean similarity, both up to 10^-9. No other tree is like that, but for near ties
// (Bruynooghe 1977). The merges are those of a binary tree over the rows; a row that is `missing`
// has similarity 0 with all others. Takes n^2 d multiplications on all threads.
std::optional<std::string> defect_of_average_linkage(const DenseMatrix& rows,
                                                     std::span<const std::uint32_t> documents,
                                                     std::uint32_t missing,
                                                     std::span<const Merge> merges);

}  // namespace subintent::internal
