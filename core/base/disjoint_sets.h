// Numbers in sets that are joined one by one (union-find).
#pragma once

#include <numeric>

#include "subintent/basics.h"

namespace subintent::internal {

// The numbers 0 to size() - 1, each at first in a set of its own.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t size = 0) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), std::uint32_t{0});
  }

  std::size_t size() const { return parents_.size(); }
  void add() { parents_.push_back(static_cast<std::uint32_t>(parents_.size())); }

  // The smallest number of the set that holds `number`.
  std::uint32_t find(std::uint32_t number) {
    while (parents_[number] != number) {
      parents_[number] = parents_[parents_[number]];
      number = parents_[number];
    }
    return number;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parents_[a < b ? b : a] = a < b ? a : b;
  }

 private:
  std::vector<std::uint32_t> parents_;  // towards the smallest of the set
};

}  // namespace subintent::internal
