// The kernels that count the bits of one number at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace subintent::internal {
namespace {

// By the instruction POPCNT, where the file is compiled for it.
struct Popcnt {
  static int bits(std::uint64_t v) { return __builtin_popcountll(v); }
};

// Count::bits(v) is the number of bits of v.
template <typename Count>
std::size_t scalar_select(std::uint64_t x, const std::uint64_t* fingerprints, std::size_t count,
                          int limit, std::uint32_t* out) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    out[found] = static_cast<std::uint32_t>(i);  // stays if it counts
    found += Count::bits(x ^ fingerprints[i]) <= limit ? 1 : 0;
  }
  return found;
}

// Most clusters that are too far apart show it within a few pairs, so that it is asked for often.
// farthest_of(x, fingerprints, count) is the largest distance from x; it takes them by the piece.
template <typename Count, auto farthest_of>
int scalar_farthest(const std::uint64_t* a, std::size_t count_a, const std::uint64_t* b,
                    std::size_t count_b, int limit) {
  constexpr std::size_t few = 8, piece = 64;
  int largest = 0;
  for (std::size_t i = 0; i < count_a && largest <= limit; ++i) {
    std::size_t j = 0;
    for (; j < few && j < count_b && largest <= limit; ++j) {
      const int distance = Count::bits(a[i] ^ b[j]);
      largest = distance > largest ? distance : largest;
    }
    for (; j < count_b && largest <= limit; j += piece) {
      const std::size_t left = count_b - j;
      const int distance = farthest_of(a[i], b + j, left < piece ? left : piece);
      largest = distance > largest ? distance : largest;
    }
  }
  return largest;
}

template <typename Count>
int scalar_farthest_of(std::uint64_t x, const std::uint64_t* fingerprints, std::size_t count) {
  int largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int distance = Count::bits(x ^ fingerprints[i]);
    largest = distance > largest ? distance : largest;
  }
  return largest;
}

}  // namespace
}  // namespace subintent::internal
