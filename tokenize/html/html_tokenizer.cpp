#include "tokenize/html/html_tokenizer.h"

#include <bit>
#include <cstring>

#include "core/base/strings.h"
#include "core/io/block_masks.h"
#include "tokenize/charset/character_references.h"

namespace subintent::internal {
namespace {

constexpr std::string_view replacement_character = "\uFFFD";

bool ends_tag_name(char c) {
  return c == '>' || is_html_blank(c) || c == '/';
}

bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && equal_ignoring_case(text.substr(0, start.size()), start);
}

// Tests for the bytes that cannot be copied as they are, and for those that end something.
enum : std::size_t { special_in_data, special_in_tag, double_quote };
constexpr auto special_in_rcdata = [](Bytes16 bytes) { return any_of('&', '\r', '\0')(bytes); };
constexpr auto special_in_raw_text = [](Bytes16 bytes) { return any_of('\r', '\0')(bytes); };
constexpr auto ends_unquoted_value = [](Bytes16 bytes) {
  return any_of(' ', '\n', '\t', '\f', '\r', '>')(bytes);
};
constexpr auto ends_name = [](Bytes16 bytes) {
  return any_of(' ', '\n', '\t', '\f', '\r', '/', '>')(bytes);
};
constexpr auto ends_attribute_name = [](Bytes16 bytes) {
  return any_of(' ', '\n', '\t', '\f', '\r', '/', '>', '=')(bytes);
};

std::size_t find_byte(std::string_view text, std::size_t position, char byte) {
  return std::min(text.find(byte, position), text.size());
}

// How many letters and digits of ASCII there are from `position` on, up to fifteen; 0 near the end
// of the text.
std::size_t letters_and_digits(std::string_view text, std::size_t position) {
  Bytes16 bytes;
  if (text.size() - position < sizeof bytes) return 0;
  std::memcpy(&bytes, text.data() + position, sizeof bytes);
  const auto are = ((bytes | 0x20) - 'a' <= 'z' - 'a') | (bytes - '0' <= 9);
  const std::uint32_t others = ~bits_of(reinterpret_cast<Bytes16>(are));
  return static_cast<std::size_t>(std::countr_zero(others | 1u << 15));
}

// Appends what the special byte at `position` (NUL, CR, &, or < that starts no markup) stands for;
// returns the position behind it.
std::size_t append_special(std::string_view html, std::size_t position, TextBuffer& text) {
  switch (html[position]) {
    case '\0':
      text.append(replacement_character);
      break;
    case '\r':
      text.push_back('\n');
      if (position + 1 < html.size() && html[position + 1] == '\n') ++position;
      break;
    case '&': {
      std::string characters;
      const std::size_t length = append_character_reference(html.substr(position), characters);
      text.append(characters);
      if (length > 0) return position + length;
      [[fallthrough]];
    }
    default:
      text.push_back(html[position]);
  }
  return position + 1;
}

// Appends text without markup.
template <typename Test>
void append_characters(std::string_view html, Test special, TextBuffer& text) {
  for (std::size_t position = 0; position < html.size();) {
    const std::size_t next = find_where(html, position, special);
    text.append(html.substr(position, next - position));
    position = next < html.size() ? append_special(html, next, text) : next;
  }
}

// Before attribute name state and all that follow, from `position` to behind the tag. False if the
// page ends inside the tag. `use(attribute)` is called for each attribute.
template <typename Use>
bool read_attributes(std::string_view html, std::size_t& position, bool& self_closing, Use use) {
  const auto skip_blanks = [&] {
    while (position < html.size() && is_html_blank(html[position])) ++position;
    return position < html.size();
  };
  while (skip_blanks()) {
    if (html[position] == '>') {
      ++position;
      return true;
    }
    if (html[position] == '/') {
      self_closing = position + 1 < html.size() && html[position + 1] == '>';
      ++position;
      continue;
    }
    // A '=' here starts a name.
    const std::size_t name = position;
    position += std::max<std::size_t>(letters_and_digits(html, position), 1);
    if (position == html.size() || html[position] != '=')
      position = find_where(html, position, ends_attribute_name);
    const std::size_t name_end = position;
    std::size_t value = position, value_end = position;
    if (!skip_blanks()) return false;
    if (html[position] == '=') {
      ++position;
      if (!skip_blanks()) return false;
      if (const char quote = html[position]; quote == '"' || quote == '\'') {
        value = position + 1;
        value_end = position = find_where(html, value, any_of(quote));
        if (position < html.size()) ++position;
      } else {
        value = position;
        value_end = position = find_where(html, position, ends_unquoted_value);
      }
    }
    use(HtmlAttribute{html.substr(name, name_end - name), html.substr(value, value_end - value)});
  }
  return false;
}

}  // namespace

bool has_attribute(const HtmlTag& tag, bool (*condition)(const HtmlAttribute&)) {
  std::size_t position = 0;
  bool self_closing = false, found = false;
  read_attributes(tag.attributes, position, self_closing,
                  [&](const HtmlAttribute& attribute) { found = found || condition(attribute); });
  return found;
}

HtmlTokenizer::HtmlTokenizer(std::string_view html, HtmlContent content,
                             std::string_view last_start_tag)
    : html_(html), content_(content), last_start_tag_(last_start_tag) {}

// The next place, from `position` on, of a special byte of this kind.
inline std::size_t HtmlTokenizer::find(std::size_t position, std::size_t kind) {
  constexpr std::size_t size = 64;
  for (; position < html_.size(); position = (position / size + 1) * size) {
    if (const std::size_t block = position / size; block_ != block) {
      block_ = block;
      const std::string_view bytes = html_.substr(block * size, size);
      std::array<char, size> last{};
      if (bytes.size() < size) std::ranges::copy(bytes, last.begin());
      masks_ = masks_where(bytes.size() < size ? last.data() : bytes.data(), any_of('<', '&', '\r'),
                           any_of('>', '='), any_of('"'));
    }
    const std::uint64_t found = masks_[kind] >> position % size;
    if (found != 0) return position + static_cast<std::size_t>(std::countr_zero(found));
  }
  return html_.size();
}

bool HtmlTokenizer::next_tag(HtmlTag& tag, TextBuffer* text) {
  const bool found =
      content_ == HtmlContent::data ? next_tag_in_data(tag, text) : next_tag_in_raw_text(tag, text);
  if (!found) return false;
  if (tag.is_end) content_ = HtmlContent::data;
  return true;
}

// Data state, tag open state, end tag open state.
bool HtmlTokenizer::next_tag_in_data(HtmlTag& tag, TextBuffer* text) {
  while (true) {
    const std::size_t start = position_;
    position_ =
        text != nullptr ? find(position_, special_in_data) : find_byte(html_, position_, '<');
    if (text != nullptr) text->append_part(html_, start, position_);
    if (position_ == html_.size()) return false;
    const char next = position_ + 1 < html_.size() ? html_[position_ + 1] : '\0';
    const char behind = position_ + 2 < html_.size() ? html_[position_ + 2] : '\0';
    if (html_[position_] != '<') {
      position_ = append_special(html_, position_, *text);
    } else if (is_letter(next) || (next == '/' && is_letter(behind))) {
      return read_tag(tag);
    } else if (next == '!') {
      skip_markup_declaration();
    } else if (next == '?' || (next == '/' && position_ + 2 < html_.size())) {
      skip_behind('>');  // a bogus comment, or "</>", which is nothing
    } else {
      if (text != nullptr) text->push_back('<');
      ++position_;
    }
  }
}

// The states of text in which nothing but one end tag is markup.
bool HtmlTokenizer::next_tag_in_raw_text(HtmlTag& tag, TextBuffer* text) {
  const std::size_t end = content_ == HtmlContent::plaintext     ? html_.size()
                          : content_ == HtmlContent::script_data ? end_of_script()
                                                                 : end_of_raw_text();
  if (text != nullptr) {
    const std::string_view characters = html_.substr(position_, end - position_);
    if (content_ == HtmlContent::rcdata)
      append_characters(characters, special_in_rcdata, *text);
    else
      append_characters(characters, special_in_raw_text, *text);
  }
  position_ = end;
  return position_ < html_.size() && read_tag(tag);
}

// Tag name state, from "<" or "</" on. False if the page ends inside the tag, which is not a tag
// then.
bool HtmlTokenizer::read_tag(HtmlTag& tag) {
  tag.is_end = html_[position_ + 1] == '/';
  tag.self_closing = false;
  position_ += tag.is_end ? 2 : 1;
  const std::size_t start = position_;
  read_name(tag);
  if (!tag.is_end) last_start_tag_ = html_.substr(start, position_ - start);
  if (position_ < html_.size() && html_[position_] == '>') {
    tag.attributes = html_.substr(position_++, 1);
    return true;
  }
  return position_ < html_.size() && skip_attributes(tag);
}

// Most names are letters and digits, which `| 0x20` puts into lower case.
void HtmlTokenizer::read_name(HtmlTag& tag) {
  const std::size_t start = position_, size = letters_and_digits(html_, start);
  if (size > 0 && size <= 8 && ends_tag_name(html_[start + size])) {
    std::uint64_t number = 0;
    std::memcpy(&number, html_.data() + start, sizeof number);
    number |= 0x2020202020202020;
    std::memcpy(short_name_.data(), &number, sizeof number);
    tag.name = {short_name_.data(), size};
    if constexpr (std::endian::native == std::endian::big) number = __builtin_bswap64(number);
    tag.packed = number << (64 - 8 * size) >> (64 - 8 * size);
    position_ = start + size;
    return;
  }
  position_ = find_where(html_, start, ends_name);
  TextBuffer name;
  append_characters(html_.substr(start, position_ - start), special_in_raw_text, name);
  long_name_ = name.view();
  std::ranges::transform(long_name_, long_name_.begin(), lower);
  tag.name = long_name_;
  tag.packed = packed_name(tag.name);
}

// Nearly all attributes are a name, '=' and, right behind it, a value: so the end of the tag is
// found from one '=' or '>' to the next. Where that would not do, they are read.
bool HtmlTokenizer::skip_attributes(HtmlTag& tag) {
  const std::size_t start = position_;
  const auto byte = [&](std::size_t at) { return at < html_.size() ? html_[at] : ' '; };
  std::size_t at = find(start, special_in_tag), value_end = start;
  while (byte(at) == '=') {
    const char before = html_[at - 1], behind = byte(at + 1);
    if (at == value_end || is_html_blank(before) || before == '/' || is_html_blank(behind)) break;
    value_end = behind == '"'    ? find(at + 2, double_quote) + 1
                : behind == '\'' ? find_byte(html_, at + 2, behind) + 1
                                 : find_where(html_, at + 1, ends_unquoted_value);
    at = find(value_end, special_in_tag);
  }
  bool is_closed = byte(at) == '>';
  if (is_closed) {
    tag.self_closing = at > value_end && html_[at - 1] == '/';
    position_ = at + 1;
  } else {
    is_closed = read_attributes(html_, position_, tag.self_closing, [](const HtmlAttribute&) {});
  }
  tag.attributes = html_.substr(start, position_ - start);
  return is_closed;
}

// From "<!" on. A DOCTYPE ends at the first '>', quoted or not, as a bogus comment does (which a
// CDATA section is among HTML).
void HtmlTokenizer::skip_markup_declaration() {
  if (html_.substr(position_).starts_with("<!--"))
    skip_comment();
  else
    skip_behind('>');
}

// From "<!--" on. A comment ends behind "-->" or "--!>"; "<!-->" and "<!--->" are comments, too.
// What looks like a comment inside a comment changes nothing of it.
void HtmlTokenizer::skip_comment() {
  const std::size_t start = position_ + 4;
  const std::string_view content = html_.substr(start);
  if (content.starts_with('>') || content.starts_with("->")) return skip_behind('>');
  for (std::size_t end = find_byte(content, 0, '>'); end < content.size();
       end = find_byte(content, end + 1, '>')) {
    const std::string_view before = content.substr(0, end);
    if (before.ends_with("--") || before.ends_with("--!")) {
      position_ = start + end + 1;
      return;
    }
  }
  position_ = html_.size();
}

void HtmlTokenizer::skip_behind(char end) {
  position_ = std::min(find_byte(html_, position_, end) + 1, html_.size());
}

// Is there, at "<", an end tag with the name of the last start tag?
bool HtmlTokenizer::is_closing_tag(std::size_t position) const {
  const std::string_view rest = html_.substr(position);
  const std::size_t length = 2 + last_start_tag_.size();
  return !last_start_tag_.empty() && rest.size() > length && rest[1] == '/' &&
         ends_tag_name(rest[length]) && starts_with_ignoring_case(rest.substr(2), last_start_tag_);
}

// RCDATA and RAWTEXT: position of the end tag, or the end of the page.
std::size_t HtmlTokenizer::end_of_raw_text() const {
  std::size_t position = find_byte(html_, position_, '<');
  while (position < html_.size() && !is_closing_tag(position))
    position = find_byte(html_, position + 1, '<');
  return position;
}

// "script" and the end of a tag name: what the double escape states look for.
bool HtmlTokenizer::has_script_at(std::size_t position) const {
  constexpr std::string_view script = "script";
  const std::string_view rest = html_.substr(position);
  return rest.size() > script.size() && starts_with_ignoring_case(rest, script) &&
         ends_tag_name(rest[script.size()]);
}

// The script data states: position of the end tag, or the end of the page. "<!--" starts text in
// which "<script" starts text in which even the end tag counts for nothing but the way back; "-->"
// ends both.
std::size_t HtmlTokenizer::end_of_script() const {
  constexpr auto interesting = [](Bytes16 bytes) { return any_of('<', '-')(bytes); };
  enum class Escape { none, escaped, double_escaped } escape = Escape::none;
  std::size_t position = position_;
  while (true) {
    position = escape == Escape::none ? find_byte(html_, position, '<')
                                      : find_where(html_, position, interesting);
    if (position == html_.size()) return position;
    if (html_[position] == '-') {
      const std::size_t dashes = position;
      while (position < html_.size() && html_[position] == '-') ++position;
      if (position < html_.size() && html_[position] == '>' && position - dashes >= 2)
        escape = Escape::none;
      continue;
    }
    if (escape != Escape::double_escaped && is_closing_tag(position)) return position;
    if (escape == Escape::none) {
      if (html_.substr(position).starts_with("<!--")) {
        escape = Escape::escaped;
        position += 2;  // the dashes may be those of "-->"
      } else {
        ++position;
      }
    } else if (escape == Escape::escaped) {
      if (has_script_at(position + 1)) escape = Escape::double_escaped;
      ++position;
    } else {
      const bool slash = position + 1 < html_.size() && html_[position + 1] == '/';
      if (slash && has_script_at(position + 2)) escape = Escape::escaped;
      ++position;
    }
  }
}

}  // namespace subintent::internal
