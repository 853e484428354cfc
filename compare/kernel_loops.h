// The loops that are written once and compiled for each instruction set.
#pragma once

#include "compare/kernel.h"

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = CompareKernel::lanes;
constexpr std::size_t tile = CompareKernel::tile;

using Doubles = double __attribute__((vector_size(lanes * sizeof(double))));
using Floats = float __attribute__((vector_size(lanes * sizeof(float))));

inline void weighted_sums(const float* counts, const double* values, std::size_t topics,
                          std::size_t blocks, double* __restrict sums) {
  const std::size_t trials = blocks * lanes;
  for (std::size_t block = 0; block < blocks; ++block) {
    Doubles sum0{}, sum1{}, sum2{}, sum3{};
    const double* value = values;
    for (std::size_t topic = 0; topic < topics; ++topic) {
      Floats count_floats;
      __builtin_memcpy(&count_floats, counts, sizeof count_floats);
      const Doubles count = __builtin_convertvector(count_floats, Doubles);
      sum0 += count * value[0];
      sum1 += count * value[1];
      sum2 += count * value[2];
      sum3 += count * value[3];
      counts += lanes;
      value += tile;
    }
    __builtin_memcpy(sums + block * lanes, &sum0, sizeof sum0);
    __builtin_memcpy(sums + trials + block * lanes, &sum1, sizeof sum1);
    __builtin_memcpy(sums + 2 * trials + block * lanes, &sum2, sizeof sum2);
    __builtin_memcpy(sums + 3 * trials + block * lanes, &sum3, sizeof sum3);
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
