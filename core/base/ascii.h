// ASCII characters, whatever the locale.
#pragma once

#include <algorithm>
#include <string_view>

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

}  // namespace subintent::internal
