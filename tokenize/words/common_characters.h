// The most common characters beyond ASCII: those of two bytes in UTF-8 (Latin with accents, Greek,
// Cyrillic, Armenian, Arabic, ...), and the first 64 of General Punctuation (dashes, quotation
// marks, the apostrophe, the ellipsis, ...).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tokenize/words/ascii_word_classes.h"
#include "tokenize/words/word_folding.h"

namespace subintent::internal {

// How these characters take part in words, as far as that can be said of each alone: letters
// (ALetter in UAX #29, Table 3) that are folded whatever stands beside them, unless a sign follows;
// MidLetter and MidNumLet, which folding does not change; and what joins nothing. All others are
// foreign.
class CommonCharacters {
 public:
  struct Character {
    std::array<char, 6> bytes{};  // folded, if a word can have it
    std::uint8_t size = 0;
    std::uint8_t kind = AsciiWordClass::foreign;  // as bits of AsciiWordClass

    std::string_view folded() const { return {bytes.data(), size}; }
  };

  explicit CommonCharacters(const WordFolding& folding);

  // The character that starts at `position`, which is not ASCII; the reference is valid as long as
  // this.
  const Character& at(std::string_view text, std::size_t position) const {
    const std::size_t left = text.size() - position;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[position + i]); };
    if (left >= 2 && (byte(0) & 0xE0) == 0xC0 && (byte(1) & 0xC0) == 0x80) {
      return characters_[((byte(0) & 0x1Fu) << 6) | (byte(1) & 0x3Fu)];
    }
    if (left >= 3 && byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) & 0xC0) == 0x80) {
      return characters_[two_bytes + (byte(2) & 0x3Fu)];
    }
    return foreign_;
  }

 private:
  static constexpr std::size_t two_bytes = 0x800, punctuation = 0x40;

  std::array<Character, two_bytes + punctuation> characters_;  // by code point, then from U+2000 on
  Character foreign_;
};

}  // namespace subintent::internal
