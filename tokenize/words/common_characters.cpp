#include "tokenize/words/common_characters.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

namespace subintent::internal {
namespace {

using CommonClass = WordClass;

bool is_han_or_hiragana(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &status);
  return U_SUCCESS(status) && (script == USCRIPT_HAN || script == USCRIPT_HIRAGANA);
}

std::uint16_t kind_of_letter(UChar32 c, int word_break) {
  const bool is_syllable =
      u_getIntPropertyValue(c, UCHAR_HANGUL_SYLLABLE_TYPE) == U_HST_LV_SYLLABLE ||
      u_getIntPropertyValue(c, UCHAR_HANGUL_SYLLABLE_TYPE) == U_HST_LVT_SYLLABLE;
  if (is_syllable) return CommonClass::hangul | CommonClass::counts;
  if (word_break == U_WB_KATAKANA || is_han_or_hiragana(c))
    return CommonClass::foreign | CommonClass::ideograph;
  return word_break == U_WB_ALETTER ? CommonClass::letter | CommonClass::counts
                                    : CommonClass::foreign;
}

std::uint16_t kind_of(UChar32 c) {
  const std::uint32_t category = U_GET_GC_MASK(c);
  const int word_break = u_getIntPropertyValue(c, UCHAR_WORD_BREAK);
  // Cut by dictionaries, with letters of other scripts beside them.
  if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT)
    return CommonClass::foreign;
  if ((category & U_GC_L_MASK) != 0) return kind_of_letter(c, word_break);
  switch (word_break) {
    case U_WB_MIDLETTER:
      return CommonClass::mid_letter;
    case U_WB_MIDNUM:
      return CommonClass::mid_number;
    case U_WB_MIDNUMLET:
      return CommonClass::mid_letter | CommonClass::mid_number;
    case U_WB_WSEGSPACE:
      return 0;
    case U_WB_OTHER: {
      // Digits without a place are words of their own, and dictionaries know radicals of Han.
      const bool is_plain = (category & (U_GC_P_MASK | U_GC_S_MASK | U_GC_Z_MASK)) != 0 &&
                            !u_isUAlphabetic(c) && !is_han_or_hiragana(c);
      if (!is_plain) return CommonClass::foreign;
      return u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) ? CommonClass::pictograph : 0;
    }
    default:
      return CommonClass::foreign;
  }
}

}  // namespace

std::unique_ptr<CommonCharacters::Page> CommonCharacters::make_page(std::size_t page) const {
  auto characters = std::make_unique<Page>();
  icu::UnicodeString folded;
  for (std::size_t i = 0; i < page_size; ++i) {
    const auto c = static_cast<UChar32>(page * page_size + i);
    std::uint16_t kind = c < 0x80 ? std::uint16_t{CommonClass::foreign} : kind_of(c);
    if (kind == CommonClass::foreign || !folding_.casefold().hasBoundaryBefore(c)) continue;
    const icu::UnicodeString character(c);
    folding_.fold(character, folded);
    if ((kind & (CommonClass::mid_letter | CommonClass::mid_number)) != 0 &&
        (c >= 0x2100 || folded != character))
      kind = CommonClass::doubtful;  // not all versions of ICU agree on these
    if ((kind & (CommonClass::hangul | CommonClass::ideograph)) != 0 && folded != character)
      continue;
    std::string bytes;
    if (kind != 0) folded.toUTF8String(bytes);
    Character& known = (*characters)[i];
    if (bytes.size() > known.bytes.size()) continue;
    std::ranges::copy(bytes, known.bytes.begin());
    known.size = static_cast<std::uint8_t>(bytes.size());
    known.kind = kind;
  }
  return characters;
}

}  // namespace subintent::internal
