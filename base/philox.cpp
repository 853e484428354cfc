#include "base/philox.h"

#include <algorithm>

#include "base/philox_kernel.h"

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

void portable_random_blocks(const RandomSequence& sequence, std::uint32_t first_block,
                            std::uint32_t limit, std::uint32_t* words) {
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

RandomBlocks random_blocks(InstructionSet set) {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  if (set >= InstructionSet::avx512) return avx512_random_blocks;
  if (set >= InstructionSet::avx2) return avx2_random_blocks;
#else
  static_cast<void>(set);
#endif
  return portable_random_blocks;
}

void random_words(const RandomSequence& sequence, std::span<std::uint32_t> words) {
  random_places(sequence, 0, 0, words);
}

void random_places(const RandomSequence& sequence, std::uint32_t first, std::uint32_t limit,
                   std::span<std::uint32_t> places) {
  const RandomBlocks write_blocks = random_blocks();
  constexpr std::size_t step = std::size_t{4} * blocks_at_once;
  const auto block_at = [&](std::size_t done) {
    return first / 4 + static_cast<std::uint32_t>(done / 4);
  };
  std::size_t done = 0;
  for (; done + step <= places.size(); done += step) {
    write_blocks(sequence, block_at(done), limit, places.data() + done);
  }
  if (done == places.size()) return;
  std::uint32_t rest[step];
  write_blocks(sequence, block_at(done), limit, rest);
  std::copy_n(rest, places.size() - done, places.begin() + static_cast<std::ptrdiff_t>(done));
}

}  // namespace subintent::internal
