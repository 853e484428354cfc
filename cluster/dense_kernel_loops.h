// The loop that is written once and compiled for each instruction set.
#pragma once

#include "cluster/dense_kernel.h"

namespace subintent::internal {
namespace {

template <std::size_t bytes>
struct VectorOf {
  using Type __attribute__((vector_size(bytes))) = double;
};

// partial[i][j] gets those partial sums of the product of row i of a and row j of b that a register
// of `bytes` bytes holds: all of them stay in registers.
template <std::size_t bytes, std::size_t rows, std::size_t columns>
[[gnu::always_inline]] inline void multiply_some(
    const double* a, const double* b, std::size_t size,
    double (&partial)[rows][columns][DenseKernel::lanes], std::size_t first_lane) {
  using Vector = typename VectorOf<bytes>::Type;
  Vector sums[rows][columns] = {};
  for (std::size_t k = first_lane; k < size; k += DenseKernel::lanes) {
    Vector left[rows], right;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < rows; ++i) __builtin_memcpy(&left[i], a + i * size + k, bytes);
#pragma GCC unroll 4
    for (std::size_t j = 0; j < columns; ++j) {
      __builtin_memcpy(&right, b + j * size + k, bytes);
#pragma GCC unroll 4
      for (std::size_t i = 0; i < rows; ++i) sums[i][j] += left[i] * right;
    }
  }
#pragma GCC unroll 4
  for (std::size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 4
    for (std::size_t j = 0; j < columns; ++j) {
      __builtin_memcpy(partial[i][j] + first_lane, &sums[i][j], bytes);
    }
  }
}

// In registers of `bytes` bytes, `columns` rows of b at a time.
template <std::size_t bytes, std::size_t columns>
void multiply(const double* a, const double* b, std::size_t size, double* products) {
  constexpr std::size_t block = DenseKernel::block, lanes = DenseKernel::lanes;
  for (std::size_t first = 0; first < block; first += columns) {
    double partial[block][columns][lanes];
    for (std::size_t lane = 0; lane < lanes; lane += bytes / sizeof(double)) {
      multiply_some<bytes>(a, b + first * size, size, partial, lane);
    }
    for (std::size_t i = 0; i < block; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (const double one : partial[i][j]) sum += one;
        products[block * i + first + j] = sum;
      }
    }
  }
}

}  // namespace
}  // namespace subintent::internal
