// The characters beyond ASCII of two and three bytes in UTF-8, which are the whole basic plane.
#pragma once

#include "tokenize/words/ascii_word_classes.h"
#include "tokenize/words/word_folding.h"

namespace subintent::internal {

// How these characters take part in words, as far as that can be said of each alone: letters
// (ALetter in UAX #29, Table 3), syllables of Hangul and ideographs that are folded whatever stands
// beside them, unless a sign follows; MidLetter, MidNum and MidNumLet; and what joins nothing. All
// others are foreign.
class CommonCharacters {
 public:
  struct Character {
    std::uint16_t kind = WordClass::foreign;  // as bits of WordClass
    std::uint8_t size = 0;
    std::array<char, 5> bytes{};  // folded, if a word can have it

    std::string_view folded() const { return {bytes.data(), size}; }
  };

  explicit CommonCharacters(const WordFolding& folding) : folding_(folding) {}

  // The character that starts at `position`, which is not ASCII; the reference is valid as long as
  // this.
  const Character& at(std::string_view text, std::size_t position) {
    const std::size_t left = text.size() - position;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[position + i]); };
    if (left >= 2 && (byte(0) & 0xE0) == 0xC0 && (byte(1) & 0xC0) == 0x80)
      return on_page(byte(0) & 0x1Fu, byte(1) & 0x3Fu);
    if (left >= 3 && (byte(0) & 0xF0) == 0xE0 && (byte(1) & 0xC0) == 0x80 &&
        (byte(2) & 0xC0) == 0x80)
      return on_page((byte(0) & 0x0Fu) << 6 | (byte(1) & 0x3Fu), byte(2) & 0x3Fu);
    return foreign_;
  }

 private:
  static constexpr std::size_t page_size = 64;
  using Page = std::array<Character, page_size>;

  const Character& on_page(std::size_t page, std::size_t place) {
    if (pages_[page] == nullptr) pages_[page] = make_page(page);
    return (*pages_[page])[place];
  }
  std::unique_ptr<Page> make_page(std::size_t page) const;

  const WordFolding& folding_;
  // By the code point's higher bits, made when a text has one of its characters.
  std::array<std::unique_ptr<Page>, 0x10000 / page_size> pages_;
  Character foreign_;
};

}  // namespace subintent::internal
