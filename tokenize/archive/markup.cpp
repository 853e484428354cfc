#include "tokenize/archive/markup.h"

#include "core/base/strings.h"
#include "subintent/program.h"
#include "tokenize/charset/character_references.h"

namespace subintent::internal {
namespace {

// Elements that texts of the web consist of; those whose names are usual in other XML, or in source
// code, are left out.
constexpr std::string_view elements[] = {
    "a",  "b",      "blockquote", "br",     "center", "code", "dd",  "div",   "dl",
    "dt", "em",     "font",       "h1",     "h2",     "h3",   "h4",  "h5",    "hr",
    "i",  "iframe", "img",        "li",     "nav",    "ol",   "p",   "path",  "pre",
    "q",  "small",  "span",       "strong", "sub",    "svg",  "sup", "table", "tbody",
    "td", "th",     "tr",         "u",      "ul"};
constexpr std::string_view elements_of_pieces[] = {  // which source code does not name
    "article", "aside",   "body",  "cite",  "doc",   "figcaption", "figure",   "footer",
    "head",    "header",  "html",  "main",  "mark",  "noframes",   "noscript", "script",
    "sec",     "section", "style", "thead", "title", "xref"};
constexpr std::string_view without_end[] = {"br", "hr", "img"};
constexpr std::string_view with_optional_end[] = {"dd", "dt", "li", "p", "td", "th", "tr"};
constexpr std::string_view of_heads[] = {"link", "meta"};
bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::any_of(names,
                             [&](std::string_view one) { return equal_ignoring_case(one, name); });
}

bool starts_with_word(std::string_view text, std::string_view word) {
  if (!equal_ignoring_case(text.substr(0, word.size()), word)) return false;
  const std::string_view rest = text.substr(word.size());
  return rest.empty() || is_blank(rest[0]) || rest[0] == '>' || rest[0] == '/';
}

std::string_view behind(std::string_view text, std::string_view end) {
  const std::size_t at = text.find(end);
  return at == text.npos ? std::string_view() : text.substr(at + end.size());
}

// The text behind blanks, comments and instructions such as <?xml ... ?>.
std::string_view without_prologue(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (true) {
    text = text.substr(
        static_cast<std::size_t>(std::ranges::find_if_not(text, is_blank) - text.begin()));
    if (text.starts_with("<!--"))
      text = behind(text, "-->");
    else if (text.starts_with("<?"))
      text = behind(text, ">");
    else
      return text;
  }
}

bool begins_with_markup(std::string_view text) {
  return text.size() > 1 && text[0] == '<' &&
         (is_letter(text[1]) || text[1] == '/' || text[1] == '!');
}

bool is_page(std::string_view text) {
  std::string_view rest = without_prologue(text);
  const bool has_doctype =
      starts_with_word(rest, "<!doctype") && starts_with_word(trim(rest.substr(9, 64)), "html");
  const bool begins = has_doctype || starts_with_word(rest, "<html") ||
                      starts_with_word(rest, "<head") || starts_with_word(rest, "<body");
  if (!begins) return false;
  if (begins_with_markup(without_prologue(behind(rest, ">")))) return true;
  const std::string_view all = trim(rest);
  const std::string_view end = all.substr(all.size() - std::min<std::size_t>(all.size(), 7));
  return equal_ignoring_case(end, "</html>") || equal_ignoring_case(end, "</body>");
}

struct Tag {
  std::string_view name;
  bool is_end = false, has_attribute = false;
};

// The tag of a known element at the start of `text`.
std::optional<Tag> known_tag(std::string_view text, std::span<const std::string_view> more = {}) {
  Tag tag;
  tag.is_end = text.substr(1).starts_with('/');
  std::string_view name_on = text.substr(tag.is_end ? 2 : 1);
  if (name_on.starts_with("jats:")) name_on.remove_prefix(5);  // of abstracts
  const std::size_t end = name_on.substr(0, 12).find_first_of("> /\t\r\n");
  if (end == name_on.npos) return std::nullopt;
  tag.name = name_on.substr(0, end);
  if (!is_one_of(tag.name, elements) && !is_one_of(tag.name, more)) return std::nullopt;
  const std::string_view inside = name_on.substr(end, 1000);
  const std::size_t close = inside.find('>');
  if (close == inside.npos || inside.substr(1).find('<') < close) return std::nullopt;
  const std::string_view attributes = trim(inside.substr(0, close));
  tag.has_attribute = attributes.find('=') != attributes.npos;
  // "a <b and c> d"
  if (!attributes.empty() && attributes != "/" && !tag.has_attribute) return std::nullopt;
  return tag;
}

bool has_markup(std::string_view text) {
  constexpr std::size_t sample = 1 << 16;
  text = without_prologue(text.substr(0, sample));
  const auto first = begins_with_markup(text) ? known_tag(text, of_heads) : std::nullopt;
  if (first && (first->has_attribute || is_one_of(first->name, without_end) ||
                is_one_of(first->name, with_optional_end)))
    return true;
  std::size_t starts = 0, ends = 0;
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; ++at) {
    const auto tag = known_tag(text.substr(at));
    if (!tag) continue;
    if (first && (tag->is_end || tag->has_attribute)) return true;
    ++(tag->is_end ? ends : starts);
    if (ends > 1 && starts > 1) return true;
  }
  return false;
}

// Is there a character reference at the start of `text`?
bool is_reference(std::string_view text) {
  std::string characters;
  const std::size_t length = append_character_reference(text, characters);
  return length > 0 && text[length - 1] == ';';
}

}  // namespace

bool has_pieces_of_html(std::string_view text) {
  constexpr std::size_t sample = 1 << 16;
  text = text.substr(0, sample);
  for (std::size_t at = 0; (at = text.find('&', at)) != text.npos; ++at)
    if (is_reference(text.substr(at))) return true;
  std::vector<std::string_view> started;
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; ++at) {
    if (text.substr(at).starts_with("<!--") && text.find("-->", at + 4) != text.npos) return true;
    if (starts_with_word(text.substr(at), "<!doctype")) return true;
    const auto tag = known_tag(text.substr(at), elements_of_pieces);
    if (!tag) continue;
    const bool is_started = is_one_of(tag->name, started);
    const bool follows = !started.empty() && text[at - 1] == '>' && !tag->is_end;  // "<tr><td>"
    if (tag->has_attribute || follows || is_one_of(tag->name, without_end) ||
        (is_started && (tag->is_end || is_one_of(tag->name, with_optional_end))))
      return true;
    if (!tag->is_end && !is_started) started.push_back(tag->name);
  }
  return false;
}

Markup markup_of(std::string_view text) {
  if (is_page(text)) return Markup::page;
  return has_markup(text) ? Markup::some : Markup::none;
}

bool starts_with_element(std::string_view text, std::string_view start_tag) {
  const std::string_view next = text.substr(std::min(text.size(), start_tag.size()), 1);
  return equal_ignoring_case(text.substr(0, start_tag.size()), start_tag) && !next.empty() &&
         (next[0] == '>' || is_blank(next[0]));
}

}  // namespace subintent::internal
