// Scalar products of dense rows: the same function for each instruction set, chosen when the
// program runs. All of them give the same numbers.
#pragma once

#include <cstddef>

#include "subintent/program.h"

namespace subintent::internal {

struct DenseKernel {
  // A product is the sum of this many partial sums, in their order: of the numbers at every
  // lanes-th place, also in their order.
  static constexpr std::size_t lanes = 8;
  static constexpr std::size_t block = 4;  // rows

  // products[count * i + j] = a_i * b_j for a block of rows and `count` others, a multiple of
  // `block`. Rows have `size` numbers, a multiple of `lanes`, and lie one after the other.
  void (*multiply)(const double* a, const double* b, std::size_t size, std::size_t count,
                   double* products);

  // out[j] = rounded_cosine(cosine_of(products[j], squared_length, squared_lengths[j]), units), but
  // that of 0 where the cosine is not a number.
  void (*round_cosines)(const double* products, double squared_length,
                        const double* squared_lengths, std::size_t count, double units,
                        double* out);

  // Of floats, in a panel of columns: products[panel_columns * i + j] = row i * column j, the sum
  // in the order of their numbers. There are panel_rows rows of `size` numbers, one after the
  // other, and panel[panel_columns * k + j] is number k of column j. Rounded as floats: for
  // searches whose results are then computed exactly.
  static constexpr std::size_t panel_rows = 8, panel_columns = 32;
  void (*multiply_panel)(const float* rows, const float* panel, std::size_t size, float* products);
};

// Each is in a file of its own that is compiled for its instruction set: such files use nothing of
// the standard library, whose inline functions might then be linked into the rest of the program.
extern const DenseKernel portable_dense_kernel;
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const DenseKernel avx2_dense_kernel;
extern const DenseKernel avx512_dense_kernel;
#endif

// The kernel of an instruction set that this processor has.
const DenseKernel& dense_kernel(InstructionSet set = instruction_set());

}  // namespace subintent::internal
