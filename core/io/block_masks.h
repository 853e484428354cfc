// Finds the ends of columns and lines in blocks of 64 bytes.
#pragma once

#include <bit>
#include <cstring>
#include <tuple>

#ifdef __SSE2__  // part of x86-64
#include <emmintrin.h>
#endif

#include "subintent/basics.h"

namespace subintent::internal {

using Bytes16 = unsigned char __attribute__((vector_size(16)));

// Bit i is set where byte i is not 0; each is 0 or 255, as a comparison gives them.
inline std::uint32_t bits_of(Bytes16 bytes) {
#ifdef __SSE2__
  __m128i vector;
  std::memcpy(&vector, &bytes, sizeof bytes);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(vector));
#else
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 16; ++i) bits |= std::uint32_t{bytes[i] != 0} << i;
  return bits;
#endif
}

// For each test, a comparison of Bytes16: bit i is set where it holds for byte i of a block of 64.
template <typename... Tests>
std::array<std::uint64_t, sizeof...(Tests)> masks_where(const char* block, Tests... tests) {
  std::array<std::uint64_t, sizeof...(Tests)> masks{};
  for (int part = 0; part < 4; ++part) {
    Bytes16 bytes;
    std::memcpy(&bytes, block + 16 * part, sizeof bytes);
    auto* mask = masks.data();
    const auto add = [&](auto found) {
      *mask++ |= std::uint64_t{bits_of(reinterpret_cast<Bytes16>(found))} << (16 * part);
    };
    (add(tests(bytes)), ...);
  }
  return masks;
}

// The test for any of these bytes.
template <typename... Chars>
auto any_of(Chars... chars) {
  return [=](Bytes16 bytes) { return (... | (bytes == static_cast<unsigned char>(chars))); };
}

// The test for bytes from `first` to `last`.
inline auto from_to(char first, char last) {
  const auto low = static_cast<unsigned char>(first);
  const auto size = static_cast<unsigned char>(last - first);
  return [=](Bytes16 bytes) { return bytes - low <= size; };
}

template <typename... Chars>
std::uint64_t mask_of(const char* block, Chars... chars) {
  return masks_where(block, any_of(chars...))[0];
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

  // Gives masks from here on.
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

// Position of the first byte from `position` on for which a test (of core/io/block_masks.h) holds;
// the end of the text if there is none. Reads sixteen bytes at a time, and none beyond the end.
template <typename Test>
std::size_t find_where(std::string_view text, std::size_t position, Test test) {
  const auto first_of = [&](const Bytes16& bytes) -> std::size_t {
    const auto found = reinterpret_cast<Bytes16>(test(bytes));
#ifdef __SSE2__
    const std::uint32_t bits = bits_of(found);
    return bits == 0 ? 16 : static_cast<std::size_t>(std::countr_zero(bits));
#else
    std::array<std::uint64_t, 2> halves;
    std::memcpy(halves.data(), &found, sizeof found);
    if ((halves[0] | halves[1]) == 0) return 16;
    std::size_t i = 0;
    while (found[i] == 0) ++i;
    return i;
#endif
  };
  Bytes16 bytes;
  for (; position + sizeof bytes <= text.size(); position += sizeof bytes) {
    std::memcpy(&bytes, text.data() + position, sizeof bytes);
    if (const std::size_t first = first_of(bytes); first < sizeof bytes) return position + first;
  }
  if (position >= text.size()) return text.size();
  bytes = Bytes16{};
  std::memcpy(&bytes, text.data() + position, text.size() - position);
  return std::min(position + first_of(bytes), text.size());
}

}  // namespace subintent::internal
