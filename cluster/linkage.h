// Agglomerative clustering [Dou19 §3.2] with a tie rule that leaves nothing open.
//
// Documents are in the order of their docnos' bytes; a cluster is named by its smallest document.
// The pair of clusters with the highest similarity merges first; of several, the one with the
// smallest name, then the smallest second name.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cluster/dendrogram.h"
#include "simhash/fingerprint_rows.h"
#include "similarity/cosine_graph.h"
#include "similarity/hamming_kernel.h"
#include "similarity/pair_matrix.h"
#include "similarity/similarity.h"

namespace subintent::internal {

// Cosines are clustered as whole numbers of 1 / cosine_units: twelve decimals, or nine for average
// linkage, which compares quotients of sums over pairs of documents: these are exact below 2^53, so
// for up to 6000 documents.
double cosine_units(Linkage linkage);

// The n-1 merges of n documents, from the similarities of all pairs i < j. A merge is of the
// clusters named a < b, documents numbered from 0; the merged one is named a. Sizes are left out.
// Time is n^2 as a rule, n^3 at worst.
std::vector<Merge> link(PairMatrix similarities, Linkage linkage);

// The same by complete linkage of fingerprints, without a matrix; the similarity is minus the
// Hamming distance. The kernel is for fingerprints of their words, and makes no difference but in
// time.
std::vector<Merge> link_fingerprints(const FingerprintRows& fingerprints,
                                     const HammingKernel& kernel);

// The same by average linkage of rows of a matrix, without a matrix of pairs, for at most two
// million documents; one that is `missing` has similarity 0 with all others. Vectors of length 1
// are rounded to multiples of 2^-34, and all else is exact. So the merges are those of link()
// except where two means differ by less than the rounding of either, 10^-9, and similarities, in
// cosine_units(), are the same up to 10^-9; they are rounded to whole numbers. Equal vectors have
// similarity 1.
std::vector<Merge> link_sums(const DenseMatrix& rows, std::span<const std::uint32_t> documents,
                             std::uint32_t missing);

// The same by average linkage of a graph, whose other pairs have similarity 0, without a matrix.
// Means of whole numbers are compared as fractions. So the merges are those of link() where its
// sums are exact, for up to 6000 documents in cosine_units(), and their similarities are the same,
// unless two means differ by less than the rounding of a quotient, which link() takes for a tie.
// The sum of all similarities is below 2^63.
std::vector<Merge> link_graph(SparseGraph graph);

// These merges in terms of tree nodes, as a Dendrogram has them, with sizes; `similarity_of` turns
// the similarities that they were linked by into those to show.
std::vector<Merge> tree_merges(std::span<const Merge> linked,
                               const std::function<double(double)>& similarity_of);

// The merges of documents (numbers of `similarity`, or DocumentSimilarity::missing), given in docno
// order: by average linkage without a matrix if there are more than 6000, for which the sums of
// link() are no longer exact, of dense vectors and where cosine_graph() gives few pairs of sparse
// ones.
std::vector<Merge> cluster(const DocumentSimilarity& similarity,
                           std::span<const std::uint32_t> documents, Linkage linkage);

}  // namespace subintent::internal
