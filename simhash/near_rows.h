// Pairs of fingerprints of any length that are a few bits apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "simhash/fingerprint_rows.h"
#include "simhash/near_kernel.h"
#include "subintent/basics.h"

namespace subintent::internal {

using RowPair = std::pair<std::uint32_t, std::uint32_t>;  // the smaller first

// What pairs are handed to as they are found, by several threads at once: at most
// `pairs_at_once` in one call, in no fixed order.
using PairSink = std::function<void(std::span<const RowPair>)>;
inline constexpr std::size_t pairs_at_once = 1 << 16;

// Finds all pairs at a Hamming distance of 1 to `within`, each once. Rows are ascending and
// different; `within` is less than four times their words. Takes 16 bytes a row, or 32 where rows
// have several words, however many pairs there are. Progress is counted in the tables that are
// sorted.
//
// Of w words that differ in at most `within` bits in all, one differs in at most `within` / w. Of
// the k + 1 blocks into which such words are cut, two at most k bits apart have one in common, and
// of k + 2 blocks two [Manku, Jain, Das Sarma 2007: Detecting near-duplicates for web crawling,
// §3]: the words are sorted by each block, or by every two where blocks would be those of too many
// words, and words with equal ones are compared (near_kernel.h). Where these are many, they are
// searched in the same way by the bits in which they differ.
void near_rows(const FingerprintRows& rows, int within, const PairSink& sink,
               const ProgressCallback& progress = {}, const NearKernel& kernel = near_kernel());

}  // namespace subintent::internal
