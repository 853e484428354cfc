// What kernels for AVX2 share: blocks of bytes, and decimal numbers by sums of pairs.
#pragma once

// For files that are compiled for AVX2 with BMI alone (line_kernel.h).
#include <immintrin.h>

#include <cstdint>

namespace subintent::internal::avx2 {

__extension__ using TwoBlocks = unsigned __int128;

inline __m256i load(const char* at) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

inline __m128i load_half(const void* at) {
  return _mm_loadu_si128(static_cast<const __m128i*>(at));
}

inline std::uint32_t bits_of(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
}

inline std::uint64_t bits_of(__m256i first, __m256i second) {
  return std::uint64_t{bits_of(second)} << 32 | bits_of(first);
}

inline __m256i is(__m256i bytes, char byte) {
  return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte));
}

inline __m256i is_blank(__m256i bytes) {
  const __m256i from_tab = _mm256_sub_epi8(bytes, _mm256_set1_epi8('\t'));
  const __m256i least = _mm256_min_epu8(from_tab, _mm256_set1_epi8('\r' - '\t'));
  return _mm256_or_si256(_mm256_cmpeq_epi8(from_tab, least), is(bytes, ' '));
}

inline unsigned lowest_bit(std::uint64_t bits) {
  return static_cast<unsigned>(__builtin_ctzll(bits));
}
inline unsigned lowest_bit(TwoBlocks bits) {
  const auto low = static_cast<std::uint64_t>(bits);
  return low != 0 ? lowest_bit(low) : 64 + lowest_bit(static_cast<std::uint64_t>(bits >> 64));
}

inline constexpr unsigned most_bytes = 16;

// The places that the digits of a number come from which has a point at place p, the last digit at
// the end: sixteen from row[p].places + their count on, of which those before the first digit are
// negative. The last row has no point.
struct DigitPlaces {
  constexpr DigitPlaces() {
    for (unsigned point = 0; point <= most_bytes; ++point) {
      for (unsigned i = 0; i < most_bytes; ++i) {
        row[point].places[i] = -1;
        row[point].places[most_bytes + i] = static_cast<signed char>(i < point ? i : i + 1);
      }
    }
  }

  struct Row {
    signed char places[2 * most_bytes] = {};
  } row[most_bytes + 1] = {};
};
alignas(64) inline constexpr DigitPlaces digit_places;

inline __m128i places_of(unsigned point, unsigned count) {
  return load_half(digit_places.row[point].places + count);
}

// A rank of at most eight digits, and a score of at most fifteen, of which some are decimals.
struct Numbers {
  bool are_plain;
  std::uint64_t rank, score;
  unsigned decimals;
  bool has_point;  // in the score
};

// Of texts of 1 to 8 and 1 to 16 bytes, both at once.
[[gnu::always_inline]] inline Numbers numbers_of(const char* rank, unsigned rank_size,
                                                 const char* score, unsigned score_size) {
  const __m128i text = load_half(score);
  const auto points =
      static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8('.'))));
  const unsigned point = lowest_bit(std::uint64_t{_bzhi_u32(points, score_size) | 1u << 16});
  const unsigned count = score_size - (point < most_bytes ? 1 : 0);
  const __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(text), load_half(rank), 1);
  const __m256i from = _mm256_inserti128_si256(_mm256_castsi128_si256(places_of(point, count)),
                                               places_of(most_bytes, rank_size), 1);
  const __m256i digits = _mm256_shuffle_epi8(_mm256_sub_epi8(both, _mm256_set1_epi8('0')), from);
  // Of what is above 9, either has its highest bit.
  const __m256i others =
      _mm256_or_si256(digits, _mm256_add_epi8(digits, _mm256_set1_epi8(0x80 - 10)));
  const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(10 + (1 << 8)));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(100 + (1 << 16)));
  const __m256i packed = _mm256_packus_epi32(fours, fours);
  const __m256i eights = _mm256_madd_epi16(packed, _mm256_set1_epi32(10000 + (1 << 16)));
  const auto of_score = static_cast<std::uint64_t>(_mm256_extract_epi64(eights, 0));
  const auto of_rank = static_cast<std::uint64_t>(_mm256_extract_epi64(eights, 2));
  return {bits_of(others) == 0 && count - 1 < most_bytes - 1, of_rank >> 32,
          (of_score & 0xffffffff) * 100000000 + (of_score >> 32),
          point < most_bytes ? count - point : 0, point < most_bytes};
}

inline constexpr double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

// Both are exact, so that the quotient is rounded as the text is.
inline double value_of(const Numbers& numbers) {
  return static_cast<double>(static_cast<std::int64_t>(numbers.score)) / powers[numbers.decimals];
}

// For a number that is not there: 0, in as many bytes as are looked at.
alignas(32) inline constexpr char zero_text[32] = {'0'};

}  // namespace subintent::internal::avx2
