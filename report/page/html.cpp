#include "report/page/html.h"

#include "core/base/utf8.h"
#include "core/io/encode.h"
#include "report/charts/svg.h"
#include "report/text_layout.h"

namespace subintent::internal {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

// A character that HTML text may not hold: controls but tab and line ends, and noncharacters.
bool is_excluded(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1)
    return (first < 0x20 && first != '\t' && first != '\n' && first != '\r') || first == 0x7f;
  return (character >= "\xc2\x80" && character <= "\xc2\x9f") ||
         (character >= "\xef\xb7\x90" && character <= "\xef\xb7\xaf") ||
         character.ends_with("\xbf\xbe") || character.ends_with("\xbf\xbf");
}

Html class_of(std::string_view kind, bool turned) {
  const bool both = !kind.empty() && turned;
  if (kind.empty() && !turned) return {};
  return html(" class=\"{}{}{}\"", kind, both ? " " : "", turned ? "turned" : "");
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || is_excluded(character))
      out += replacement;
    else if (const std::string_view escaped = entity(character[0]); !escaped.empty())
      out += escaped;
    else if (character[0] == '\'')
      out += "&#39;";
    else
      out += character;
    text.remove_prefix(character.size());
  }
  return out;
}

Html html_name(std::string_view name) {
  return html("<bdi>{}</bdi>", display_text(name));
}

std::string safe_in_element(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  return safe;
}

std::string page_policy(std::string_view style, std::string_view script) {
  return fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; "
      "form-action 'none'",
      base64(sha256(style)), base64(sha256(script)));
}

PageTable::PageTable(std::initializer_list<const char*> heads, std::string_view id) : id_(id) {
  for (const char* const head : heads) {
    const bool is_text = *head == '<';
    columns_.emplace_back(head + (is_text ? 1 : 0), columns_.empty() ? "row" : is_text ? "" : "n");
  }
}

PageTable& PageTable::cell(const Html& content, std::string_view kind) {
  const bool names = columns_[next_++].names;
  rows_ += html("<{}", names ? "th" : "td");
  if (!is_long_)
    rows_ += html("{}{}", names ? html(" scope=\"row\"") : Html(), class_of(kind, false));
  rows_ += html(">{}", content);
  return *this;
}

Html PageTable::html_of(const Html& caption) const {
  Html head;
  for (const PageColumn& column : columns_) {
    head += html("<th scope=\"col\"{}>{}", class_of(column.kind, column.turned),
                 column.turned ? html("<span>{}</span>", column.head) : column.head);
  }
  return html(
      "<figure class=\"numbers\"><figcaption>{}</figcaption>\n<div class=\"wide\" "
      "tabindex=\"0\"><table class=\"sortable{}\"{}>\n<thead><tr>{}</thead>\n"
      "<tbody>{}\n</tbody></table></div></figure>\n",
      caption, kind_.empty() ? Html() : html(" {}", kind_),
      id_.empty() ? Html() : html(" id=\"{}\"", id_), head, rows_);
}

}  // namespace subintent::internal
