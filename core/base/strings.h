// Columns and numbers of text files, and the order of labels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

// Cuts `line` at runs of blanks (space, tab, CR, form feed, vertical tab); columns beyond
// columns.size() are left out. Returns how many there are in the line.
std::size_t split_blanks(std::string_view line, std::span<std::string_view> columns);

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

}  // namespace subintent::internal
