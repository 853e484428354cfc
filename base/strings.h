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

// Cuts at every `separator`; "" gives no parts.
std::vector<std::string> split(std::string_view text, char separator);

std::string_view trim(std::string_view text);

// ASCII letters in lower case.
std::string lowered(std::string_view text);

// As parse_integer(), for those that are not nearly all.
std::optional<std::int64_t> parse_any_integer(std::string_view text);

// The whole text as a number, or nothing. No blanks, no leading '+' but for doubles. NaN and
// infinity are nothing.
std::optional<double> parse_double(std::string_view text);
inline std::optional<std::int64_t> parse_integer(std::string_view text) {
  constexpr std::size_t max_digits = 18;  // that always fit
  std::int64_t number = 0;
  for (const char c : text) {
    const auto digit = static_cast<unsigned char>(c - '0');
    if (digit > 9 || text.size() > max_digits) {
      // A new one: where an optional is either made here or by a call, it is put together in
      // memory.
      const auto any = parse_any_integer(text);
      return any ? std::optional(*any) : std::nullopt;
    }
    number = number * 10 + digit;
  }
  if (text.empty()) return std::nullopt;
  return number;
}

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

// A number of bytes: a positive whole number, with K, M, G or T for powers of 1024. Nothing for
// anything else, and where it is beyond 2^63.
std::optional<std::uint64_t> parse_memory_size(std::string_view text);

// Order of topics, intents and other labels: numbers by value before everything else by bytes.
bool label_less(std::string_view a, std::string_view b);

// For hash tables of strings that are searched by views.
struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};

struct LabelLess {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const { return label_less(a, b); }
};

// Shortest text that reads back as the same double.
std::string shortest(double value);

// "1 document", "2 documents".
std::string count_of(std::uint64_t n, std::string_view noun);

}  // namespace subintent::internal
