// Rows of dense and sparse matrices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// Rows of floats or doubles that are shared with whoever made them, not copied: row i begins at
// values.get() + i * stride. They must not change as long as something made of them lives; if they
// do, its similarities are wrong.
template <typename Value>
struct DenseRows {
  std::shared_ptr<const Value[]> values;
  std::size_t rows = 0, dimensions = 0;
  std::ptrdiff_t stride = 0;  // numbers from one row to the next
};

// Rows in CSR, as SciPy names it: row i has data[k] in column indices[k], for k from indptr[i] up
// to indptr[i + 1]. Columns may be in any order; what is in one column twice is added up.
struct SparseRows {
  std::vector<std::uint64_t> indptr;   // from 0 to the number of values; one more than rows
  std::vector<std::uint64_t> indices;  // below `columns`
  std::vector<double> data;
  std::uint64_t columns = 0;
};

}  // namespace subintent
