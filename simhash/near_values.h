// The search behind NearDuplicates: pairs of different 64-bit values that are a few bits apart.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "subintent/progress.h"

namespace subintent::internal {

using ValuePair = std::pair<std::uint32_t, std::uint32_t>;  // positions, the smaller first

// All pairs at a Hamming distance of 1 to `within` (0 to 3), each once, in ascending order.
// `values` are ascending and different. Takes 8 bytes a value and 8 bytes a pair.
std::vector<ValuePair> near_values(std::span<const std::uint64_t> values, int within,
                                   const ProgressCallback& progress = {});

}  // namespace subintent::internal
