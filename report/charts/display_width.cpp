#include "report/charts/display_width.h"

#include <charconv>

#include "core/base/utf8.h"

namespace subintent::internal {
namespace {

struct Range {
  char32_t first = 0, last = 0;
  std::size_t columns = 0;
};

char32_t parse_hexadecimal(std::string_view digits) {
  unsigned value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

std::vector<Range> parse_ranges(std::string_view items) {
  std::vector<Range> ranges;
  std::size_t columns = 0;
  items.remove_prefix(items.find("\n\n") + 2);  // of remarks
  while (!items.empty()) {
    const std::size_t end = items.find_first_of(" \n");
    const std::string_view item = items.substr(0, end);
    items.remove_prefix(end + 1);
    if (item == "columns") {
      columns = static_cast<std::size_t>(items[0] - '0');
      items.remove_prefix(2);
      continue;
    }
    const std::size_t hyphen = item.find('-');
    ranges.push_back({parse_hexadecimal(item.substr(0, hyphen)),
                      parse_hexadecimal(item.substr(hyphen == item.npos ? 0 : hyphen + 1)),
                      columns});
  }
  std::ranges::sort(ranges, {}, &Range::first);
  return ranges;
}

std::size_t character_width(char32_t character) {
  static const std::vector<Range> ranges = parse_ranges(character_widths_text);
  const auto after = std::ranges::upper_bound(ranges, character, {}, &Range::first);
  return after != ranges.begin() && character <= after[-1].last ? after[-1].columns : 1;
}

// How much at the start of what is not UTF-8 stands for one character that cannot be shown: as much
// as could begin a sequence.
std::size_t malformed_length(std::string_view text) {
  for (const std::size_t length : {3U, 2U}) {
    if (text.size() < length) continue;
    const std::string completed = std::string(text.substr(0, length)) + "\x80\x80";
    if (utf8_sequence_length(completed) > length) return length;
  }
  return 1;
}

}  // namespace

char32_t decoded(std::string_view sequence) {
  auto character = static_cast<char32_t>(static_cast<unsigned char>(sequence[0]));
  if (sequence.size() > 1) character &= 0x7fU >> sequence.size();
  for (const char byte : sequence.substr(1))
    character = character << 6 | (static_cast<unsigned char>(byte) & 0x3fU);
  return character;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    columns += length > 1 ? character_width(decoded(text.substr(0, length))) : 1;
    text.remove_prefix(length > 0 ? length : malformed_length(text));
  }
  return columns;
}

}  // namespace subintent::internal
