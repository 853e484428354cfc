// Cosines of all pairs of sparse vectors.
#pragma once

#include "similarity/pair_matrix.h"
#include "subintent/values.h"

namespace subintent::internal {

// Vectors one after the other; the terms of each ascend.
struct SparseVectors {
  std::vector<std::size_t> starts;  // of each vector, and the end of the last
  std::vector<std::uint32_t> terms;
  std::vector<double> weights;  // scaled by safe_scale
  std::vector<double> squared_lengths;
  std::size_t vocabulary = 0;

  std::size_t begin(std::uint32_t vector) const { return starts[vector]; }
  std::size_t end(std::uint32_t vector) const { return starts[vector + 1]; }
};

// The rounded cosines (rounded_cosine, in `units`) of all pairs of these vectors, by all threads; 0
// with any vector whose number is `missing`. Time is linear in the pairs and in the terms that they
// share. Besides the matrix, 22 bytes a term of a vector and 4 bytes a word of the vocabulary are
// needed.
void fill_cosines(const SparseVectors& vectors, std::span<const std::uint32_t> documents,
                  std::uint32_t missing, double units, PairMatrix& out);

// The sum of the cosines of all pairs of these vectors, in time linear in their terms: the sum of
// vectors of length 1 has the products of all pairs in its squared length.
double sum_of_cosines(const SparseVectors& vectors, std::span<const std::uint32_t> documents);

// Row i is the vector of docnos[i]. Throws Error of Kind::argument for what is not CSR of as many
// rows as docnos, a value that is not a finite number, and a sum of them that is not one.
SparseVectors sparse_vectors(std::span<const std::string> docnos, const SparseRows& rows);

}  // namespace subintent::internal
