// A number for every pair of n things.
#pragma once

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Rows of a square. The numbers of pairs (i, j) with i < j are written first; mirror() makes the
// rest of them, so that the row of a thing is all there is to know of it.
class PairMatrix {
 public:
  explicit PairMatrix(std::size_t size) : size_(size), values_(size * size) {}

  std::size_t size() const { return size_; }

  std::span<double> row(std::size_t i) { return {values_.data() + i * size_, size_}; }
  std::span<const double> row(std::size_t i) const { return {values_.data() + i * size_, size_}; }

  double& at(std::size_t i, std::size_t j) { return row(i)[j]; }
  double at(std::size_t i, std::size_t j) const { return row(i)[j]; }

  // Copies the pairs with i < j to those with i > j, on all threads, a block after the other so
  // that few columns are read at a time; the diagonal is 0.
  void mirror() {
    constexpr std::size_t block = 64;
    parallel_for((size_ + block - 1) / block, [&](std::size_t k) {
      const std::size_t first = k * block;
      for (std::size_t j = first; j < size_; ++j) {
        const std::size_t end = std::min(first + block, j);
        for (std::size_t i = first; i < end; ++i) at(j, i) = at(i, j);
      }
      for (std::size_t i = first; i < std::min(first + block, size_); ++i) at(i, i) = 0;
    });
  }

  // Leaves only these things, whose positions ascend, in their order.
  void keep(std::span<const std::uint32_t> things) {
    double* out = values_.data();  // never ahead of what is read
    for (const std::uint32_t i : things) {
      const double* const from = values_.data() + i * size_;
      for (const std::uint32_t j : things) *out++ = from[j];
    }
    size_ = things.size();
  }

 private:
  std::size_t size_;
  LargeArray<double> values_;
};

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
    for (std::size_t i = row; i < row_end && i + 1 < column_end; ++i)
      fill(i, std::max(i + 1, column), column_end);
  });
}

}  // namespace subintent::internal
