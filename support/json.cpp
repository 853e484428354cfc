#include "support/json.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "support/utf8.h"

namespace subintent::internal {
namespace {

constexpr bool is_plain(char c) {
  return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

constexpr std::array<bool, 256> plain_bytes = [] {
  std::array<bool, 256> plain{};
  for (int byte = 0; byte < 256; ++byte) plain[byte] = is_plain(static_cast<char>(byte));
  return plain;
}();

// The number of bytes at the start of `text` that stand for themselves.
std::size_t count_plain(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && plain_bytes[static_cast<unsigned char>(text[count])]) ++count;
  return count;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t plain = count_plain(text);
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = utf8_sequence_length(text);
    const char c = text[0];
    if (length == 0) {
      out += "\xef\xbf\xbd";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (length == 1 && static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

void append_json_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
  } else {
    std::array<char, 32> digits;  // the longest has 24: -2.2250738585072014e-308
    out.append(digits.data(), fmt::format_to(digits.data(), FMT_COMPILE("{}"), value));
  }
}

std::string_view json_defect(std::string_view message) {
  const std::size_t end = message.find_last_not_of(". ");
  return message.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

}  // namespace subintent::internal
