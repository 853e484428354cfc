// Scalar products of dense rows. They give the same numbers on every processor.
#pragma once

#include <cstddef>

namespace subintent::internal {

// A product is the sum of this many partial sums, in their order: of the numbers at every
// dense_lanes-th place, also in their order.
inline constexpr std::size_t dense_lanes = 8;
inline constexpr std::size_t dense_block = 4;  // rows

// products[count * i + j] = a_i * b_j for a block of rows and `count` others, a multiple of
// dense_block. Rows have `size` numbers, a multiple of dense_lanes, and lie one after the other.
void multiply_rows(const double* a, const double* b, std::size_t size, std::size_t count,
                   double* products);

// out[j] = rounded_cosine(cosine_of(products[j], squared_length, squared_lengths[j]), units), but
// that of 0 where the cosine is not a number.
void round_cosines(const double* products, double squared_length, const double* squared_lengths,
                   std::size_t count, double units, double* out);

}  // namespace subintent::internal
