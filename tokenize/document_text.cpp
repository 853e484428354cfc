#include "tokenize/document_text.h"

#include "core/base/utf8.h"
#include "tokenize/charset/charset.h"

namespace subintent::internal {
namespace {

constexpr std::size_t title_characters = 300;
constexpr std::size_t excerpt_characters = 300;
constexpr std::size_t longest_url = 2048;  // a longer one leads to no page a person would open

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

// The first words of `text`, without a title that they begin with.
std::string excerpt_of(std::string_view text, const std::string& title) {
  const std::size_t title_size = title.empty() ? 0 : characters_in(title) + 1;
  std::string words = one_line(text, title_size + excerpt_characters);
  const bool repeats = !title.empty() && words.starts_with(title) &&
                       (words.size() == title.size() || words[title.size()] == ' ');
  if (repeats) words.erase(0, title.size() + 1);
  return title.empty() || repeats ? words : one_line(words, excerpt_characters);
}

// The title that the collection gives.
std::string given_title(const Document& document) {
  if (!document.is_html) return document.title;
  std::string title;
  append_visible_text(decode_to_utf8(document.title, {}, true), title);
  return title;
}

}  // namespace

void read_visible_text(const Document& document, std::string& text, DocumentText* shown,
                       PagePart part) {
  TextBuffer buffer;
  read_visible_text(document, buffer, shown, part);
  text = buffer.view();
}

void read_visible_text(const Document& document, TextBuffer& text, DocumentText* shown,
                       PagePart part) {
  std::string decoded, title;
  const std::string_view bytes =
      view_as_utf8(document.content, document.http_charset, document.is_html, decoded);
  text.clear();
  if (document.is_html)
    append_visible_text(bytes, text, shown != nullptr ? &title : nullptr, part);
  else
    text.append(bytes);
  if (shown == nullptr) return;
  if (!document.title.empty()) title = given_title(document);
  shown->title = one_line(title, title_characters);
  shown->url = document.url.size() <= longest_url ? one_line(document.url) : "";
  shown->excerpt = excerpt_of(text.view(), shown->title);
}

}  // namespace subintent::internal
