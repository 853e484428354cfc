// Where columns and lines end in blocks of 64 bytes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <tuple>

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

// Bit i is set where byte i of a block of 64 is one of these.
template <typename... Chars>
std::uint64_t mask_of(const char* block, Chars... chars) {
  std::uint64_t mask = 0;
#ifdef __SSE2__
  for (int part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
    __m128i found = _mm_setzero_si128();
    ((found = _mm_or_si128(found, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(chars)))), ...);
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(found));
    mask |= static_cast<std::uint64_t>(bits) << (16 * part);
  }
#else
  for (unsigned i = 0; i < 64; ++i) mask |= std::uint64_t{(... || (block[i] == chars))} << i;
#endif
  return mask;
}

// Bit i is set where byte i of a block of 64 is not printable ASCII.
inline std::uint64_t unprintable_mask_of(const char* block) {
  std::uint64_t mask = 0;
#ifdef __SSE2__
  for (int part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
    const __m128i others =
        _mm_cmplt_epi8(bytes, _mm_set1_epi8(' '));  // those from 0x80 are negative
    const __m128i found = _mm_or_si128(others, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f)));
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(found));
    mask |= static_cast<std::uint64_t>(bits) << (16 * part);
  }
#else
  for (unsigned i = 0; i < 64; ++i) {
    mask |= std::uint64_t{block[i] < ' ' || static_cast<unsigned char>(block[i]) >= 0x7f} << i;
  }
#endif
  return mask;
}

// Bit i is set where byte i of a block of 64 is a separator or a line end; or is neither, and none
// from '#' to '~': a blank, a quote, '!', a control character or none of ASCII.
struct CellMasks {
  std::uint64_t ends = 0, odd = 0;

  bool operator==(const CellMasks&) const = default;
};

inline CellMasks cell_masks_of(const char* block, char separator) {
  std::uint64_t plain = 0, ends = 0;
#ifdef __SSE2__
  for (int part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
    const auto bits = [&](__m128i mask) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(mask)))
             << (16 * part);
    };
    const __m128i from_hash = _mm_sub_epi8(bytes, _mm_set1_epi8('#'));
    const __m128i last = _mm_set1_epi8('~' - '#');
    plain |= bits(_mm_cmpeq_epi8(_mm_max_epu8(from_hash, last), last));
    ends |= bits(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(separator)),
                              _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'))));
  }
#else
  for (unsigned i = 0; i < 64; ++i) {
    plain |= std::uint64_t{block[i] >= '#' && block[i] <= '~'} << i;
    ends |= std::uint64_t{block[i] == separator || block[i] == '\n'} << i;
  }
#endif
  return {ends, ~(plain | ends)};
}

// Goes from one place to the next at which a text has one of some bytes. Blocks of 64 may be read
// wherever the text goes on.
template <typename... Chars>
class Places {
 public:
  explicit Places(std::string_view text, Chars... chars)
      : end_(text.data() + text.size()), chars_(chars...) {
    seek(text.data());
  }

  // From now on those from here on.
  void seek(const char* place) {
    block_ = place;
    look();
  }

  // The end of the text where there is none.
  const char* next() {
    while (places_ == 0) {
      block_ += 64;
      if (block_ >= end_) return end_;
      look();
    }
    const char* const place = block_ + std::countr_zero(places_);
    places_ &= places_ - 1;
    return std::min(place, end_);
  }

 private:
  void look() {
    places_ = std::apply([&](Chars... chars) { return mask_of(block_, chars...); }, chars_);
  }

  const char* block_;
  const char* end_;
  std::tuple<Chars...> chars_;
  std::uint64_t places_;  // those of the block that are still to come
};

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
