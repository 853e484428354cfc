// The inner loops of the random tests. They give the same numbers on every processor.
#pragma once

#include <cstddef>
#include <cstdint>

namespace subintent::internal {

inline constexpr std::size_t trial_lanes = 16;  // trials of the bootstrap that lie side by side
inline constexpr std::size_t run_tile = 4;      // runs that share the reading of counts
inline constexpr std::size_t pair_tile = 8;     // pairs that do

// The limits for a trial of the bootstrap, by the square of its sum of w, and a rough sum of w
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

// sums[k][trial] = sum over topics, in their order, of count * values[topic][k], for k < run_tile
// and blocks * trial_lanes trials; counts[block][topic][lane].
void weighted_sums(const float* counts, const double* values, std::size_t topics,
                   std::size_t blocks, double* sums);

// The same in floats for k < pair_tile, each product and sum rounded.
void rough_sums(const float* counts, const float* values, std::size_t topics, std::size_t blocks,
                float* sums);

// How many trials certainly reach a limit, and how many are open, from sums of w, which is first -
// second, and rough sums of w squared over each trial's sample.
RoughCount count_rough(const double* first, const double* second, const float* squares,
                       std::size_t trials, const RoughLimits& limits);

// out[trial] = unit * (first - second) squared / squares, as floats. Returns how many trials have
// hardly any variance.
std::size_t rough_ratios(const double* first, const double* second, const float* squares,
                         std::size_t trials, const RoughLimits& limits, double unit, float* out);

std::size_t count_at_least(const float* values, std::size_t size, float limit);

// sums[i] += sign * values[i].
void add_signed(double* sums, const double* values, std::size_t size, double sign);

}  // namespace subintent::internal
