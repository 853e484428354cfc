// Pairs of fingerprints of any length that are a few bits apart.
#pragma once

#include "simhash/fingerprint_rows.h"
#include "simhash/near_values.h"
#include "subintent/progress.h"

namespace subintent::internal {

// Finds all pairs at a Hamming distance of 1 to `within`, each once. Rows are ascending and
// different; `within` is less than four times their words. Of w words that differ in at most
// `within` bits in all, one differs in at most `within` / w: candidates are found word by word and
// then compared. Takes 24 bytes a row, however many pairs there are.
void near_rows(const FingerprintRows& rows, int within, const PairSink& sink,
               const ProgressCallback& progress = {});

}  // namespace subintent::internal
