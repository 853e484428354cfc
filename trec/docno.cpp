#include "trec/docno.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "support/error.h"
#include "support/utf8.h"

namespace subintent::internal {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// A bit of every byte that is below 0x20 or above 0x7e, but for those behind another such byte.
std::uint64_t others(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101, high = 0x80 * each;
  const std::uint64_t deleted = bytes ^ 0x7f * each;  // 0 where a byte is 0x7f
  return ((bytes - 0x20 * each) | (deleted - each) | bytes) & high;
}

// Nearly every docno is. Eight bytes at a time, the last ones overlapping those before.
bool is_printable_ascii(std::string_view text) {
  if (text.size() < sizeof(std::uint64_t)) {
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
  }
  std::uint64_t found = 0, word = 0;
  const char* const last = text.data() + text.size() - sizeof word;
  for (const char* at = text.data(); at < last; at += sizeof word) {
    std::memcpy(&word, at, sizeof word);
    found |= others(word);
  }
  std::memcpy(&word, last, sizeof word);
  return (found | others(word)) == 0;
}

}  // namespace

std::optional<std::string> docno_defect(std::string_view docno) {
  if (docno.empty()) return "is empty";
  if (is_printable_ascii(docno)) return std::nullopt;
  if (std::any_of(docno.begin(), docno.end(), is_control)) return "contains control characters";
  if (!is_valid_utf8(docno)) return "is not UTF-8";
  return std::nullopt;
}

std::optional<std::string> names_defect(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto defect = docno_defect(name)) return "'" + printable(name) + "' " + *defect;
  }
  return std::nullopt;
}

}  // namespace subintent::internal
