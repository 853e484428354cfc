// Characters of ASCII whatever the locale, columns and numbers of text files, names and their
// order.
#pragma once

#include <cstring>
#include <initializer_list>

#include "subintent/basics.h"

namespace subintent::internal {

// Space, tab, line feed, vertical tab, form feed, carriage return.
constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// The same without the vertical tab: ASCII white space of the WHATWG's standards.
constexpr bool is_html_blank(char c) {
  return is_blank(c) && c != '\v';
}

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// Is a cell empty, or says in the words of R, pandas, SQL or JSON that there is no value?
constexpr bool is_missing(std::string_view cell) {
  constexpr std::string_view words[] = {"NA", "N/A", "NaN", "null", "None", "<NA>"};
  return cell.empty() || std::ranges::any_of(words, [&](std::string_view word) {
           return equal_ignoring_case(cell, word);
         });
}

// Cuts `line` at runs of blanks (space, tab, CR, form feed, vertical tab); columns beyond
// columns.size() are left out. Returns how many there are in the line.
std::size_t split_blanks(std::string_view line, std::span<std::string_view> columns);

// Cuts the first line, without its LF or CR LF, off the front of `text`.
std::string_view take_line(std::string_view& text);

// Without the first of the suffixes that the name has, unless it is nothing else.
std::string_view without_suffix(std::string_view name,
                                std::initializer_list<std::string_view> suffixes);

// Cuts `line` at every tab; empty columns are kept.
std::vector<std::string_view> split_tabs(std::string_view line);

// A number at the beginning of a text.
struct LeadingNumber {
  double value = 0;
  const char* end = nullptr;  // of its characters; nullptr if there is no number
};

// The finite number that a text begins with, [-]DIGITS[.DIGITS][eEXPONENT], with all digits that
// follow; digits may be on one side of the point alone.
LeadingNumber leading_number(std::string_view text);

// Reads a number as leading_number() does, and sooner if it has more than 15 digits.
LeadingNumber leading_long_number(std::string_view text);

// The number that a text begins with, as atof() of C reads it in the locale "C"; 0 if there is
// none.
double leading_double(std::string_view text);

// Order of topics, intents and other labels: numbers by value before everything else by bytes.
bool label_less(std::string_view a, std::string_view b);

struct LabelLess {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const { return label_less(a, b); }
};

// Appends what fmt's {:.Nf} gives, for a number of 0 or more decimals: the exact value rounded to
// the nearest, ties to even. Scores, which have few digits, take a tenth of its time.
void append_decimal(std::string& text, double value, int decimals);

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

// Says what is wrong with `docno` (to be read after "the docno"), or nothing: it must not be empty,
// hold control characters (it stands in columns between tabs) or be anything but UTF-8.
inline std::optional<std::string> docno_defect(std::string_view docno) {
  if (!docno.empty() && is_printable_ascii(docno)) return std::nullopt;
  return other_docno_defect(docno);
}

}  // namespace subintent::internal
