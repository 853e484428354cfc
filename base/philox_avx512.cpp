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

}  // namespace

void avx512_random_blocks(const RandomSequence& sequence, std::uint32_t first_block,
                          std::uint32_t limit, std::uint32_t* words) {
  constexpr std::uint32_t size = 8, groups = 4;  // of eight blocks
  static_assert(size * groups == blocks_at_once);
  EightWords x0[groups], x1[groups], x2[groups], x3[groups];
  for (std::uint32_t g = 0; g < groups; ++g) {
    x0[g] = EightWords{0, 1, 2, 3, 4, 5, 6, 7} + (first_block + size * g);
    x1[g] = EightWords{} + sequence.row;
    x2[g] = EightWords{} + sequence.trial;
    x3[g] = EightWords{} + static_cast<std::uint32_t>(sequence.purpose);
  }
  auto key0 = static_cast<std::uint32_t>(sequence.seed);
  auto key1 = static_cast<std::uint32_t>(sequence.seed >> 32);
  for (int round = 0; round < philox_rounds; ++round) {
    for (std::uint32_t g = 0; g < groups; ++g) {
      // With a full mask, because GCC 12 warns of its own header's function without one.
      const auto product0 = (EightWords)_mm512_maskz_mul_epu32(
          0xFF, (__m512i)x0[g], (__m512i)(EightWords{} + philox_multiplier0));
      const auto product1 = (EightWords)_mm512_maskz_mul_epu32(
          0xFF, (__m512i)x2[g], (__m512i)(EightWords{} + philox_multiplier1));
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
    x0[g] = (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x0[g], (__m512i)left) >> 32;
    x1[g] = (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x1[g], (__m512i)(left - 1)) >> 32;
    x2[g] = (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x2[g], (__m512i)(left - 2)) >> 32;
    x3[g] = (EightWords)_mm512_maskz_mul_epu32(0xFF, (__m512i)x3[g], (__m512i)(left - 3)) >> 32;
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
