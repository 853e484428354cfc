// The search for the next byte of several.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/io/block_masks.h"

namespace subintent::internal {

// Position of the first byte from `position` on for which a test (of core/io/block_masks.h) holds;
// the end of the text if there is none. Reads sixteen bytes at a time, and none beyond the end.
template <typename Test>
std::size_t find_where(std::string_view text, std::size_t position, Test test) {
  const auto first_of = [&](const Bytes16& bytes) -> std::size_t {
    const auto found = reinterpret_cast<Bytes16>(test(bytes));
#ifdef __SSE2__
    const std::uint32_t bits = bits_of(found);
    return bits == 0 ? 16 : static_cast<std::size_t>(std::countr_zero(bits));
#else
    std::array<std::uint64_t, 2> halves;
    std::memcpy(halves.data(), &found, sizeof found);
    if ((halves[0] | halves[1]) == 0) return 16;
    std::size_t i = 0;
    while (found[i] == 0) ++i;
    return i;
#endif
  };
  Bytes16 bytes;
  for (; position + sizeof bytes <= text.size(); position += sizeof bytes) {
    std::memcpy(&bytes, text.data() + position, sizeof bytes);
    if (const std::size_t first = first_of(bytes); first < sizeof bytes) return position + first;
  }
  if (position >= text.size()) return text.size();
  bytes = Bytes16{};
  std::memcpy(&bytes, text.data() + position, text.size() - position);
  return std::min(position + first_of(bytes), text.size());
}

}  // namespace subintent::internal
