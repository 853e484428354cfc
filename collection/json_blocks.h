// Strings and escapes of JSON in blocks of 64 bytes.
#pragma once

#include <cstdint>

namespace subintent::internal {

// Bit i is set if an odd number of the bits up to it is: within quotes, the first one included.
inline std::uint64_t parities(std::uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// Bit i is set where a backslash escapes byte i. `escaped` is 1 if one does so with the first
// byte of the block, and after it with that of the next.
inline std::uint64_t escaped_bytes(std::uint64_t backslashes, std::uint64_t& escaped) {
  std::uint64_t found = escaped;
  escaped = 0;
  for (backslashes &= ~found; backslashes != 0; backslashes &= ~found) {
    const std::uint64_t first = backslashes & -backslashes;
    backslashes ^= first;
    found |= first << 1;
    escaped = first >> 63;
  }
  return found;
}

}  // namespace subintent::internal
