// Pairs of fingerprints of any length that are a few bits apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "similarity/simhash/fingerprint_rows.h"
#include "subintent/basics.h"

namespace subintent::internal {

using RowPair = std::pair<std::uint32_t, std::uint32_t>;  // the smaller first

// Takes pairs as they are found, in no fixed order, by several threads at once.
using PairSink = std::function<void(std::span<const RowPair>)>;

// Finds all pairs at a Hamming distance of 1 to `within`, each once. Rows are different; `within`
// is less than four times their words. Takes 16 bytes a row, however many pairs there are. Progress
// is counted in the tables that are sorted.
//
// Of w words that differ in at most `within` bits in all, one differs in at most k = `within` / w.
// Of the k + 2 blocks into which the bits of such words are cut, two have no bit that differs
// [Manku, Jain, Das Sarma 2007: Detecting near-duplicates for web crawling, §3]: the words are
// sorted by every two blocks, and those that agree there are compared, or, where they are many,
// searched in the same way by the bits in which they differ.
void near_rows(const FingerprintRows& rows, int within, const PairSink& sink,
               const ProgressCallback& progress = {});

}  // namespace subintent::internal
