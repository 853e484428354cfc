// For every processor.
#include "compare/kernel_loops.h"
#include "compare/kernels.h"

namespace subintent::internal {
namespace {

constexpr std::uint32_t blocks_at_once = CompareKernel::blocks_at_once;

void random_blocks(const RandomSequence& sequence, std::uint32_t first_block, std::uint32_t limit,
                   std::uint32_t* words) {
  for (std::uint32_t i = 0; i < blocks_at_once; ++i) {
    const PhiloxCounter block = philox_block(sequence, first_block + i);
    for (std::uint32_t k = 0; k < 4; ++k) words[4 * i + k] = block[k];
  }
  if (limit == 0) return;
  for (std::uint32_t i = 0; i < 4 * blocks_at_once; ++i) {
    const std::uint32_t left = limit - 4 * first_block - i;
    words[i] = static_cast<std::uint32_t>((std::uint64_t{words[i]} * left) >> 32);
  }
}

}  // namespace

const CompareKernel portable_compare_kernel = {weighted_sums, squared_ts, count_at_least,
                                               add_signed, random_blocks};

}  // namespace subintent::internal
