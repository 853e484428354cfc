// Hamming distances of fingerprints, and the search for near ones.
#pragma once

#include "similarity/simhash/fingerprints.h"
#include "subintent/basics.h"

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
