// The search behind near_rows: pairs of different 64-bit values that are a few bits apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/progress.h"

namespace subintent::internal {

using ValuePair = std::pair<std::uint32_t, std::uint32_t>;  // positions, the smaller first

// What pairs are handed to as they are found, by several threads at once: at most
// `pairs_at_once` in one call, in no fixed order.
using PairSink = std::function<void(std::span<const ValuePair>)>;
inline constexpr std::size_t pairs_at_once = 1 << 16;

// Collects the pairs of one thread and hands them on.
class PairBuffer {
 public:
  void add(const ValuePair& pair, const PairSink& sink) {
    pairs_.push_back(pair);
    if (pairs_.size() == pairs_at_once) flush(sink);
  }
  void flush(const PairSink& sink) {
    if (!pairs_.empty()) sink(pairs_);
    pairs_.clear();
  }

 private:
  std::vector<ValuePair> pairs_;
};

// Finds all pairs at a Hamming distance of 1 to `within` (0 to 3), each once. `values` are
// ascending and different. Takes 8 bytes a value, however many pairs there are. Advances the meter
// by the tables that it sorts.
void near_values(std::span<const std::uint64_t> values, int within, ProgressMeter& meter,
                 const PairSink& sink);

// How many tables that takes.
std::uint64_t number_of_tables(int within);

}  // namespace subintent::internal
