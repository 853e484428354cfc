// Counts the bits of eight numbers at a time, by looking up the halves of their bytes.
#include "simhash/near_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include <immintrin.h>

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = 8, together = NearKernel::together;

// The number of bits of each byte.
[[gnu::always_inline]] inline __m256i bits_of_bytes(__m256i v) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2,
                                         1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i half = _mm256_set1_epi8(0x0f);
  const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, half));
  const __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), half));
  return _mm256_add_epi8(low, high);
}

// The distances of eight numbers from the nearest of the few.
[[gnu::always_inline]] inline __m256i nearest(__m256i some, const __m256i* few) {
  __m256i least = _mm256_set1_epi32(32);
#pragma GCC unroll 4
  for (std::size_t i = 0; i < together; ++i) {
    const __m256i bytes = bits_of_bytes(_mm256_xor_si256(some, few[i]));
    const __m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1));
    least = _mm256_min_epu32(least, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  return least;
}

std::size_t select(const std::uint32_t* few, const std::uint32_t* many, std::size_t count,
                   int limit, std::uint32_t* out) {
  __m256i all_few[together];
  for (std::size_t i = 0; i < together; ++i) {
    all_few[i] = _mm256_set1_epi32(static_cast<int>(few[i]));
  }
  const __m256i beyond = _mm256_set1_epi32(limit + 1);
  std::size_t found = 0;
  const auto take = [&](__m256i some, std::size_t from, unsigned there) {
    const __m256i near = _mm256_cmpgt_epi32(beyond, nearest(some, all_few));
    auto mask = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(near))) & there;
    for (; mask != 0; mask &= mask - 1) {
      out[found++] =
          static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(__builtin_ctz(mask));
    }
  };
  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    take(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(many + j)), j, 0xff);
  }
  if (j < count) {
    std::uint32_t last[lanes] = {};
    for (std::size_t i = 0; j + i < count; ++i) last[i] = many[j + i];
    take(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(last)), j, (1U << (count - j)) - 1);
  }
  return found;
}

}  // namespace

const NearKernel avx2_near_kernel = {select, 1024};

}  // namespace subintent::internal
#endif
