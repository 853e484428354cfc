#include "report/text_layout.h"

#include <cctype>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "report/charts/display_width.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view cut_mark = "...";

// Bytes of the character at the start of `text`; one where that is not valid UTF-8.
std::size_t character_size(std::string_view text) {
  return std::max<std::size_t>(utf8_sequence_length(text), 1);
}

// Bytes at the start of `text` that fit into `width` columns, one character at least.
std::size_t fitting(std::string_view text, std::size_t width) {
  std::size_t bytes = 0, columns = 0;
  while (bytes < text.size()) {
    const std::size_t length = character_size(text.substr(bytes));
    columns += display_width(text.substr(bytes, length));
    if (columns > width && bytes > 0) return bytes;
    bytes += length;
  }
  return bytes;
}

void append_styled(std::string& out, std::string_view text, std::string_view style) {
  if (style.empty())
    out += text;
  else
    out.append("\x1b[").append(style).append("m").append(text).append("\x1b[0m");
}

// Not as a part of another word.
std::string with_greek_alpha(std::string_view text) {
  constexpr std::string_view word = "alpha";
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = i + word.size();
    const bool stands_alone =
        (i == 0 || !is_letter(text[i - 1])) && (end >= text.size() || !is_letter(text[end]));
    if (text.substr(i).starts_with(word) && stands_alone) {
      shown += "α";
      i = end;
    } else {
      shown += text[i++];
    }
  }
  return shown;
}

}  // namespace

std::string display_text(std::string_view text) {
  std::size_t characters = 0, bytes = 0, kept = 0;  // kept: bytes that leave room for the mark
  while (bytes < text.size() && characters <= longest_shown) {
    bytes += character_size(text.substr(bytes));
    if (++characters + cut_mark.size() <= longest_shown) kept = bytes;
  }
  if (characters <= longest_shown) return printable(text, SIZE_MAX);
  return printable(text.substr(0, size_before_mark(text, kept)), SIZE_MAX).append(cut_mark);
}

std::string cut_text(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  const std::size_t room = fitting(text, std::max(width, cut_mark.size() + 1) - cut_mark.size());
  return std::string(text.substr(0, size_before_mark(text, room))).append(cut_mark);
}

std::string without_query(std::string_view label, std::string_view query) {
  const auto among = [](char c, std::string_view signs) { return signs.find(c) != signs.npos; };
  const auto bare = [&](std::string_view word) {  // without the signs around it
    constexpr std::string_view signs = ",;:.!?()\"'";
    while (!word.empty() && among(word.front(), signs)) word.remove_prefix(1);
    while (!word.empty() && among(word.back(), signs)) word.remove_suffix(1);
    return lowered(word);
  };
  std::vector<std::string> of_query;
  for (const std::string& word : split(std::string(query), ' ')) {
    std::string stem = bare(word);
    if (stem.size() > 3 && stem.back() == 's') stem.pop_back();
    if (!stem.empty()) of_query.insert(of_query.end(), {stem + "'s", stem + "s", stem});
  }
  std::string_view left = label;
  const auto begins_with = [&](const std::string& word) {
    const char next = left.size() > word.size() ? left[word.size()] : ' ';
    const bool ends_there = !std::isalnum(static_cast<unsigned char>(next)) && (next & 0x80) == 0;
    return ends_there && lowered(left.substr(0, word.size())) == word;
  };
  for (auto at = std::ranges::find_if(of_query, begins_with); at != of_query.end();
       at = std::ranges::find_if(of_query, begins_with)) {
    left.remove_prefix(at->size());
    while (!left.empty() && among(left.front(), " ,;:.!?-")) left.remove_prefix(1);
  }
  return std::string(bare(left).empty() ? label : left);
}

std::string fitting_text(std::string_view text, std::size_t width) {
  return cut_text(printable(one_line(text), SIZE_MAX), width);
}

void append_wrapped(std::string& out, std::string_view first, std::string_view rest,
                    const std::vector<StyledWord>& words, std::size_t width) {
  const std::size_t used = std::max(display_width(first), display_width(rest));
  const std::size_t most = width == 0 ? SIZE_MAX : width;
  const std::size_t room = most > used ? most - used : 1;
  std::size_t columns = 0;
  out += first;
  const auto new_line = [&] {
    out += '\n';
    out += rest;
    columns = 0;
  };
  for (const StyledWord& word : words) {
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

void append_wrapped(std::string& out, std::string_view first, std::string_view rest,
                    const std::string& text, std::size_t width) {
  std::vector<StyledWord> words;
  for (std::string& word : split(text, ' ')) words.push_back({std::move(word)});
  append_wrapped(out, first, rest, words, width);
}

std::string typeset_measure(std::string_view written) {
  std::string name(written);
  // Names of Python and ir_measures.
  for (const std::string joined : {"alpha_", "_IA", "I_rec", "N_rec"})
    name = replace_all(name, joined, replace_all(joined, "_", "-"));
  const std::size_t suffix = std::min(name.find('_'), name.size());
  return replace_all(with_greek_alpha(name.substr(0, suffix)), "#", "♯") + name.substr(suffix);
}

std::string typeset_note(std::string_view note) {
  return replace_all(std::string(note), "alpha = ", "α = ");
}

}  // namespace subintent::internal
