// SimHash: 64-bit fingerprints of documents [Charikar 2002].
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "subintent/tokenize.h"

namespace subintent {

// The fingerprint of a document, from its terms in any order: bit i is set if the counts of the
// terms whose hash (XXH64, seed 0) has bit i set sum to more than those of the others. Nothing for
// a document without terms.
std::optional<std::uint64_t> simhash(const std::vector<Term>& terms);

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
