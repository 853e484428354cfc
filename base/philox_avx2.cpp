// On four numbers at a time.
#include "base/philox_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include <immintrin.h>

namespace subintent::internal {
namespace {

// Here each word has 64 bits of its own, whose upper half means nothing: the multiplication takes
// the lower halves and gives both halves of the product. Groups of blocks are worked on together to
// keep the multiplier busy.
using FourWords = std::uint64_t __attribute__((vector_size(32)));

}  // namespace

void avx2_random_blocks(const RandomSequence& sequence, std::uint32_t first_block,
                        std::uint32_t limit, std::uint32_t* words) {
  constexpr std::uint32_t size = 4, groups = 2;  // of four blocks
  for (std::uint32_t done = 0; done < blocks_at_once; done += size * groups) {
    FourWords x0[groups], x1[groups], x2[groups], x3[groups];
    for (std::uint32_t g = 0; g < groups; ++g) {
      x0[g] = FourWords{0, 1, 2, 3} + (first_block + done + size * g);
      x1[g] = FourWords{} + sequence.row;
      x2[g] = FourWords{} + sequence.trial;
      x3[g] = FourWords{} + static_cast<std::uint32_t>(sequence.purpose);
    }
    auto key0 = static_cast<std::uint32_t>(sequence.seed);
    auto key1 = static_cast<std::uint32_t>(sequence.seed >> 32);
    for (int round = 0; round < philox_rounds; ++round) {
      for (std::uint32_t g = 0; g < groups; ++g) {
        const auto product0 = (FourWords)_mm256_mul_epu32(
            (__m256i)x0[g], (__m256i)(FourWords{} + philox_multiplier0));
        const auto product1 = (FourWords)_mm256_mul_epu32(
            (__m256i)x2[g], (__m256i)(FourWords{} + philox_multiplier1));
        x0[g] = (product1 >> 32) ^ x1[g] ^ key0;
        x2[g] = (product0 >> 32) ^ x3[g] ^ key1;
        x1[g] = product1;
        x3[g] = product0;
      }
      key0 += philox_weyl0;
      key1 += philox_weyl1;
    }
    for (std::uint32_t g = 0; g < groups && limit > 0; ++g) {
      const FourWords left = limit - 4 * (FourWords{0, 1, 2, 3} + (first_block + done + size * g));
      x0[g] = (FourWords)_mm256_mul_epu32((__m256i)x0[g], (__m256i)left) >> 32;
      x1[g] = (FourWords)_mm256_mul_epu32((__m256i)x1[g], (__m256i)(left - 1)) >> 32;
      x2[g] = (FourWords)_mm256_mul_epu32((__m256i)x2[g], (__m256i)(left - 2)) >> 32;
      x3[g] = (FourWords)_mm256_mul_epu32((__m256i)x3[g], (__m256i)(left - 3)) >> 32;
    }
    for (std::uint32_t g = 0; g < groups; ++g) {
      const auto front = (__m256i)((x0[g] & 0xFFFFFFFF) | (x1[g] << 32));
      const auto back = (__m256i)((x2[g] & 0xFFFFFFFF) | (x3[g] << 32));
      const __m256i even = _mm256_unpacklo_epi64(front, back);  // blocks 0 and 2
      const __m256i odd = _mm256_unpackhi_epi64(front, back);   // blocks 1 and 3
      auto* const out = reinterpret_cast<__m256i*>(words + 4 * (done + size * g));
      _mm256_storeu_si256(out, _mm256_permute2x128_si256(even, odd, 0x20));
      _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(even, odd, 0x31));
    }
  }
}

}  // namespace subintent::internal
#endif
