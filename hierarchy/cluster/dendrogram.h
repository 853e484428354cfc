// Dendrograms: the binary trees of merges, and their file.
#pragma once

#include "similarity/pair_matrix.h"
#include "similarity/simhash/fingerprints.h"
#include "similarity/similarity.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Throws Error, naming topic and intent, for one put together by hand that its line could not hold:
// anything but a binary tree over distinct documents, sorted by bytes, with similarities from -1 to
// 1; names that are empty or not UTF-8.
void check(const Dendrogram& dendrogram);

void append_dendrogram_line(std::string& out, const Dendrogram& dendrogram);

// Agglomerative clustering [Dou19 §3.2] with a tie rule that leaves nothing open.
//
// Documents are in the order of their docnos' bytes; a cluster is named by its smallest document.
// The pair of clusters with the highest similarity merges first; of several, the one with the
// smallest name, then the smallest second name.

// Cosines are clustered as whole numbers of 1 / cosine_units: twelve decimals, or nine for average
// linkage, which compares quotients of sums over pairs of documents. The sums are exact below 2^53,
// so for up to 6000 documents; those of more are rounded in the order of the merges.
double cosine_units(Linkage linkage);

// The n-1 merges of n documents, from the similarities of all pairs i < j. A merge is of the
// clusters named a < b, documents numbered from 0; the merged one is named a. Sizes are left out.
// Time is n^2 as a rule, n^3 at worst.
std::vector<Merge> link(PairMatrix similarities, Linkage linkage);

// The same by complete linkage of fingerprints, without a matrix; the similarity is minus the
// Hamming distance.
std::vector<Merge> link_fingerprints(const FingerprintRows& fingerprints);

// These merges in terms of tree nodes, as a Dendrogram has them, with sizes; `similarity_of` turns
// the similarities that they were linked by into those to show.
std::vector<Merge> tree_merges(std::span<const Merge> linked,
                               const std::function<double(double)>& similarity_of);

// The merges of documents (numbers of `similarity`, or DocumentSimilarity::missing), given in docno
// order. Complete linkage of fingerprints needs no matrix, all else one of 8 n^2 bytes.
std::vector<Merge> cluster(const DocumentSimilarity& similarity,
                           std::span<const std::uint32_t> documents, Linkage linkage);

}  // namespace subintent::internal
