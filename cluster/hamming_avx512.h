// The kernels on eight numbers at a time, whatever counts their bits.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "cluster/hamming_scalar.h"

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = 8;

[[gnu::always_inline]] inline __mmask8 lanes_of(std::size_t count) {
  return static_cast<__mmask8>((1U << count) - 1);
}

// Count::bits(v) has the number of bits of each of the eight numbers of v.
template <typename Count>
std::size_t avx512_select(std::uint64_t x, const std::uint64_t* fingerprints, std::size_t count,
                          int limit, std::uint32_t* out) {
  const __m512i all_x = _mm512_set1_epi64(static_cast<long long>(x));
  const __m512i farthest = _mm512_set1_epi64(limit);
  std::size_t found = 0, i = 0;
  const auto take = [&](unsigned mask, std::size_t from) {
    for (; mask != 0; mask &= mask - 1) {
      out[found++] =
          static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(__builtin_ctz(mask));
    }
  };
  const auto near = [&](std::size_t from) -> unsigned {
    const __m512i difference = _mm512_xor_si512(_mm512_loadu_si512(fingerprints + from), all_x);
    return _mm512_cmple_epu64_mask(Count::bits(difference), farthest);
  };
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    const unsigned mask =
        near(i) | near(i + lanes) << 8 | near(i + 2 * lanes) << 16 | near(i + 3 * lanes) << 24;
    if (mask != 0) take(mask, i);
  }
  for (; i < count; i += lanes) {
    const __mmask8 there = count - i < lanes ? lanes_of(count - i) : lanes_of(lanes);
    const __m512i difference =
        _mm512_xor_si512(_mm512_maskz_loadu_epi64(there, fingerprints + i), all_x);
    take(_mm512_mask_cmple_epu64_mask(there, Count::bits(difference), farthest), i);
  }
  return found;
}

template <typename Count>
int avx512_farthest_of(std::uint64_t x, const std::uint64_t* fingerprints, std::size_t count) {
  const __m512i all_x = _mm512_set1_epi64(static_cast<long long>(x));
  __m512i largest = _mm512_setzero_si512();
  for (std::size_t i = 0; i < count; i += lanes) {
    const __mmask8 there = count - i < lanes ? lanes_of(count - i) : lanes_of(lanes);
    const __m512i difference =
        _mm512_maskz_xor_epi64(there, _mm512_maskz_loadu_epi64(there, fingerprints + i), all_x);
    largest = _mm512_max_epu64(largest, Count::bits(difference));
  }
  return static_cast<int>(_mm512_reduce_max_epu64(largest));
}

}  // namespace
}  // namespace subintent::internal
