#include "similarity/cosine.h"

#include "core/base/clones.h"

namespace subintent::internal {
namespace {

// partial[i][j] gets those partial sums of the product of row i of a and row j of b that a vector
// holds: all of them stay in registers.
template <typename Vector, std::size_t rows, std::size_t columns>
[[gnu::always_inline]] inline void multiply_some(const double* a, const double* b, std::size_t size,
                                                 double (&partial)[rows][columns][dense_lanes],
                                                 std::size_t first_lane) {
  Vector sums[rows][columns] = {};
  for (std::size_t k = first_lane; k < size; k += dense_lanes) {
    Vector left[rows], right;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < rows; ++i)
      __builtin_memcpy(&left[i], a + i * size + k, sizeof(Vector));
#pragma GCC unroll 4
    for (std::size_t j = 0; j < columns; ++j) {
      __builtin_memcpy(&right, b + j * size + k, sizeof(Vector));
#pragma GCC unroll 4
      for (std::size_t i = 0; i < rows; ++i) sums[i][j] += left[i] * right;
    }
  }
#pragma GCC unroll 4
  for (std::size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 4
    for (std::size_t j = 0; j < columns; ++j)
      __builtin_memcpy(partial[i][j] + first_lane, &sums[i][j], sizeof(Vector));
  }
}

// Some columns at a time: as many as fit into the registers, a divisor of dense_block.
template <typename Vector, std::size_t columns>
[[gnu::always_inline]] inline void multiply(const double* a, const double* b, std::size_t size,
                                            std::size_t count, double* products) {
  for (std::size_t first = 0; first < count; first += columns) {
    double partial[dense_block][columns][dense_lanes];
    for (std::size_t lane = 0; lane < dense_lanes; lane += sizeof(Vector) / sizeof(double))
      multiply_some<Vector>(a, b + first * size, size, partial, lane);
    for (std::size_t i = 0; i < dense_block; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (const double one : partial[i][j]) sum += one;
        products[count * i + first + j] = sum;
      }
    }
  }
}

using FourNumbers __attribute__((vector_size(32))) = double;

SUBINTENT_CLONES void multiply_by_fours(const double* a, const double* b, std::size_t size,
                                        std::size_t count, double* products) {
  multiply<FourNumbers, 2>(a, b, size, count, products);
}

#ifdef SUBINTENT_HAS_CLONES  // twice as many registers of twice the size
using EightNumbers __attribute__((vector_size(64))) = double;
const bool has_eights = __builtin_cpu_supports("avx512f");

[[gnu::target("avx512f")]] void multiply_by_eights(const double* a, const double* b,
                                                   std::size_t size, std::size_t count,
                                                   double* products) {
  multiply<EightNumbers, 4>(a, b, size, count, products);
}
#endif

}  // namespace

void multiply_rows(const double* a, const double* b, std::size_t size, std::size_t count,
                   double* products) {
#ifdef SUBINTENT_HAS_CLONES
  if (has_eights) return multiply_by_eights(a, b, size, count, products);
#endif
  multiply_by_fours(a, b, size, count, products);
}

// The compiler makes it work on several numbers at a time since this file is compiled without error
// numbers of square roots and traps.
SUBINTENT_CLONES void round_cosines(const double* products, double squared_length,
                                    const double* squared_lengths, std::size_t count, double units,
                                    double* __restrict out) {
  for (std::size_t j = 0; j < count; ++j) {
    const double lengths = __builtin_sqrt(squared_length * squared_lengths[j]);
    double cosine = products[j] / lengths;
    cosine = cosine < -1 ? -1 : cosine;
    cosine = cosine > 1 ? 1 : cosine;
    cosine = lengths > 0 ? cosine : 0;
    cosine = cosine == cosine ? cosine : 0;
    out[j] = rounded_cosine(cosine, units);
  }
}

}  // namespace subintent::internal
