// Cosines of vectors, and products of dense ones in blocks.
#pragma once

#include <cstddef>

namespace subintent::internal {

// The factor, a power of two, that brings the largest absolute weight to [1, 2): with it no square
// of a weight is too large, and nothing else about a cosine changes. 1 if all weights are 0.
double safe_scale(double largest_weight);

// The cosine of two vectors from their scalar product and their squared lengths: 0 if one of them
// has no length, and within [-1, 1]. A vector has cosine 1 with itself, exactly.
double cosine_of(double product, double squared_length_a, double squared_length_b);

// A cosine as a whole number of 1/units, where units is a power of ten up to 10^12, as clustering
// sees it. So cosines that are equal tie, however they were summed up: rounding errors are a
// thousand times smaller. Powers of ten keep 0.3 the 0.3 of a threshold. Adding and taking away
// 1.5 * 2^52 leaves the nearest whole number.
[[gnu::always_inline]] inline double rounded_cosine(double cosine, double units) {
  constexpr double shift = 0x1.8p52;
  return (cosine * units + shift) - shift;
}

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
