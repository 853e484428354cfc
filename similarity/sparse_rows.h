// Sparse vectors of the rows of a matrix.
#pragma once

#include <span>
#include <string>

#include "similarity/sparse_cosines.h"
#include "subintent/values.h"

namespace subintent::internal {

// Row i is the vector of docnos[i]. Throws Error of Kind::argument for what is not CSR of as many
// rows as docnos, a value that is not a finite number, and a sum of them that is not one.
SparseVectors sparse_vectors(std::span<const std::string> docnos, const SparseRows& rows);

}  // namespace subintent::internal
