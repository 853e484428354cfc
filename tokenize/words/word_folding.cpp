#include "tokenize/words/word_folding.h"

#include <unicode/uchar.h>

#include "tokenize/words/icu_status.h"

namespace subintent::internal {
namespace {

// The decomposed text in the same canonical order that `form` gives it, not yet composed.
icu::UnicodeString with_ordered_marks(const icu::UnicodeString& text,
                                      const icu::Normalizer2& form) {
  icu::UnicodeString decomposed, of_character;
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    const UChar32 character = text.char32At(i);
    if (form.getDecomposition(character, of_character) != 0)
      decomposed.append(of_character);
    else
      decomposed.append(character);
  }
  icu::UnicodeString ordered;
  std::multimap<std::uint8_t, UChar32> marks;  // behind a starter, by their classes
  const auto append_marks = [&] {
    for (const auto& [combining_class, mark] : marks) ordered.append(mark);
    marks.clear();
  };
  for (std::int32_t i = 0; i < decomposed.length(); i = decomposed.moveIndex32(i, 1)) {
    const UChar32 character = decomposed.char32At(i);
    const std::uint8_t combining_class = form.getCombiningClass(character);
    if (combining_class != 0) {
      marks.emplace(combining_class, character);
    } else {
      append_marks();
      ordered.append(character);
    }
  }
  append_marks();
  return ordered;
}

// ICU's time grows with the square of the number of combining marks that are out of order.
void normalize(const icu::UnicodeString& text, const icu::Normalizer2& form,
               icu::UnicodeString& normalized) {
  constexpr std::int32_t long_text = 256;
  UErrorCode status = U_ZERO_ERROR;
  form.normalize(text.length() > long_text ? with_ordered_marks(text, form) : text, normalized,
                 status);
  require_success(status);
}

}  // namespace

WordFolding::WordFolding(Folding folding) {
  UErrorCode status = U_ZERO_ERROR;
  casefold_ = icu::Normalizer2::getNFKCCasefoldInstance(status);
  if (folding == Folding::turkic) turkic_compose_ = icu::Normalizer2::getNFKCInstance(status);
  require_success(status);
}

bool WordFolding::keeps(const icu::UnicodeString& text) const {
  if (turkic_compose_ != nullptr) return false;
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t kept = casefold_->spanQuickCheckYes(text, status);
  require_success(status);
  return kept == text.length();
}

void WordFolding::fold(const icu::UnicodeString& text, icu::UnicodeString& folded) const {
  if (turkic_compose_ == nullptr) return normalize(text, *casefold_, folded);
  icu::UnicodeString composed;
  normalize(text, *turkic_compose_, composed);
  composed.findAndReplace(u"\u0130", u"i").findAndReplace(u"I", u"\u0131");
  normalize(composed, *casefold_, folded);
}

}  // namespace subintent::internal
