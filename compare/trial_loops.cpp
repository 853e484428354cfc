#include "compare/trial_loops.h"

#include "core/base/clones.h"

namespace subintent::internal {
namespace {

template <typename Number, std::size_t bytes>
struct VectorOf {
  using Type __attribute__((vector_size(bytes))) = Number;
};

}  // namespace

SUBINTENT_CLONES void weighted_sums(const float* counts, const double* values, std::size_t topics,
                                    std::size_t blocks, double* __restrict sums) {
  constexpr std::size_t bytes = 64;  // that are worked on together
  using Doubles = VectorOf<double, bytes>::Type;
  using Floats = VectorOf<float, bytes / 2>::Type;
  constexpr std::size_t at_once = bytes / sizeof(double);  // trials of a block
  const std::size_t trials = blocks * trial_lanes;
  for (std::size_t trial = 0; trial < trials; trial += at_once) {
    const float* count_at =
        counts + trial / trial_lanes * trial_lanes * topics + trial % trial_lanes;
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
      count_at += trial_lanes;
      value += run_tile;
    }
    __builtin_memcpy(sums + trial, &sum0, bytes);
    __builtin_memcpy(sums + trials + trial, &sum1, bytes);
    __builtin_memcpy(sums + 2 * trials + trial, &sum2, bytes);
    __builtin_memcpy(sums + 3 * trials + trial, &sum3, bytes);
  }
}

SUBINTENT_CLONES void rough_sums(const float* counts, const float* values, std::size_t topics,
                                 std::size_t blocks, float* __restrict sums) {
  constexpr std::size_t bytes = 32;
  using Floats = VectorOf<float, bytes>::Type;
  constexpr std::size_t at_once = bytes / sizeof(float);
  static_assert(trial_lanes % at_once == 0);
  const std::size_t trials = blocks * trial_lanes;
  for (std::size_t trial = 0; trial < trials; trial += at_once) {
    const float* count_at =
        counts + trial / trial_lanes * trial_lanes * topics + trial % trial_lanes;
    const float* value = values;
    Floats of_pairs[pair_tile] = {};
    for (std::size_t topic = 0; topic < topics; ++topic) {
      Floats count;
      __builtin_memcpy(&count, count_at, bytes);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < pair_tile; ++k) of_pairs[k] += count * value[k];
      count_at += trial_lanes;
      value += pair_tile;
    }
#pragma GCC unroll 8
    for (std::size_t k = 0; k < pair_tile; ++k)
      __builtin_memcpy(sums + k * trials + trial, &of_pairs[k], bytes);
  }
}

SUBINTENT_CLONES RoughCount count_rough(const double* first, const double* second,
                                        const float* squares, std::size_t trials,
                                        const RoughLimits& limits) {
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

SUBINTENT_CLONES std::size_t rough_ratios(const double* first, const double* second,
                                          const float* squares, std::size_t trials,
                                          const RoughLimits& limits, double unit,
                                          float* __restrict out) {
  std::size_t without_variance = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const double sum = first[i] - second[i], square = sum * sum, of_squares = squares[i];
    out[i] = static_cast<float>(square * unit) / squares[i];
    without_variance += square + limits.noise < limits.spread * of_squares ? 0 : 1;
  }
  return without_variance;
}

SUBINTENT_CLONES std::size_t count_at_least(const float* values, std::size_t size, float limit) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < size; ++i) count += values[i] >= limit ? 1 : 0;
  return count;
}

SUBINTENT_CLONES void add_signed(double* __restrict sums, const double* __restrict values,
                                 std::size_t size, double sign) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += sign * values[i];
}

}  // namespace subintent::internal
