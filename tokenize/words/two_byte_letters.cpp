#include "tokenize/words/two_byte_letters.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <string>

namespace subintent::internal {

TwoByteLetters::TwoByteLetters(const icu::Normalizer2& folding) {
  for (UChar32 c = 0x80; c < 0x800; ++c) {
    if ((U_GET_GC_MASK(c) & U_GC_L_MASK) == 0 ||
        u_getIntPropertyValue(c, UCHAR_WORD_BREAK) != U_WB_ALETTER ||
        !folding.hasBoundaryBefore(c)) {
      continue;
    }
    UErrorCode status = U_ZERO_ERROR;
    std::string folded;
    folding.normalize(icu::UnicodeString(c), status).toUTF8String(folded);
    Folded& letter = letters_[static_cast<std::size_t>(c)];
    if (U_FAILURE(status) || folded.size() > letter.bytes.size()) continue;
    std::ranges::copy(folded, letter.bytes.begin());
    letter.size = static_cast<std::uint8_t>(folded.size());
  }
}

}  // namespace subintent::internal
