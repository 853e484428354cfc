// Counts the bits of eight numbers at a time, by the instruction VPOPCNTQ.
#include "similarity/hamming_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include <immintrin.h>

#include "similarity/hamming_scalar.h"

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = 8;

[[gnu::always_inline]] inline __mmask8 lanes_of(std::size_t count) {
  return static_cast<__mmask8>((1U << count) - 1);
}

// The words of x, again and again.
template <std::size_t words>
[[gnu::always_inline]] inline __m512i repeated(const std::uint64_t* x) {
  if constexpr (words == 1) return _mm512_set1_epi64(static_cast<long long>(*x));
  if constexpr (words == 2) {
    return _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x)));
  }
  if constexpr (words == 4) {
    return _mm512_broadcast_i64x4(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(x)));
  }
}

// a0 + a1, a2 + a3, ... b6 + b7
[[gnu::always_inline]] inline __m512i sums_of_pairs(__m512i a, __m512i b) {
  const __m512i sums = _mm512_add_epi64(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
  return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), sums);
}

// The distances of eight fingerprints.
template <std::size_t words>
[[gnu::always_inline]] inline __m512i distances(const std::uint64_t* fingerprints, __m512i all_x) {
  if constexpr (words == 1) {
    return _mm512_popcnt_epi64(_mm512_xor_si512(_mm512_loadu_si512(fingerprints), all_x));
  } else {
    return sums_of_pairs(distances<words / 2>(fingerprints, all_x),
                         distances<words / 2>(fingerprints + words / 2 * lanes, all_x));
  }
}

// As above, for fewer, which have `left` words; the others are 0.
template <std::size_t words>
[[gnu::always_inline]] inline __m512i last_distances(const std::uint64_t* fingerprints,
                                                     std::size_t left, __m512i all_x) {
  if constexpr (words == 1) {
    const __mmask8 there = lanes_of(left < lanes ? left : lanes);
    return _mm512_popcnt_epi64(
        _mm512_maskz_xor_epi64(there, _mm512_maskz_loadu_epi64(there, fingerprints), all_x));
  } else {
    constexpr std::size_t half = words / 2 * lanes;
    return sums_of_pairs(
        last_distances<words / 2>(fingerprints, left, all_x),
        last_distances<words / 2>(fingerprints + half, left > half ? left - half : 0, all_x));
  }
}

template <std::size_t words>
std::size_t select(const std::uint64_t* x, const std::uint64_t* fingerprints, std::size_t count,
                   int limit, std::uint32_t* out) {
  const __m512i all_x = repeated<words>(x);
  const __m512i farthest = _mm512_set1_epi64(limit);
  std::size_t found = 0, i = 0;
  const auto take = [&](unsigned mask, std::size_t from) {
    for (; mask != 0; mask &= mask - 1) {
      out[found++] =
          static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(__builtin_ctz(mask));
    }
  };
  const auto near = [&](__m512i some) -> unsigned {
    return _mm512_cmple_epu64_mask(some, farthest);  // in clang a macro
  };
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    const std::uint64_t* const from = fingerprints + i * words;
    const __m512i a = distances<words>(from, all_x);
    const __m512i b = distances<words>(from + lanes * words, all_x);
    const __m512i c = distances<words>(from + 2 * lanes * words, all_x);
    const __m512i d = distances<words>(from + 3 * lanes * words, all_x);
    // Their upper halves are 0.
    const __m512i least = _mm512_min_epu32(_mm512_min_epu32(a, b), _mm512_min_epu32(c, d));
    if (near(least) == 0) continue;
    take(near(a) | near(b) << 8 | near(c) << 16 | near(d) << 24, i);
  }
  for (; i < count; i += lanes) {
    const __mmask8 there = count - i < lanes ? lanes_of(count - i) : lanes_of(lanes);
    const __m512i some =
        last_distances<words>(fingerprints + i * words, (count - i) * words, all_x);
    take(_mm512_mask_cmple_epu64_mask(there, some, farthest), i);
  }
  return found;
}

// Of eight fingerprints of b and all of a. Those that are too far apart show it within a few pairs.
template <std::size_t words>
int farthest(const std::uint64_t* a, std::size_t count_a, const std::uint64_t* b,
             std::size_t count_b, int limit) {
  const __m512i farthest_near = _mm512_set1_epi64(limit);
  __m512i largest = _mm512_setzero_si512();
  for (std::size_t j = 0; j < count_b; j += lanes) {
    const std::size_t left = (count_b - j) * words;
    const bool all = left >= lanes * words;
    const __mmask8 there = all ? lanes_of(lanes) : lanes_of(count_b - j);
    for (std::size_t i = 0; i < count_a; ++i) {
      const __m512i all_x = repeated<words>(a + i * words);
      const __m512i some = all ? distances<words>(b + j * words, all_x)
                               : last_distances<words>(b + j * words, left, all_x);
      if (_mm512_mask_cmpgt_epu64_mask(there, some, farthest_near) != 0) return limit + 1;
      largest = _mm512_max_epu32(largest, some);
    }
  }
  return static_cast<int>(_mm512_reduce_max_epu64(largest));
}

template <std::size_t words>
constexpr HammingKernel kernel = {select<words>, farthest<words>, scalar_distances<Popcnt, words>};

}  // namespace

const HammingKernels avx512_hamming_kernels = {kernel<1>, kernel<2>, kernel<4>};

}  // namespace subintent::internal
#endif
