// The hash of terms: one for all tables, and the one that SimHash is made of.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <string_view>

namespace subintent {

// XXH64, seed 0, of the term's bytes.
inline std::uint64_t term_hash(std::string_view term) {
  return XXH64(term.data(), term.size(), 0);
}

}  // namespace subintent
