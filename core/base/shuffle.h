// Lists in random order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/philox.h"

namespace subintent::internal {

// From the end: for k = 0 ... n-2, elements n-1-k and floor(word k * (n-k) / 2^32) change places.
template <typename T>
void shuffle(std::vector<T>& list, const RandomSequence& sequence) {
  if (list.size() < 2) return;
  std::vector<std::uint32_t> places(list.size() - 1);
  random_places(sequence, 0, static_cast<std::uint32_t>(list.size()), places);
  for (std::size_t k = 0; k < places.size(); ++k) {
    std::swap(list[list.size() - 1 - k], list[places[k]]);
  }
}

}  // namespace subintent::internal
