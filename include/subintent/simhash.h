// SimHash: fingerprints of documents [Charikar 2002].
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "subintent/export.h"
#include "subintent/fingerprint.h"
#include "subintent/tokenize.h"

namespace SUBINTENT_PUBLIC subintent {

// The fingerprint of a document, from its terms in any order: bit i is set if the counts of the
// terms whose hash (XXH64, seed 0) has bit i set sum to more than those of the others. Nothing for
// a document without terms; those of count 0 are none.
std::optional<std::uint64_t> simhash(const std::vector<Term>& terms);

// The same in 64, 128 or 256 bits: words of 64 bits, of which word k takes seed k, so that the
// first is the fingerprint above. Throws Error for another number of bits.
std::optional<std::vector<std::uint64_t>> simhash(const std::vector<Term>& terms, int bits);

}  // namespace subintent
