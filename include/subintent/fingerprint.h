// The similarity of two documents by their fingerprints.
#pragma once

#include <bit>
#include <cstdint>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// The Hamming distance of two fingerprints of 64 bits, or of one word of longer ones: 0 to 64.
inline int hamming_distance(std::uint64_t a, std::uint64_t b) {
  return std::popcount(a ^ b);
}

// What similarity two fingerprints at a Hamming distance H stand for.
enum class FingerprintSimilarity {
  cosine,  // cos(pi H / bits) below H = bits / 2, exactly 0 from there on
  hamming  // 1 - H / bits
};

}  // namespace subintent
