// Fingerprints of one length, in memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/large_pages.h"

namespace subintent::internal {

// Fingerprints one after the other. Each is 1, 2 or 4 words of 64 bits, the first of which is the
// fingerprint of 64 bits.
struct FingerprintRows {
  std::vector<std::uint64_t> values;
  std::size_t words = 1;

  std::size_t size() const { return values.size() / words; }
  int bits() const { return static_cast<int>(64 * words); }
  std::span<const std::uint64_t> row(std::size_t i) const {
    return {values.data() + i * words, words};
  }

  FingerprintRows rows(std::span<const std::uint32_t> numbers) const {
    FingerprintRows chosen{{}, words};
    chosen.values.reserve(numbers.size() * words);
    for (const std::uint32_t i : numbers) chosen.append(row(i));
    return chosen;
  }

  // The first sets how long all of them are.
  void append(std::span<const std::uint64_t> fingerprint) {
    words = fingerprint.size();
    reserve_large_for(values, words);
    values.insert(values.end(), fingerprint.begin(), fingerprint.end());
  }
};

// In how many bits two fingerprints of the same length differ.
inline int hamming_distance(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  int distance = 0;
  for (std::size_t k = 0; k < a.size(); ++k) distance += std::popcount(a[k] ^ b[k]);
  return distance;
}

}  // namespace subintent::internal
