// How the case of words is folded.
#pragma once

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include "tokenize/words/words.h"

namespace subintent::internal {

// NFKC_Casefold. As in Turkish, the text is first composed (NFKC), so that each I that carries a
// sign is one character with it wherever Unicode has such a one, then İ becomes i, and I becomes ı:
// texts that are canonically equivalent are folded to the same.
class WordFolding {
 public:
  explicit WordFolding(Folding folding);

  // Time n log n at most.
  void fold(const icu::UnicodeString& text, icu::UnicodeString& folded) const;

  // Whether it is known, without folding, that the text stays as it is.
  bool keeps(const icu::UnicodeString& text) const;

  const icu::Normalizer2& casefold() const { return *casefold_; }

 private:
  const icu::Normalizer2* casefold_ = nullptr;        // owned by ICU, as is the other
  const icu::Normalizer2* turkic_compose_ = nullptr;  // null if the folding is the usual one
};

}  // namespace subintent::internal
