// Counts the bits of four numbers at a time, by looking up the halves of their bytes.
#include "similarity/hamming_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include <immintrin.h>

#include "similarity/hamming_scalar.h"

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = 4;

// The number of bits in each of the four numbers.
[[gnu::always_inline]] inline __m256i bits_of(__m256i v) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2,
                                         1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i half = _mm256_set1_epi8(0x0f);
  const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, half));
  const __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), half));
  return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
}

[[gnu::always_inline]] inline __m256i load(const std::uint64_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

// The words of x, again and again.
template <std::size_t words>
[[gnu::always_inline]] inline __m256i repeated(const std::uint64_t* x) {
  const auto word = [&](std::size_t k) { return static_cast<long long>(x[k % words]); };
  return _mm256_setr_epi64x(word(0), word(1), word(2), word(3));
}

// a0 + a1, a2 + a3, b0 + b1, b2 + b3
[[gnu::always_inline]] inline __m256i sums_of_pairs(__m256i a, __m256i b) {
  const __m256i sums = _mm256_add_epi64(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
  return _mm256_permute4x64_epi64(sums, 0xd8);
}

// The distances of four fingerprints.
template <std::size_t words>
[[gnu::always_inline]] inline __m256i distances(const std::uint64_t* fingerprints, __m256i all_x) {
  if constexpr (words == 1) {
    return bits_of(_mm256_xor_si256(load(fingerprints), all_x));
  } else {
    return sums_of_pairs(distances<words / 2>(fingerprints, all_x),
                         distances<words / 2>(fingerprints + words / 2 * lanes, all_x));
  }
}

template <std::size_t words>
std::size_t select(const std::uint64_t* x, const std::uint64_t* fingerprints, std::size_t count,
                   int limit, std::uint32_t* out) {
  const __m256i all_x = repeated<words>(x);
  const __m256i beyond = _mm256_set1_epi64x(limit + 1);
  std::size_t found = 0, i = 0;
  const auto take = [&](unsigned mask, std::size_t from) {
    for (; mask != 0; mask &= mask - 1) {
      out[found++] =
          static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(__builtin_ctz(mask));
    }
  };
  // The sums are below 2^16, so that four vectors of them fit into one, at bits 0, 16, 32 and 48.
  const __m256i packed_limit = _mm256_set1_epi16(static_cast<short>(limit + 1));
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    const std::uint64_t* const from = fingerprints + i * words;
    const __m256i a = distances<words>(from, all_x);
    const __m256i b = distances<words>(from + lanes * words, all_x);
    const __m256i c = distances<words>(from + 2 * lanes * words, all_x);
    const __m256i d = distances<words>(from + 3 * lanes * words, all_x);
    const __m256i packed =
        _mm256_or_si256(_mm256_or_si256(a, _mm256_slli_epi64(b, 16)),
                        _mm256_or_si256(_mm256_slli_epi64(c, 32), _mm256_slli_epi64(d, 48)));
    if (_mm256_testz_si256(_mm256_cmpgt_epi16(packed_limit, packed), _mm256_set1_epi64x(-1)) != 0) {
      continue;
    }
    const auto near = [&](__m256i sums) {
      return static_cast<unsigned>(
          _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(beyond, sums))));
    };
    take(near(a) | near(b) << 4 | near(c) << 8 | near(d) << 12, i);
  }
  for (; i < count; ++i) {
    if (scalar_distance<Popcnt, words>(x, fingerprints + i * words) <= limit) take(1, i);
  }
  return found;
}

template <std::size_t words>
int farthest_of(const std::uint64_t* x, const std::uint64_t* fingerprints, std::size_t count) {
  const __m256i all_x = repeated<words>(x);
  __m256i largest = _mm256_setzero_si256();
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    largest = _mm256_max_epi16(largest, distances<words>(fingerprints + i * words, all_x));
  }
  alignas(32) std::uint64_t sums[lanes];
  _mm256_store_si256(reinterpret_cast<__m256i*>(sums), largest);
  int result = 0;
  for (const std::uint64_t sum : sums) {
    result = static_cast<int>(sum) > result ? static_cast<int>(sum) : result;
  }
  for (; i < count; ++i) {
    const int distance = scalar_distance<Popcnt, words>(x, fingerprints + i * words);
    result = distance > result ? distance : result;
  }
  return result;
}

template <std::size_t words>
constexpr HammingKernel kernel = {select<words>, scalar_farthest<Popcnt, words, farthest_of<words>>,
                                  scalar_distances<Popcnt, words>};

}  // namespace

const HammingKernels avx2_hamming_kernels = {kernel<1>, kernel<2>, kernel<4>};

}  // namespace subintent::internal
#endif
