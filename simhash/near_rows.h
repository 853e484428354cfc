// Pairs of fingerprints of any length that are a few bits apart.
#pragma once

#include <vector>

#include "simhash/fingerprint_rows.h"
#include "simhash/near_values.h"
#include "subintent/progress.h"

namespace subintent::internal {

// All pairs at a Hamming distance of 1 to `within`, each once, in ascending order. Rows are
// ascending and different; `within` is less than four times their words. Of w words that differ in
// at most `within` bits in all, one differs in at most `within` / w: candidates are found word by
// word and then compared. Takes 24 bytes a row beside the pairs.
std::vector<ValuePair> near_rows(const FingerprintRows& rows, int within,
                                 const ProgressCallback& progress = {});

}  // namespace subintent::internal
