#include "tokenize/words/common_characters.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <string>

namespace subintent::internal {
namespace {

using Class = AsciiWordClass;

std::uint8_t kind_of(UChar32 c) {
  const std::uint32_t category = U_GET_GC_MASK(c);
  switch (u_getIntPropertyValue(c, UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
      return (category & U_GC_L_MASK) != 0 ? Class::letter | Class::counts : Class::foreign;
    case U_WB_MIDLETTER:
      return Class::mid_letter;
    case U_WB_MIDNUMLET:
      return Class::mid_letter | Class::mid_number;
    case U_WB_WSEGSPACE:
      return 0;
    case U_WB_OTHER: {
      // Digits without a place are words of their own, and pictographs may be joined by U+200D.
      const bool is_plain = (category & (U_GC_P_MASK | U_GC_S_MASK | U_GC_Z_MASK)) != 0 &&
                            !u_isUAlphabetic(c) &&
                            !u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC);
      return is_plain ? 0 : Class::foreign;
    }
    default:
      return Class::foreign;
  }
}

}  // namespace

CommonCharacters::CommonCharacters(const WordFolding& folding) {
  icu::UnicodeString folded;
  for (std::size_t i = 0x80; i < characters_.size(); ++i) {
    const auto c = static_cast<UChar32>(i < two_bytes ? i : 0x2000 + i - two_bytes);
    const std::uint8_t kind = kind_of(c);
    if (kind == Class::foreign || !folding.casefold().hasBoundaryBefore(c)) continue;
    const icu::UnicodeString character(c);
    folding.fold(character, folded);
    const bool is_letter = (kind & Class::letter) != 0;
    if (kind != 0 && !is_letter && folded != character) continue;
    std::string bytes;
    if (kind != 0) folded.toUTF8String(bytes);
    Character& known = characters_[i];
    if (bytes.size() > known.bytes.size()) continue;
    std::ranges::copy(bytes, known.bytes.begin());
    known.size = static_cast<std::uint8_t>(bytes.size());
    known.kind = kind;
  }
}

}  // namespace subintent::internal
