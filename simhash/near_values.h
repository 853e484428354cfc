// The search behind near_rows: pairs of different 64-bit values that are a few bits apart.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "support/progress.h"

namespace subintent::internal {

using ValuePair = std::pair<std::uint32_t, std::uint32_t>;  // positions, the smaller first

// All pairs at a Hamming distance of 1 to `within` (0 to 3), each once, in ascending order.
// `values` are ascending and different. Takes 8 bytes a value and 8 bytes a pair. Advances the
// meter by the tables that it sorts.
std::vector<ValuePair> near_values(std::span<const std::uint64_t> values, int within,
                                   ProgressMeter& meter);

// How many tables that takes.
std::uint64_t number_of_tables(int within);

}  // namespace subintent::internal
