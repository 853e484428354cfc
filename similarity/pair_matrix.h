// A number for every pair of n things.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/parallel.h"
#include "similarity/large_array.h"

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

}  // namespace subintent::internal
