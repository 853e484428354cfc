// Filling a matrix of pairs on all threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "similarity/pair_matrix.h"

namespace subintent::internal {

// Calls work(row, column) for the first row and column of every piece of a matrix that holds pairs
// i < j, on all threads. Pieces are `block` rows times `tile` columns, a multiple of `block`.
template <typename Work>
void for_each_piece(std::size_t size, std::size_t block, std::size_t tile, const Work& work) {
  std::vector<std::pair<std::size_t, std::size_t>> pieces;
  for (std::size_t column = 0; column < size; column += tile) {
    const std::size_t column_end = std::min(column + tile, size);
    for (std::size_t row = 0; row < column_end; row += block) pieces.push_back({row, column});
  }
  parallel_for(pieces.size(), [&](std::size_t k) { work(pieces[k].first, pieces[k].second); });
}

// Fills the pairs i < j of a matrix piece by piece. fill(i, begin, end) writes the columns from
// begin to end of row i; they come after i and are of one tile.
template <typename Fill>
void fill_pairs(PairMatrix& pairs, std::size_t block, std::size_t tile, const Fill& fill) {
  for_each_piece(pairs.size(), block, tile, [&](std::size_t row, std::size_t column) {
    const std::size_t row_end = std::min(row + block, pairs.size());
    const std::size_t column_end = std::min(column + tile, pairs.size());
    for (std::size_t i = row; i < row_end && i + 1 < column_end; ++i) {
      fill(i, std::max(i + 1, column), column_end);
    }
  });
}

}  // namespace subintent::internal
