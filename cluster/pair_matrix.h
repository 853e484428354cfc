// A number for every pair of n things, each pair once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace subintent {

class PairMatrix {
 public:
  explicit PairMatrix(std::size_t size) : size_(size), values_(size * (size - (size > 0)) / 2) {}

  std::size_t size() const { return size_; }

  // i < j
  double& at(std::size_t i, std::size_t j) { return values_[start(i) + (j - i - 1)]; }
  double at(std::size_t i, std::size_t j) const { return values_[start(i) + (j - i - 1)]; }

  // The pairs (i, i+1), (i, i+2), ... (i, n-1).
  std::span<double> row(std::size_t i) { return {values_.data() + start(i), size_ - i - 1}; }
  std::span<const double> row(std::size_t i) const {
    return {values_.data() + start(i), size_ - i - 1};
  }

 private:
  std::size_t start(std::size_t i) const { return i * (2 * size_ - i - 1) / 2; }

  std::size_t size_;
  std::vector<double> values_;
};

}  // namespace subintent
