// Names of documents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// What is wrong with `docno` (to be read after "the docno"), or nothing: it must not be empty, hold
// control characters (it stands in columns between tabs) or be anything but UTF-8.
inline std::optional<std::string> docno_defect(std::string_view docno);

// The same of those that may have one, and of those that are known to be UTF-8.
std::optional<std::string> other_docno_defect(std::string_view docno);
std::optional<std::string> utf8_docno_defect(std::string_view docno);

// What is wrong with the first of these names that has that defect, a sentence; or nothing.
std::optional<std::string> names_defect(std::initializer_list<std::string_view> names);

// A bit of every byte that is below 0x20 or above 0x7e, but for those behind another such byte.
constexpr std::uint64_t unprintable(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101, high = 0x80 * each;
  const std::uint64_t deleted = bytes ^ 0x7f * each;  // 0 where a byte is 0x7f
  return ((bytes - 0x20 * each) | (deleted - each) | bytes) & high;
}

// Is it printable ASCII, as nearly every docno is? Eight bytes at a time, the last ones overlapping
// those before.
inline bool is_printable_ascii(std::string_view text) {
  std::uint64_t found = 0, word = 0;
  if (text.size() < sizeof word) {
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
  }
  const char* const last = text.data() + text.size() - sizeof word;
  for (const char* at = text.data(); at < last; at += sizeof word) {
    std::memcpy(&word, at, sizeof word);
    found |= unprintable(word);
  }
  std::memcpy(&word, last, sizeof word);
  return (found | unprintable(word)) == 0;
}

inline std::optional<std::string> docno_defect(std::string_view docno) {
  if (!docno.empty() && is_printable_ascii(docno)) return std::nullopt;
  return other_docno_defect(docno);
}

}  // namespace subintent::internal
