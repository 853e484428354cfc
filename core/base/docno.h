// Names of documents.
#pragma once

#include <cstring>
#include <initializer_list>

#include "subintent/basics.h"

namespace subintent::internal {

// Says what is wrong with `docno` (to be read after "the docno"), or nothing: it must not be empty,
// hold control characters (it stands in columns between tabs) or be anything but UTF-8.
inline std::optional<std::string> docno_defect(std::string_view docno);

// The parts of docno_defect(): for names that may have a defect, and for those known to be UTF-8.
std::optional<std::string> other_docno_defect(std::string_view docno);
std::optional<std::string> utf8_docno_defect(std::string_view docno);

// Says in a sentence what is wrong with the first of these names that has such a defect; or
// nothing.
std::optional<std::string> names_defect(std::initializer_list<std::string_view> names);

// Throws Error, naming the place, where one of these names has such a defect.
void require_names(std::initializer_list<std::string_view> names, const Location& where,
                   const char* advice = "rename it");

// Is it a line of a file of texts: docno, title, URL or nothing, and the beginning of the text,
// with tabs? Documents between tabs have words in their third column, judgments a number in the
// fourth.
bool is_line_of_texts(std::string_view line);

// A bit of every byte that is below 0x20 or above 0x7e, but for those behind another such byte.
constexpr std::uint64_t unprintable(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101, high = 0x80 * each;
  const std::uint64_t deleted = bytes ^ 0x7f * each;  // 0 where a byte is 0x7f
  return ((bytes - 0x20 * each) | (deleted - each) | bytes) & high;
}

// Does mask(eight bytes) have a bit for some bytes of the text? The last eight overlap those
// before.
template <typename Mask>
bool any_in_words(std::string_view text, Mask mask) {
  std::uint64_t found = 0, word = 0;
  if (text.size() < sizeof word) {
    constexpr std::uint64_t blanks = 0x2020202020202000;
    for (const char c : text) found |= mask(blanks | static_cast<unsigned char>(c));
    return found != 0;
  }
  const char* const last = text.data() + text.size() - sizeof word;
  for (const char* at = text.data(); at < last; at += sizeof word) {
    std::memcpy(&word, at, sizeof word);
    found |= mask(word);
  }
  std::memcpy(&word, last, sizeof word);
  return (found | mask(word)) != 0;
}

// Is it printable ASCII, as nearly every docno is?
inline bool is_printable_ascii(std::string_view text) {
  return !any_in_words(text, unprintable);
}

inline std::optional<std::string> docno_defect(std::string_view docno) {
  if (!docno.empty() && is_printable_ascii(docno)) return std::nullopt;
  return other_docno_defect(docno);
}

}  // namespace subintent::internal
