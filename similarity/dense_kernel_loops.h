// The loop that is written once and compiled for each instruction set.
#pragma once

#include "similarity/cosine.h"
#include "similarity/dense_kernel.h"

namespace subintent::internal {
namespace {

template <std::size_t bytes, typename Number = double>
struct VectorOf {
  using Type __attribute__((vector_size(bytes))) = Number;
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
void multiply(const double* a, const double* b, std::size_t size, std::size_t count,
              double* products) {
  constexpr std::size_t block = DenseKernel::block, lanes = DenseKernel::lanes;
  for (std::size_t first = 0; first < count; first += columns) {
    double partial[block][columns][lanes];
    for (std::size_t lane = 0; lane < lanes; lane += bytes / sizeof(double)) {
      multiply_some<bytes>(a, b + first * size, size, partial, lane);
    }
    for (std::size_t i = 0; i < block; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        double sum = 0;
        for (const double one : partial[i][j]) sum += one;
        products[count * i + first + j] = sum;
      }
    }
  }
}

// The compiler makes it work on several numbers at a time where it need not think of the error
// numbers of square roots and of traps: the files with kernels are compiled so.
inline void round_cosines(const double* products, double squared_length,
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

// Some rows by some columns: `rows` times `vectors` registers of `bytes` bytes hold their products.
template <std::size_t bytes, std::size_t rows, std::size_t vectors>
[[gnu::always_inline]] inline void multiply_panel_part(const float* from, const float* panel,
                                                       std::size_t size, float* products) {
  using Vector = typename VectorOf<bytes, float>::Type;
  constexpr std::size_t columns = DenseKernel::panel_columns, width = bytes / sizeof(float);
  Vector sums[rows][vectors] = {};
  for (std::size_t k = 0; k < size; ++k) {
    Vector right[vectors];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < vectors; ++j) {
      __builtin_memcpy(&right[j], panel + columns * k + width * j, bytes);
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < rows; ++i) {
      const float left = from[i * size + k];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < vectors; ++j) sums[i][j] += left * right[j];
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t j = 0; j < vectors; ++j) {
      __builtin_memcpy(products + columns * i + width * j, &sums[i][j], bytes);
    }
  }
}

template <std::size_t bytes, std::size_t rows, std::size_t vectors>
void multiply_panel(const float* from, const float* panel, std::size_t size, float* products) {
  constexpr std::size_t columns = DenseKernel::panel_columns;
  for (std::size_t i = 0; i < DenseKernel::panel_rows; i += rows) {
    for (std::size_t j = 0; j < columns; j += vectors * bytes / sizeof(float)) {
      multiply_panel_part<bytes, rows, vectors>(from + i * size, panel + j, size,
                                                products + columns * i + j);
    }
  }
}

}  // namespace
}  // namespace subintent::internal
