// The search in hash tables with open addressing; each table decides what its slots hold.
#pragma once

#include <cstddef>
#include <cstdint>

namespace subintent::internal {

// The first slot, from where `hash` points to on, for which `ends_search` holds: that is free, or
// has what is looked for. The number of slots is a power of two, and some are free.
template <typename Slots, typename EndsSearch>
std::size_t find_slot(const Slots& slots, std::uint64_t hash, const EndsSearch& ends_search) {
  const std::size_t last = slots.size() - 1;
  std::size_t at = hash & last;
  while (!ends_search(slots[at])) at = (at + 1) & last;
  return at;
}

}  // namespace subintent::internal
