// Hamming distances of one fingerprint to many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace subintent::internal {

// All for fingerprints of 1, 2 or 4 words, which lie one after the other.

// Writes the positions of those of `count` fingerprints that are at most `limit` bits away from x
// to `out`, which has room for all, in ascending order; returns how many.
std::size_t near_fingerprints(std::span<const std::uint64_t> x, const std::uint64_t* fingerprints,
                              std::size_t count, int limit, std::uint32_t* out);

// The largest distance between one of the fingerprints a and one of b, or any number above `limit`
// if it is above that; 0 if there are no pairs.
int farthest_pair(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                  std::size_t words, int limit);

// Writes the distance of each of `count` fingerprints from x to `out`.
void hamming_distances(std::span<const std::uint64_t> x, const std::uint64_t* fingerprints,
                       std::size_t count, std::uint16_t* out);

}  // namespace subintent::internal
