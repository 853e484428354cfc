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
  for (unsigned i = 0; i < std::size(texts); ++i)
    if (is_one_segment(words, texts[i])) result |= 1u << i;
  return result;
}

std::uint16_t find_class(icu::BreakIterator& words, char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
    return WordClass::letter | WordClass::counts;
  if (c >= '0' && c <= '9') return WordClass::digit | WordClass::counts;
  if (c == '"') return WordClass::quote;
  constexpr unsigned alone = 0, doubled = 1u << 4, mid_letter = 1u << 5, mid_number = 1u << 6;
  constexpr unsigned everywhere = (1u << 9) - 1, behind_point = 1u << 9;
  switch (probe(words, c)) {
    case alone:
    case doubled:  // blanks
      return 0;
    case everywhere:
      return WordClass::connector;
    case everywhere | behind_point:
      return WordClass::letter;
    case mid_letter:
      return WordClass::mid_letter;
    case mid_number:
      return WordClass::mid_number;
    case mid_letter | mid_number:
      return WordClass::mid_letter | WordClass::mid_number;
    default:
      return WordClass::foreign;
  }
}

}  // namespace

AsciiWordClasses find_ascii_word_classes(icu::BreakIterator& words) {
  AsciiWordClasses classes;
  classes.fill(WordClass::foreign);
  for (int c = 0; c < 128; ++c)
    classes[static_cast<std::size_t>(c)] = find_class(words, static_cast<char>(c));
  return classes;
}

}  // namespace subintent::internal
