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
template <typename Count, std::size_t words>
int scalar_distance(const std::uint64_t* a, const std::uint64_t* b) {
  int distance = 0;
  for (std::size_t k = 0; k < words; ++k) distance += Count::bits(a[k] ^ b[k]);
  return distance;
}

template <typename Count, std::size_t words>
std::size_t scalar_select(const std::uint64_t* x, const std::uint64_t* fingerprints,
                          std::size_t count, int limit, std::uint32_t* out) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    out[found] = static_cast<std::uint32_t>(i);  // stays if it counts
    found += scalar_distance<Count, words>(x, fingerprints + i * words) <= limit ? 1 : 0;
  }
  return found;
}

// Most clusters that are too far apart show it within a few pairs, so that it is asked for often.
// farthest_of(x, fingerprints, count) is the largest distance from x; it takes them by the piece.
template <typename Count, std::size_t words, auto farthest_of>
int scalar_farthest(const std::uint64_t* a, std::size_t count_a, const std::uint64_t* b,
                    std::size_t count_b, int limit) {
  constexpr std::size_t few = 8, piece = 64;
  int largest = 0;
  for (std::size_t i = 0; i < count_a && largest <= limit; ++i) {
    const std::uint64_t* const x = a + i * words;
    std::size_t j = 0;
    for (; j < few && j < count_b && largest <= limit; ++j) {
      const int distance = scalar_distance<Count, words>(x, b + j * words);
      largest = distance > largest ? distance : largest;
    }
    for (; j < count_b && largest <= limit; j += piece) {
      const std::size_t left = count_b - j;
      const int distance = farthest_of(x, b + j * words, left < piece ? left : piece);
      largest = distance > largest ? distance : largest;
    }
  }
  return largest;
}

template <typename Count, std::size_t words>
int scalar_farthest_of(const std::uint64_t* x, const std::uint64_t* fingerprints,
                       std::size_t count) {
  int largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int distance = scalar_distance<Count, words>(x, fingerprints + i * words);
    largest = distance > largest ? distance : largest;
  }
  return largest;
}

template <typename Count, std::size_t words>
void scalar_distances(const std::uint64_t* x, const std::uint64_t* fingerprints, std::size_t count,
                      std::uint16_t* out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<std::uint16_t>(scalar_distance<Count, words>(x, fingerprints + i * words));
  }
}

}  // namespace
}  // namespace subintent::internal
