// The letters of two bytes in UTF-8: Latin with accents, Greek, Cyrillic, Armenian, Arabic, ...
#pragma once

#include <unicode/normalizer2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace subintent::internal {

// Those of them that take part in words as ASCII letters do (ALetter in UAX #29, Table 3) and are
// folded whatever stands beside them, unless a sign follows.
class TwoByteLetters {
 public:
  explicit TwoByteLetters(const icu::Normalizer2& folding);

  // What the letter that starts at `position` is folded to, valid as long as this; empty if there
  // is none such.
  std::string_view folded(std::string_view text, std::size_t position) const {
    if (position + 1 >= text.size()) return {};
    const auto lead = static_cast<unsigned char>(text[position]);
    const auto trail = static_cast<unsigned char>(text[position + 1]);
    if ((lead & 0xE0) != 0xC0 || (trail & 0xC0) != 0x80) return {};
    const Folded& found = letters_[((lead & 0x1Fu) << 6) | (trail & 0x3Fu)];
    return {found.bytes.data(), found.size};
  }

 private:
  struct Folded {
    std::array<char, 7> bytes{};
    std::uint8_t size = 0;
  };

  std::array<Folded, 0x800> letters_;  // by code point
};

}  // namespace subintent::internal
