// Where columns and lines end in blocks of 64 bytes.
#pragma once

#include <cstdint>

#ifdef __SSE2__  // part of x86-64
#include <emmintrin.h>
#endif

namespace subintent::internal {

// Bit i is set where byte i of a block of 64 is a blank or a line end, or a line end.
struct BlockMasks {
  std::uint64_t blanks = 0, line_ends = 0;

  bool operator==(const BlockMasks&) const = default;
};

// On every processor.
inline BlockMasks portable_masks_of(const char* block) {
  BlockMasks masks;
  for (unsigned i = 0; i < 64; ++i) {
    const char c = block[i];
    masks.blanks |= std::uint64_t{c == ' ' || (c >= '\t' && c <= '\r')} << i;
    masks.line_ends |= std::uint64_t{c == '\n'} << i;
  }
  return masks;
}

// Bit i is set where byte i of a block of 64 is `c`.
inline std::uint64_t mask_of(const char* block, char c) {
  std::uint64_t mask = 0;
#ifdef __SSE2__
  for (int part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
    const int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
    mask |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(bits)) << (16 * part);
  }
#else
  for (unsigned i = 0; i < 64; ++i) mask |= std::uint64_t{block[i] == c} << i;
#endif
  return mask;
}

#ifdef __SSE2__
inline BlockMasks masks_of(const char* block) {
  BlockMasks masks;
  for (int part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
    // Tab, line feed, vertical tab, form feed and carriage return are 9 to 13.
    const __m128i from_tab = _mm_sub_epi8(bytes, _mm_set1_epi8('\t'));
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(from_tab, _mm_set1_epi8(4)), from_tab);
    const __m128i blanks = _mm_or_si128(controls, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')));
    const __m128i ends = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
    const auto bits = [&](__m128i mask) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(mask)))
             << (16 * part);
    };
    masks.blanks |= bits(blanks);
    masks.line_ends |= bits(ends);
  }
  return masks;
}
#else
inline BlockMasks masks_of(const char* block) {
  return portable_masks_of(block);
}
#endif

}  // namespace subintent::internal
