#include "compare/philox.h"

#include <algorithm>

#include "compare/kernel.h"

namespace subintent::internal {

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < philox_rounds; ++round) {
    const std::uint64_t product0 = std::uint64_t{philox_multiplier0} * counter[0];
    const std::uint64_t product1 = std::uint64_t{philox_multiplier1} * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += philox_weyl0;
    key[1] += philox_weyl1;
  }
  return counter;
}

PhiloxCounter philox_block(const RandomSequence& sequence, std::uint32_t block) {
  return philox(
      {block, sequence.row, sequence.trial, static_cast<std::uint32_t>(sequence.purpose)},
      {static_cast<std::uint32_t>(sequence.seed), static_cast<std::uint32_t>(sequence.seed >> 32)});
}

void random_words(const RandomSequence& sequence, std::span<std::uint32_t> words) {
  random_places(sequence, 0, 0, words);
}

void random_places(const RandomSequence& sequence, std::uint32_t first, std::uint32_t limit,
                   std::span<std::uint32_t> places) {
  const auto random_blocks = compare_kernel().random_blocks;
  constexpr std::size_t step = std::size_t{4} * CompareKernel::blocks_at_once;
  const auto block_at = [&](std::size_t done) {
    return first / 4 + static_cast<std::uint32_t>(done / 4);
  };
  std::size_t done = 0;
  for (; done + step <= places.size(); done += step) {
    random_blocks(sequence, block_at(done), limit, places.data() + done);
  }
  if (done == places.size()) return;
  std::uint32_t rest[step];
  random_blocks(sequence, block_at(done), limit, rest);
  std::copy_n(rest, places.size() - done, places.begin() + static_cast<std::ptrdiff_t>(done));
}

}  // namespace subintent::internal
