// Memory in pages of 2 MB: faster to get and to find than a few hundred thousand small ones.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace subintent::internal {

// Asks for such pages where they lie wholly inside `memory`, of which nothing was touched yet.
// Where a system has none, small ones do the same in more time.
inline void ask_for_large_pages(void* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE  // of Linux
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + page - 1) / page * page,
                       end = (begin + bytes) / page * page;
  if (first < end) {
    madvise(static_cast<char*>(memory) + (first - begin), end - first, MADV_HUGEPAGE);
  }
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

// Reserves memory in such pages for a vector or string, whose elements are kept.
template <typename Array>
void reserve_large(Array& array, std::size_t size) {
  if (size <= array.capacity()) return;
  Array larger;
  larger.reserve(size);
  ask_for_large_pages(larger.data(), larger.capacity() * sizeof(*larger.data()));
  larger.insert(larger.end(), array.begin(), array.end());
  array = std::move(larger);
}

// The same before so many elements are added, twice as large as before where that is more.
template <typename Array>
void reserve_large_for(Array& array, std::size_t added) {
  const std::size_t needed = array.size() + added;
  if (needed > array.capacity()) reserve_large(array, std::max(needed, 2 * array.capacity()));
}

}  // namespace subintent::internal
