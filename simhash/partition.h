// Distributes many things by a few bits of each, on all threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/parallel.h"

namespace subintent::internal {

// Copies `items` to `to`, those of part 0 first, which part_of(item) says, below `parts`; within a
// part they stay in their order. Returns where each part ends.
template <std::size_t parts, typename Item, typename PartOf>
std::vector<std::size_t> partition(std::span<const Item> items, std::span<Item> to,
                                   const PartOf& part_of) {
  constexpr std::size_t chunk_size = std::size_t{1} << 20;
  const std::size_t chunks = (items.size() + chunk_size - 1) / chunk_size;
  std::vector<std::array<std::size_t, parts>> places(chunks);
  const auto items_of = [&](std::size_t chunk) {
    const std::size_t begin = chunk * chunk_size;
    return items.subspan(begin, std::min(chunk_size, items.size() - begin));
  };
  parallel_for(chunks, [&](std::size_t chunk) {
    auto& counts = places[chunk];
    counts.fill(0);
    for (const Item& item : items_of(chunk)) ++counts[part_of(item)];
  });
  std::vector<std::size_t> ends;
  ends.reserve(parts);
  std::size_t place = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    for (auto& counts : places) {
      const std::size_t count = counts[part];
      counts[part] = place;
      place += count;
    }
    ends.push_back(place);
  }
  parallel_for(chunks, [&](std::size_t chunk) {
    auto& next = places[chunk];
    for (const Item& item : items_of(chunk)) to[next[part_of(item)]++] = item;
  });
  return ends;
}

}  // namespace subintent::internal
