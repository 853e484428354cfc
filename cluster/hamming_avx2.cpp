// Counts the bits of four numbers at a time, by looking up the halves of their bytes.
#include "cluster/hamming_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "cluster/hamming_scalar.h"

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

std::size_t select(std::uint64_t x, const std::uint64_t* fingerprints, std::size_t count, int limit,
                   std::uint32_t* out) {
  const __m256i all_x = _mm256_set1_epi64x(static_cast<long long>(x));
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
    const __m256i a = bits_of(_mm256_xor_si256(load(fingerprints + i), all_x));
    const __m256i b = bits_of(_mm256_xor_si256(load(fingerprints + i + lanes), all_x));
    const __m256i c = bits_of(_mm256_xor_si256(load(fingerprints + i + 2 * lanes), all_x));
    const __m256i d = bits_of(_mm256_xor_si256(load(fingerprints + i + 3 * lanes), all_x));
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
    if (__builtin_popcountll(x ^ fingerprints[i]) <= limit) take(1, i);
  }
  return found;
}

int farthest_of(std::uint64_t x, const std::uint64_t* fingerprints, std::size_t count) {
  const __m256i all_x = _mm256_set1_epi64x(static_cast<long long>(x));
  __m256i largest = _mm256_setzero_si256();
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    largest = _mm256_max_epi16(largest, bits_of(_mm256_xor_si256(load(fingerprints + i), all_x)));
  }
  alignas(32) std::uint64_t sums[lanes];
  _mm256_store_si256(reinterpret_cast<__m256i*>(sums), largest);
  int result = 0;
  for (const std::uint64_t sum : sums) {
    result = static_cast<int>(sum) > result ? static_cast<int>(sum) : result;
  }
  for (; i < count; ++i) {
    const int distance = __builtin_popcountll(x ^ fingerprints[i]);
    result = distance > result ? distance : result;
  }
  return result;
}

}  // namespace

const HammingKernel avx2_hamming_kernel = {select, scalar_farthest<Popcnt, farthest_of>};

}  // namespace subintent::internal
#endif
