// On eight numbers at a time, by AVX-512F.
#include "base/philox_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include <immintrin.h>

namespace subintent::internal {
namespace {

// Here each word has 64 bits of its own, whose upper half means nothing: the multiplication takes
// the lower halves and gives both halves of the product. Groups of blocks are worked on together to
// keep the multiplier busy.
using EightWords = std::uint64_t __attribute__((vector_size(64)));

// Upper halves in the place of lower ones: a shuffle, because the multiplier is also the only unit
// that shifts.
inline EightWords upper_halves(EightWords x) {
  return (EightWords)_mm512_maskz_shuffle_epi32(0xFFFF, (__m512i)x, _MM_PERM_DDBB);
}

// Of lower halves. With a full mask, because GCC 12 warns of its own header's function without one.
inline EightWords product(EightWords x, EightWords y) {
  return (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x, (__m512i)y);
}
inline EightWords product(EightWords x, std::uint32_t y) {
  return product(x, EightWords{} + y);
}

}  // namespace

void avx512_random_blocks(const RandomSequence& sequence, std::uint32_t first_block,
                          std::uint32_t limit, std::uint32_t* words) {
  constexpr std::uint32_t size = 8, groups = 4;  // of eight blocks
  static_assert(size * groups == blocks_at_once);
  EightWords x0[groups], x1[groups], x2[groups], x3[groups];
  auto key0 = static_cast<std::uint32_t>(sequence.seed);
  auto key1 = static_cast<std::uint32_t>(sequence.seed >> 32);
  // Two rounds, in which only the first word of the counter differs from block to block.
  const std::uint64_t product_of_trial = std::uint64_t{philox_multiplier1} * sequence.trial;
  const std::uint64_t second_product0 =
      std::uint64_t{philox_multiplier0} *
      (static_cast<std::uint32_t>(product_of_trial >> 32) ^ sequence.row ^ key0);
  const auto purpose = static_cast<std::uint32_t>(sequence.purpose) ^ key1;
  key0 += philox_weyl0;
  key1 += philox_weyl1;
  for (std::uint32_t g = 0; g < groups; ++g) {
    const EightWords block = EightWords{0, 1, 2, 3, 4, 5, 6, 7} + (first_block + size * g);
    const EightWords product0 = product(block, philox_multiplier0);
    const EightWords product1 = product(upper_halves(product0) ^ purpose, philox_multiplier1);
    x0[g] = upper_halves(product1) ^ (static_cast<std::uint32_t>(product_of_trial) ^ key0);
    x1[g] = product1;
    x2[g] = product0 ^ (static_cast<std::uint32_t>(second_product0 >> 32) ^ key1);
    x3[g] = EightWords{} + static_cast<std::uint32_t>(second_product0);
  }
  key0 += philox_weyl0;
  key1 += philox_weyl1;
  for (int round = 2; round < philox_rounds; ++round) {
    for (std::uint32_t g = 0; g < groups; ++g) {
      const EightWords product0 = product(x0[g], philox_multiplier0);
      const EightWords product1 = product(x2[g], philox_multiplier1);
      x0[g] = upper_halves(product1) ^ x1[g] ^ key0;
      x2[g] = upper_halves(product0) ^ x3[g] ^ key1;
      x1[g] = product1;
      x3[g] = product0;
    }
    key0 += philox_weyl0;
    key1 += philox_weyl1;
  }
  for (std::uint32_t g = 0; g < groups && limit > 0; ++g) {
    const EightWords left =
        limit - 4 * (EightWords{0, 1, 2, 3, 4, 5, 6, 7} + (first_block + size * g));
    x0[g] = product(x0[g], left) >> 32;
    x1[g] = product(x1[g], left - 1) >> 32;
    x2[g] = product(x2[g], left - 2) >> 32;
    x3[g] = product(x3[g], left - 3) >> 32;
  }
  for (std::uint32_t g = 0; g < groups; ++g) {
    const EightWords front = (x0[g] & 0xFFFFFFFF) | (x1[g] << 32);
    const EightWords back = (x2[g] & 0xFFFFFFFF) | (x3[g] << 32);
    const EightWords first = __builtin_shufflevector(front, back, 0, 8, 1, 9, 2, 10, 3, 11);
    const EightWords second = __builtin_shufflevector(front, back, 4, 12, 5, 13, 6, 14, 7, 15);
    __builtin_memcpy(words + 4 * size * g, &first, sizeof first);
    __builtin_memcpy(words + 4 * size * g + 16, &second, sizeof second);
  }
}

}  // namespace subintent::internal
#endif
