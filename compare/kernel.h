// The inner loops of the random tests, compiled for several instruction sets; which ones is chosen
// when the program runs. The arithmetic is the same in all of them, operation by operation, and so
// are the results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "subintent/program.h"

namespace subintent::internal {

// What is known of a trial of the bootstrap from the square of its sum of w, and a rough sum of w
// squared.
struct RoughLimits {
  double reached;        // times the squares: from here on it certainly reaches the limit
  double missed;         // times the squares: below this it certainly does not
  double spread, noise;  // from spread * squares - noise on it has hardly any variance, and is open

  bool is_without_variance(double square, double squares) const {
    return !(square + noise < spread * squares);
  }
  bool is_open(double square, double squares) const {
    return is_without_variance(square, squares) ||
           (!(square >= reached * squares) && !(square < missed * squares));
  }
};
struct RoughCount {
  std::size_t reached, open;
};

struct CompareKernel {
  static constexpr std::size_t lanes = 16;  // trials of the bootstrap that are worked on together
  static constexpr std::size_t tile = 4;    // runs that share the reading of counts
  static constexpr std::size_t rough_tile = 8;  // pairs that do

  // sums[k][trial] = sum over topics, in their order, of count * values[topic][k], for k < tile and
  // blocks * lanes trials; counts[block][topic][lane].
  void (*weighted_sums)(const float* counts, const double* values, std::size_t topics,
                        std::size_t blocks, double* sums);

  // The same in floats for k < rough_tile, each product and sum rounded once or twice.
  void (*rough_sums)(const float* counts, const float* values, std::size_t topics,
                     std::size_t blocks, float* sums);

  // How many trials certainly reach a limit, and how many are open, from sums of w, which is first
  // - second, and rough sums of w squared over each trial's sample.
  RoughCount (*count_rough)(const double* first, const double* second, const float* squares,
                            std::size_t trials, const RoughLimits& limits);

  // out[trial] = unit * (first - second) squared / squares, as floats. Returns how many trials have
  // hardly any variance.
  std::size_t (*rough_ratios)(const double* first, const double* second, const float* squares,
                              std::size_t trials, const RoughLimits& limits, double unit,
                              float* out);

  std::size_t (*count_at_least)(const float* values, std::size_t size, float limit);

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

}  // namespace subintent::internal
