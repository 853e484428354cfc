// What two 64-bit fingerprints say of their documents.
#pragma once

#include <bit>
#include <cstdint>

namespace subintent {

// The Hamming distance of two fingerprints, 0 to 64.
inline int hamming_distance(std::uint64_t a, std::uint64_t b) {
  return std::popcount(a ^ b);
}

// What similarity two fingerprints at a Hamming distance H stand for.
enum class FingerprintSimilarity {
  cosine,  // cos(pi H / 64) below H = 32, exactly 0 from there on
  hamming  // 1 - H / 64
};

}  // namespace subintent
