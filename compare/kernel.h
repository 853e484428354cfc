// The inner loops of the random tests, compiled for several instruction sets; which ones is chosen
// when the program runs. The arithmetic is the same in all of them, operation by operation, and so
// are the results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/instruction_set.h"

namespace subintent::internal {

struct CompareKernel {
  static constexpr std::size_t lanes = 8;  // trials of the bootstrap that are worked on together
  static constexpr std::size_t tile = 4;   // pairs, or runs, that share the reading of counts

  // sums[k][trial] = sum over topics, in their order, of count * values[topic][k], for k < tile and
  // blocks * lanes trials; counts[block][topic][lane].
  void (*weighted_sums)(const float* counts, const double* values, std::size_t topics,
                        std::size_t blocks, double* sums);

  // From sums of w (first - second) and of w squared over each trial's sample of n, t squared.
  // Returns how many trials are doubtful.
  std::size_t (*squared_ts)(const double* first, const double* second, const double* squares,
                            std::size_t trials, double n, double noise, double* out);

  std::size_t (*count_at_least)(const double* values, std::size_t size, double limit);

  // sums[i] += sign * values[i].
  void (*add_signed)(double* sums, const double* values, std::size_t size, double sign);
};

// Each is in a file of its own that is compiled for its instruction set: such files use nothing of
// the standard library, whose inline functions might then be linked into the rest of the program.
extern const CompareKernel portable_compare_kernel;
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const CompareKernel avx2_compare_kernel;
extern const CompareKernel avx512_compare_kernel;
#endif

const CompareKernel& compare_kernel(InstructionSet set = instruction_set());

// Is the variance so small, beside the mean or the scores (whose rounding is `noise`), that
// rounding rules it?
[[gnu::always_inline]] inline bool is_doubtful(double of_variance, double squares, double noise) {
  return of_variance <= 1e-4 * squares + noise;
}

}  // namespace subintent::internal
