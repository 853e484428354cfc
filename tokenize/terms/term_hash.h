// The hash of terms, one for all tables and for SimHash, and the comparison that goes with it.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace subintent::internal {

// XXH64 of the term's bytes. Tables take seed 0.
inline std::uint64_t term_hash(std::string_view term, std::uint64_t seed = 0) {
  return XXH64(term.data(), term.size(), seed);
}

// Whether two terms are equal: for short ones, nearly all of which are if their hashes are, without
// a call.
inline bool same_term(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto same_at = [&]<typename Word>(std::size_t at, Word x) {
    Word y = 0;
    std::memcpy(&x, a.data() + at, sizeof x);
    std::memcpy(&y, b.data() + at, sizeof y);
    return x == y;
  };
  const std::size_t size = a.size();
  if (size > 16) return a == b;
  if (size >= 8) return same_at(0, std::uint64_t{}) && same_at(size - 8, std::uint64_t{});
  if (size >= 4) return same_at(0, std::uint32_t{}) && same_at(size - 4, std::uint32_t{});
  if (size >= 2) return same_at(0, std::uint16_t{}) && a[size - 1] == b[size - 1];
  return size == 0 || a[0] == b[0];
}

}  // namespace subintent::internal
