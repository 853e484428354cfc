// Counts the bits of sixteen numbers at a time, by the instruction VPOPCNTD.
#include "simhash/near_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include <immintrin.h>

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = 16, together = NearKernel::together;

// The distances of sixteen numbers from the nearest of the few.
[[gnu::always_inline]] inline __m512i nearest(__m512i some, const __m512i* few) {
  __m512i least = _mm512_popcnt_epi32(_mm512_xor_si512(some, few[0]));
#pragma GCC unroll 4
  for (std::size_t i = 1; i < together; ++i) {
    least = _mm512_min_epu32(least, _mm512_popcnt_epi32(_mm512_xor_si512(some, few[i])));
  }
  return least;
}

std::size_t select(const std::uint32_t* few, const std::uint32_t* many, std::size_t count,
                   int limit, std::uint32_t* out) {
  __m512i all_few[together];
  for (std::size_t i = 0; i < together; ++i) {
    all_few[i] = _mm512_set1_epi32(static_cast<int>(few[i]));
  }
  const __m512i farthest = _mm512_set1_epi32(limit);
  std::size_t found = 0, j = 0;
  const auto take = [&](unsigned mask) {
    for (; mask != 0; mask &= mask - 1) {
      out[found++] =
          static_cast<std::uint32_t>(j) + static_cast<std::uint32_t>(__builtin_ctz(mask));
    }
  };
  for (; j + lanes <= count; j += lanes) {
    const __m512i some = nearest(_mm512_loadu_si512(many + j), all_few);
    const unsigned mask = _mm512_cmple_epu32_mask(some, farthest);
    if (mask != 0) take(mask);
  }
  if (j < count) {
    const auto there = static_cast<__mmask16>((1U << (count - j)) - 1);
    const __m512i some = nearest(_mm512_maskz_loadu_epi32(there, many + j), all_few);
    take(_mm512_mask_cmple_epu32_mask(there, some, farthest));
  }
  return found;
}

}  // namespace

const NearKernel avx512_near_kernel = {select, 4096};

}  // namespace subintent::internal
#endif
