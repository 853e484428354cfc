// The loops that are written once and compiled for each instruction set.
#pragma once

#include "compare/kernel.h"

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = CompareKernel::lanes;
constexpr std::size_t tile = CompareKernel::tile;
constexpr std::size_t rough_tile = CompareKernel::rough_tile;

template <typename Number, std::size_t bytes>
struct VectorOf {
  using Type __attribute__((vector_size(bytes))) = Number;
};

// In registers of `bytes` bytes: each holds some trials of a block.
template <std::size_t bytes>
inline void weighted_sums(const float* counts, const double* values, std::size_t topics,
                          std::size_t blocks, double* __restrict sums) {
  using Doubles = typename VectorOf<double, bytes>::Type;
  using Floats = typename VectorOf<float, bytes / 2>::Type;
  constexpr std::size_t at_once = bytes / sizeof(double);
  const std::size_t trials = blocks * lanes;
  for (std::size_t trial = 0; trial < trials; trial += at_once) {
    const float* count_at = counts + trial / lanes * lanes * topics + trial % lanes;
    const double* value = values;
    Doubles sum0{}, sum1{}, sum2{}, sum3{};
    for (std::size_t topic = 0; topic < topics; ++topic) {
      Floats count_floats;
      __builtin_memcpy(&count_floats, count_at, sizeof count_floats);
      const Doubles count = __builtin_convertvector(count_floats, Doubles);
      sum0 += count * value[0];
      sum1 += count * value[1];
      sum2 += count * value[2];
      sum3 += count * value[3];
      count_at += lanes;
      value += tile;
    }
    __builtin_memcpy(sums + trial, &sum0, bytes);
    __builtin_memcpy(sums + trials + trial, &sum1, bytes);
    __builtin_memcpy(sums + 2 * trials + trial, &sum2, bytes);
    __builtin_memcpy(sums + 3 * trials + trial, &sum3, bytes);
  }
}

template <std::size_t bytes>
inline void rough_sums(const float* counts, const float* values, std::size_t topics,
                       std::size_t blocks, float* __restrict sums) {
  using Floats = typename VectorOf<float, bytes>::Type;
  constexpr std::size_t at_once = bytes / sizeof(float);
  static_assert(lanes % at_once == 0);
  const std::size_t trials = blocks * lanes;
  for (std::size_t trial = 0; trial < trials; trial += at_once) {
    const float* count_at = counts + trial / lanes * lanes * topics + trial % lanes;
    const float* value = values;
    Floats of_pairs[rough_tile] = {};
    for (std::size_t topic = 0; topic < topics; ++topic) {
      Floats count;
      __builtin_memcpy(&count, count_at, bytes);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < rough_tile; ++k) of_pairs[k] += count * value[k];
      count_at += lanes;
      value += rough_tile;
    }
#pragma GCC unroll 8
    for (std::size_t k = 0; k < rough_tile; ++k) {
      __builtin_memcpy(sums + k * trials + trial, &of_pairs[k], bytes);
    }
  }
}

inline RoughCount count_rough(const double* first, const double* second, const float* squares,
                              std::size_t trials, const RoughLimits& limits) {
  std::size_t reached = 0, open = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const double sum = first[i] - second[i], square = sum * sum, of_squares = squares[i];
    const bool far = square >= limits.reached * of_squares;
    const bool near = square < limits.missed * of_squares;
    const bool varies = square + limits.noise < limits.spread * of_squares;
    reached += (far & varies) ? 1 : 0;
    open += ((far | near) & varies) ? 0 : 1;
  }
  return {reached, open};
}

inline std::size_t rough_ratios(const double* first, const double* second, const float* squares,
                                std::size_t trials, const RoughLimits& limits, double unit,
                                float* __restrict out) {
  std::size_t without_variance = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const double sum = first[i] - second[i], square = sum * sum, of_squares = squares[i];
    out[i] = static_cast<float>(square * unit) / squares[i];
    without_variance += square + limits.noise < limits.spread * of_squares ? 0 : 1;
  }
  return without_variance;
}

inline std::size_t count_at_least(const float* values, std::size_t size, float limit) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < size; ++i) count += values[i] >= limit ? 1 : 0;
  return count;
}

inline void add_signed(double* __restrict sums, const double* __restrict values, std::size_t size,
                       double sign) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += sign * values[i];
}

}  // namespace
}  // namespace subintent::internal
