// The loops that are written once and compiled for each instruction set.
#pragma once

#include "compare/kernel.h"

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = CompareKernel::lanes;
constexpr std::size_t tile = CompareKernel::tile;

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

inline std::size_t squared_ts(const double* first, const double* second, const double* squares,
                              std::size_t trials, double n, double noise, double* __restrict out) {
  std::size_t doubtful = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const double sum = first[i] - second[i];
    const double of_mean = sum * sum / n;
    const double of_variance = squares[i] - of_mean;
    out[i] = of_mean * (n - 1) / of_variance;
    doubtful += is_doubtful(of_variance, squares[i], noise) ? 1 : 0;
  }
  return doubtful;
}

inline std::size_t count_at_least(const double* values, std::size_t size, double limit) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) count += values[i] >= limit ? 1 : 0;
  return count;
}

inline void add_signed(double* __restrict sums, const double* __restrict values, std::size_t size,
                       double sign) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += sign * values[i];
}

}  // namespace
}  // namespace subintent::internal
