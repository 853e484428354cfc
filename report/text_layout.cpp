#include "report/text_layout.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

#include "support/display_width.h"
#include "support/utf8.h"

namespace subintent {
namespace {

// The character at the start of `text`; invalid UTF-8 counts as one byte.
UChar32 character(std::string_view text, std::size_t& length) {
  length = utf8_sequence_length(text);
  if (length == 0) {
    length = 1;
    return 0xFFFD;
  }
  UChar32 c = 0;
  std::int32_t at = 0;
  U8_NEXT_UNSAFE(text.data(), at, c);
  return c;
}

// Bytes at the start of `text` that fit into `width` columns, one character at least.
std::size_t fitting(std::string_view text, std::size_t width) {
  std::size_t bytes = 0, columns = 0;
  while (bytes < text.size()) {
    const std::size_t length = std::max<std::size_t>(utf8_sequence_length(text.substr(bytes)), 1);
    columns += display_width(text.substr(bytes, length));
    if (columns > width && bytes > 0) return bytes;
    bytes += length;
  }
  return bytes;
}

void append_styled(std::string& out, std::string_view text, std::string_view style) {
  if (style.empty()) {
    out += text;
  } else {
    out.append("\x1b[").append(style).append("m").append(text).append("\x1b[0m");
  }
}

}  // namespace

std::string harmless(std::string_view text) {
  constexpr std::string_view cut_mark = "...";
  std::string clean;
  std::size_t characters = 0, kept = 0;  // kept: bytes that leave room for the mark
  while (!text.empty()) {
    std::size_t length = 0;
    const UChar32 c = character(text, length);
    if (++characters > longest_shown) return clean.substr(0, kept).append(cut_mark);
    const auto category = u_charType(c);
    const bool acts = c == 0xFFFD || category == U_CONTROL_CHAR || category == U_FORMAT_CHAR ||
                      category == U_LINE_SEPARATOR || category == U_PARAGRAPH_SEPARATOR;
    if (acts) {
      clean += '?';
    } else {
      clean += text.substr(0, length);
    }
    if (characters + cut_mark.size() <= longest_shown) kept = clean.size();
    text.remove_prefix(length);
  }
  return clean;
}

void append_wrapped(std::string& out, std::string_view first, std::string_view rest,
                    const std::vector<Word>& words, std::size_t width) {
  const std::size_t used = std::max(display_width(first), display_width(rest));
  const std::size_t room = width > used ? width - used : 1;
  std::size_t columns = 0;
  out += first;
  const auto new_line = [&] {
    out += '\n';
    out += rest;
    columns = 0;
  };
  for (const Word& word : words) {
    std::string_view text = word.text;
    if (columns > 0) {
      if (columns + 1 + display_width(text) > room) {
        new_line();
      } else {
        out += ' ';
        ++columns;
      }
    }
    while (true) {
      const std::size_t bytes = fitting(text, room);
      if (bytes == text.size()) break;
      append_styled(out, text.substr(0, bytes), word.style);
      text.remove_prefix(bytes);
      new_line();
    }
    append_styled(out, text, word.style);
    columns += display_width(text);
  }
  out += '\n';
}

}  // namespace subintent
