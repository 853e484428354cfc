#include "core/io/json.h"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>
#include <iterator>

#include "core/base/strings.h"
#include "core/base/utf8.h"

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

std::size_t count_plain(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && plain_bytes[static_cast<unsigned char>(text[count])]) ++count;
  return count;
}

// The values of hexadecimal digits; -1 for other bytes.
constexpr std::array<std::int8_t, 256> hexadecimal = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::int8_t i = 0; i < 16; ++i) {
    values["0123456789abcdef"[i]] = i;
    values["0123456789ABCDEF"[i]] = i;
  }
  return values;
}();

// The number that four hexadecimal digits give, which are taken off; nothing for other text.
std::optional<std::uint32_t> take_code_unit(std::string_view& text) {
  if (text.size() < 4) return std::nullopt;
  std::uint32_t unit = 0;
  bool is_hexadecimal = true;
  for (const unsigned char c : text.substr(0, 4)) {
    is_hexadecimal &= hexadecimal[c] >= 0;
    unit = unit << 4 | static_cast<std::uint32_t>(hexadecimal[c] & 15);
  }
  if (!is_hexadecimal) return std::nullopt;
  text.remove_prefix(4);
  return unit;
}

// The character of the escape whose "\u" was before `text`.
std::optional<std::uint32_t> take_code_point(std::string_view& text) {
  const auto first = take_code_unit(text);
  if (!first || *first < 0xd800 || *first > 0xdfff) return first;
  if (*first > 0xdbff || !text.starts_with("\\u")) return std::nullopt;
  text.remove_prefix(2);
  const auto second = take_code_unit(text);
  if (!second || *second < 0xdc00 || *second > 0xdfff) return std::nullopt;
  return 0x10000 + ((*first - 0xd800) << 10) + (*second - 0xdc00);
}

// Writes the character of the escape whose backslash was before `text`, which begins behind the
// escape then, to `out` and returns the end. nullptr for what is not one.
char* put_escaped(std::string_view& text, char* out) {
  constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
  if (text.empty()) return nullptr;
  const char letter = text.front();
  text.remove_prefix(1);
  if (letter == 'u') {
    const auto c = take_code_point(text);
    return c ? put_utf8(*c, out) : nullptr;
  }
  const std::size_t at = letters.find(letter);
  if (at == letters.npos) return nullptr;
  *out = meant[at];
  return out + 1;
}

// Goes through a text that need not be JSON.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  std::optional<const char*> text_break() {
    while (value(0))
      if (next() == '\0') return std::nullopt;
    return at_;
  }

 private:
  bool value(std::size_t depth) {
    if (depth > simdjson::DEFAULT_MAX_DEPTH) return false;
    if (next() == '{')
      return list('}', [&] { return next() == '"' && string() && take(':') && value(depth + 1); });
    if (next() == '[') return list(']', [&] { return value(depth + 1); });
    return next() == '"' ? string() : scalar(depth);
  }

  // The next character that is no blank; 0 at the end.
  char next() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return at_ == end_ ? '\0' : *at_;
  }

  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }

  bool list(char close, const auto& element) {
    ++at_;
    if (take(close)) return true;
    while (element()) {
      if (take(close)) return true;
      if (!take(',')) return false;
    }
    return false;
  }

  bool string() {
    for (++at_; at_ != end_ && *at_ != '"'; ++at_) {
      if (static_cast<unsigned char>(*at_) < 0x20) return false;
      if (*at_ == '\\' && ++at_ == end_) return false;
    }
    return take('"');
  }

  bool scalar(std::size_t depth) {
    const std::string_view rest(at_, end_);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n,:[]{}\""));
    const bool is_number = !word.empty() && (is_digit(word[0]) || word[0] == '-');
    const bool is_one =
        (is_number && parse_double(word)) || word == "true" || word == "false" || word == "null";
    const bool is_cut = depth > 0 && word.size() == rest.size();
    if (is_one || is_cut) at_ += word.size();
    return is_one;
  }

  const char* at_;
  const char* end_;
};

}  // namespace

void append_json_number(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
  } else {
    std::array<char, 32> digits;  // the longest has 24: -2.2250738585072014e-308
    out.append(digits.data(), fmt::format_to(digits.data(), FMT_COMPILE("{}"), value));
  }
}

char* unescape_json_string(std::string_view inside, char* meant) {
  while (true) {
    const std::size_t plain = std::min(inside.find('\\'), inside.size());
    meant = std::copy_n(inside.data(), plain, meant);
    inside.remove_prefix(plain);
    if (inside.empty()) return meant;
    inside.remove_prefix(1);
    meant = put_escaped(inside, meant);
    if (meant == nullptr) return nullptr;
  }
}

std::optional<const char*> json_break(std::string_view text) {
  return JsonWalk(text).text_break();
}

bool is_cut_json(std::string_view text) {
  text = trim(text);
  return !text.empty() && json_break(text) == text.data() + text.size();
}

std::string_view json_defect(std::string_view message) {
  if (message.find("improper structure") != message.npos ||
      message.find("made of a scalar") != message.npos)
    return "a comma, colon, brace or name is missing, or one too many";
  const std::size_t name = message.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
  if (name > 0 && message.substr(std::min(name, message.size())).starts_with(": "))
    message.remove_prefix(name + 2);
  message = message.substr(0, message.find(".  "));
  const std::size_t end = message.find_last_not_of(". ");
  return message.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

}  // namespace subintent::internal

namespace subintent {

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t plain = internal::count_plain(text);
    out.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = internal::utf8_sequence_length(text);
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
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

}  // namespace subintent
