#include "core/base/philox.h"

#include "core/base/clones.h"

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

namespace {

constexpr std::uint32_t blocks_at_once = 32;

// Writes blocks_at_once blocks, four words each, from first_block on; as places below limit - k if
// there is a limit, where words for k beyond it mean nothing.
SUBINTENT_CLONES void write_blocks(const RandomSequence& sequence, std::uint32_t first_block,
                                   std::uint32_t limit, std::uint32_t* words) {
  constexpr std::uint32_t n = blocks_at_once;
  std::uint32_t x0[n], x1[n], x2[n], x3[n];
  for (std::uint32_t i = 0; i < n; ++i) {
    x0[i] = first_block + i;
    x1[i] = sequence.row;
    x2[i] = sequence.trial;
    x3[i] = static_cast<std::uint32_t>(sequence.purpose);
  }
  auto key0 = static_cast<std::uint32_t>(sequence.seed);
  auto key1 = static_cast<std::uint32_t>(sequence.seed >> 32);
  for (int round = 0; round < philox_rounds; ++round) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint64_t product0 = std::uint64_t{philox_multiplier0} * x0[i];
      const std::uint64_t product1 = std::uint64_t{philox_multiplier1} * x2[i];
      x0[i] = static_cast<std::uint32_t>(product1 >> 32) ^ x1[i] ^ key0;
      x2[i] = static_cast<std::uint32_t>(product0 >> 32) ^ x3[i] ^ key1;
      x1[i] = static_cast<std::uint32_t>(product1);
      x3[i] = static_cast<std::uint32_t>(product0);
    }
    key0 += philox_weyl0;
    key1 += philox_weyl1;
  }
  if (limit > 0) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t left = limit - 4 * (first_block + i);
      x0[i] = static_cast<std::uint32_t>((std::uint64_t{x0[i]} * left) >> 32);
      x1[i] = static_cast<std::uint32_t>((std::uint64_t{x1[i]} * (left - 1)) >> 32);
      x2[i] = static_cast<std::uint32_t>((std::uint64_t{x2[i]} * (left - 2)) >> 32);
      x3[i] = static_cast<std::uint32_t>((std::uint64_t{x3[i]} * (left - 3)) >> 32);
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    words[4 * i] = x0[i];
    words[4 * i + 1] = x1[i];
    words[4 * i + 2] = x2[i];
    words[4 * i + 3] = x3[i];
  }
}

}  // namespace

void random_words(const RandomSequence& sequence, std::span<std::uint32_t> words) {
  random_places(sequence, 0, 0, words);
}

void random_places(const RandomSequence& sequence, std::uint32_t first, std::uint32_t limit,
                   std::span<std::uint32_t> places) {
  constexpr std::size_t step = std::size_t{4} * blocks_at_once;
  const auto block_at = [&](std::size_t done) {
    return first / 4 + static_cast<std::uint32_t>(done / 4);
  };
  std::size_t done = 0;
  for (; done + step <= places.size(); done += step)
    write_blocks(sequence, block_at(done), limit, places.data() + done);
  if (done == places.size()) return;
  std::uint32_t rest[step];
  write_blocks(sequence, block_at(done), limit, rest);
  std::copy_n(rest, places.size() - done, places.begin() + static_cast<std::ptrdiff_t>(done));
}

}  // namespace subintent::internal
