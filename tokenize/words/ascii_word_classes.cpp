#include "tokenize/words/ascii_word_classes.h"

#include <string>

namespace subintent::internal {
namespace {

bool is_one_segment(icu::BreakIterator& words, const std::string& text) {
  const icu::UnicodeString characters = icu::UnicodeString::fromUTF8(text);
  words.setText(characters);
  const bool one = words.next() == characters.length();
  words.setText(icu::UnicodeString());
  return one;
}

// Which of these texts are one segment, the first in the lowest bit.
unsigned probe(icu::BreakIterator& words, char c) {
  const std::string s(1, c);
  const std::string texts[] = {"a" + s,       s + "a",       "1" + s,       s + "1",
                               s + s,         "a" + s + "a", "1" + s + "1", "a" + s + "1",
                               "1" + s + "a", "a." + s};
  unsigned result = 0;
  for (unsigned i = 0; i < std::size(texts); ++i) {
    if (is_one_segment(words, texts[i])) result |= 1u << i;
  }
  return result;
}

std::uint8_t find_class(icu::BreakIterator& words, char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
    return AsciiWordClass::letter | AsciiWordClass::counts;
  }
  if (c >= '0' && c <= '9') return AsciiWordClass::digit | AsciiWordClass::counts;
  if (c == '"') return AsciiWordClass::quote;
  constexpr unsigned alone = 0, doubled = 1u << 4, mid_letter = 1u << 5, mid_number = 1u << 6;
  constexpr unsigned everywhere = (1u << 9) - 1, behind_point = 1u << 9;
  switch (probe(words, c)) {
    case alone:
    case doubled:  // blanks
      return 0;
    case everywhere:
      return AsciiWordClass::connector;
    case everywhere | behind_point:
      return AsciiWordClass::letter;
    case mid_letter:
      return AsciiWordClass::mid_letter;
    case mid_number:
      return AsciiWordClass::mid_number;
    case mid_letter | mid_number:
      return AsciiWordClass::mid_letter | AsciiWordClass::mid_number;
    default:
      return AsciiWordClass::foreign;
  }
}

}  // namespace

AsciiWordClasses find_ascii_word_classes(icu::BreakIterator& words) {
  AsciiWordClasses classes;
  classes.fill(AsciiWordClass::foreign);
  for (int c = 0; c < 128; ++c) {
    classes[static_cast<std::size_t>(c)] = find_class(words, static_cast<char>(c));
  }
  return classes;
}

}  // namespace subintent::internal
