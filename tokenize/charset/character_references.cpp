#include "tokenize/charset/character_references.h"

#include <charconv>

#include "core/base/utf8.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct NamedReference {
  std::string_view name;
  bool without_semicolon = false;
  std::string characters;
};

char32_t parse_hexadecimal(std::string_view digits) {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

std::vector<NamedReference> parse_items(std::string_view items) {
  std::vector<NamedReference> references;
  references.reserve(2200);
  items.remove_prefix(items.find("\n\n") + 2);  // of remarks
  while (!items.empty()) {
    const std::size_t end = items.find_first_of(" \n");
    const std::string_view item = items.substr(0, end);
    items.remove_prefix(end + 1);
    const std::size_t mark = item.find_first_of("=~");
    NamedReference reference{item.substr(0, mark), item[mark] == '~', {}};
    const std::string_view codes = item.substr(mark + 1);
    const std::size_t plus = codes.find('+');
    append_utf8(parse_hexadecimal(codes.substr(0, plus)), reference.characters);
    if (plus != codes.npos)
      append_utf8(parse_hexadecimal(codes.substr(plus + 1)), reference.characters);
    references.push_back(std::move(reference));
  }
  return references;
}

// Sorted by name, with the range of names of each first letter.
class NamedReferences {
 public:
  NamedReferences() : references_(parse_items(character_references_text)) {
    for (std::size_t i = references_.size(); i-- > 0;) {
      Range& range = by_first_[static_cast<unsigned char>(references_[i].name[0])];
      if (range.first == range.last) range.last = i + 1;
      range.first = i;
    }
  }

  // The longest reference at the start of `text`, which starts behind the '&', and its length
  // there.
  struct Match {
    const NamedReference* reference = nullptr;
    std::size_t length = 0;
  };
  Match longest(std::string_view text) const {
    if (text.empty()) return {};
    Match match;
    auto [first, last] = by_first_[static_cast<unsigned char>(text[0])];
    for (std::size_t length = 1; first != last; ++length) {
      // All names from first to last start with the first `length` bytes of the text.
      const NamedReference& shortest = references_[first];
      if (shortest.name.size() == length) {
        if (length < text.size() && text[length] == ';') return {&shortest, length + 1};
        if (shortest.without_semicolon) match = {&shortest, length};
        ++first;
      }
      if (length == text.size()) break;
      narrow(first, last, length, text[length]);
    }
    return match;
  }

 private:
  struct Range {
    std::size_t first = 0, last = 0;
  };

  // Keeps those names of a range whose byte at `position` is `byte`; all are longer than
  // `position`.
  void narrow(std::size_t& first, std::size_t& last, std::size_t position, char byte) const {
    const auto begin = references_.begin();
    const auto low = std::partition_point(
        begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
        [&](const NamedReference& reference) { return reference.name[position] < byte; });
    const auto high = std::partition_point(
        low, begin + static_cast<std::ptrdiff_t>(last),
        [&](const NamedReference& reference) { return reference.name[position] == byte; });
    first = static_cast<std::size_t>(low - begin);
    last = static_cast<std::size_t>(high - begin);
  }

  std::vector<NamedReference> references_;
  std::array<Range, 256> by_first_{};
};

// The characters for the numbers 0x80 to 0x9F (WHATWG HTML §13.2.5.80); 0 where they stand for
// themselves.
constexpr std::array<char32_t, 32> windows_1252_controls = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

int digit_value(char c, bool hexadecimal) {
  if (c >= '0' && c <= '9') return c - '0';
  if (!hexadecimal) return -1;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::size_t append_numeric_reference(std::string_view text, std::string& out) {
  std::size_t position = 2;  // behind "&#"
  const bool hexadecimal = position < text.size() && (text[position] | 0x20) == 'x';
  if (hexadecimal) ++position;
  const std::size_t start = position;
  char32_t number = 0;
  for (int digit; position < text.size() && (digit = digit_value(text[position], hexadecimal)) >= 0;
       ++position) {
    number = number * (hexadecimal ? 16 : 10) + static_cast<char32_t>(digit);
    number = std::min<char32_t>(number, 0x110000);
  }
  if (position == start) return 0;
  if (position < text.size() && text[position] == ';') ++position;
  if (number >= 0x80 && number <= 0x9F && windows_1252_controls[number - 0x80] != 0)
    number = windows_1252_controls[number - 0x80];
  append_utf8(number == 0 ? 0xFFFD : number, out);
  return position;
}

}  // namespace

std::size_t append_character_reference(std::string_view text, std::string& out) {
  if (text.size() < 2) return 0;
  if (text[1] == '#') return append_numeric_reference(text, out);
  static const NamedReferences named_references;
  const auto match = named_references.longest(text.substr(1));
  if (match.reference == nullptr) return 0;
  out += match.reference->characters;
  return 1 + match.length;
}

void append_utf8(char32_t code_point, std::string& out) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) code_point = 0xFFFD;
  std::array<char, 4> bytes;
  out.append(bytes.data(), put_utf8(code_point, bytes.data()));
}

}  // namespace subintent::internal
