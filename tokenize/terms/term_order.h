// Sorting terms by their bytes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace subintent::internal {

// A number for the first eight bytes of a term, padded with zeros: a term with a smaller number
// comes first, terms with the same number need comparing.
inline std::uint64_t term_prefix(std::string_view term) {
  std::uint64_t prefix = 0;
  std::memcpy(&prefix, term.data(), std::min(term.size(), sizeof prefix));
  return std::endian::native == std::endian::little ? __builtin_bswap64(prefix) : prefix;
}

}  // namespace subintent::internal
