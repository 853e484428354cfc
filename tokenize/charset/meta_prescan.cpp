#include "tokenize/charset/meta_prescan.h"

#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct Attribute {
  std::string_view name, value;
};

class Prescan {
 public:
  explicit Prescan(std::string_view html) : html_(html) {}

  std::optional<Encoding> run() {
    for (position_ = find('<'); position_ < html_.size(); position_ = find('<')) {
      const std::string_view rest = html_.substr(position_);
      if (rest.starts_with("<!--")) {
        // The dashes of the start may be those of the end.
        const std::size_t end = html_.find("-->", position_ + 2);
        if (end == html_.npos) return std::nullopt;
        position_ = end + 3;
      } else if (rest.size() > 5 && lowered(rest.substr(0, 5)) == "<meta" &&
                 (is_html_blank(rest[5]) || rest[5] == '/')) {
        position_ += 5;
        if (const auto encoding = read_meta()) return encoding;
      } else if (rest.size() > 1 &&
                 is_letter(rest[1] == '/' && rest.size() > 2 ? rest[2] : rest[1])) {
        skip_tag();
      } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
        position_ = find('>');
      } else {
        ++position_;
      }
    }
    return std::nullopt;
  }

 private:
  std::size_t find(char c) const { return std::min(html_.find(c, position_), html_.size()); }

  void skip_tag() {
    while (position_ < html_.size() && !is_html_blank(html_[position_]) && html_[position_] != '>')
      ++position_;
    while (read_attribute()) {
    }
  }

  // The next attribute of the tag, or nothing at its end.
  std::optional<Attribute> read_attribute() {
    skip([](char c) { return is_html_blank(c) || c == '/'; });
    if (position_ >= html_.size() || html_[position_] == '>') return std::nullopt;
    const std::size_t name = position_;
    ++position_;  // a '=' here starts a name
    skip([](char c) { return !is_html_blank(c) && c != '/' && c != '>' && c != '='; });
    Attribute attribute{html_.substr(name, position_ - name), {}};
    skip(is_html_blank);
    if (position_ >= html_.size() || html_[position_] != '=') return attribute;
    ++position_;
    skip(is_html_blank);
    if (position_ >= html_.size()) return std::nullopt;
    const char quote = html_[position_];
    if (quote == '"' || quote == '\'') {
      const std::size_t value = ++position_;
      position_ = find(quote);
      if (position_ >= html_.size()) return std::nullopt;
      attribute.value = html_.substr(value, position_ - value);
      ++position_;
    } else {
      const std::size_t value = position_;
      skip([](char c) { return !is_html_blank(c) && c != '>'; });
      attribute.value = html_.substr(value, position_ - value);
    }
    return attribute;
  }

  template <typename Condition>
  void skip(Condition condition) {
    while (position_ < html_.size() && condition(html_[position_])) ++position_;
  }

  // Names count at their first occurrence in a tag.
  std::optional<Encoding> read_meta() {
    bool has_pragma = false, has_charset = false, has_content = false, has_http_equiv = false;
    std::optional<bool> needs_pragma;
    std::optional<Encoding> encoding;
    while (const auto attribute = read_attribute()) {
      if (attribute->name.size() > 10) continue;
      const std::string name = lowered(attribute->name);
      if (name == "http-equiv" && !std::exchange(has_http_equiv, true)) {
        has_pragma = attribute->value.size() == 12 && lowered(attribute->value) == "content-type";
      } else if (name == "content" && !std::exchange(has_content, true)) {
        const auto label = charset_of_content_type(attribute->value);
        const auto found = label ? encoding_of_label(*label) : std::nullopt;
        if (found && !encoding && !has_charset) {
          encoding = found;
          needs_pragma = true;
        }
      } else if (name == "charset" && !std::exchange(has_charset, true)) {
        encoding = encoding_of_label(attribute->value);
        needs_pragma = false;
      }
    }
    if (position_ >= html_.size()) return std::nullopt;  // the tag does not end
    if (!needs_pragma || (*needs_pragma && !has_pragma) || !encoding) return std::nullopt;
    if (*encoding == Encoding::x_user_defined) return Encoding::windows_1252;
    return encoding;
  }

  // WHATWG HTML §2.4.4 "Extracting character encodings from meta elements".
  static std::optional<std::string_view> charset_of_content_type(std::string_view content) {
    constexpr std::string_view charset = "charset";
    const auto skip_blanks = [&] {
      while (!content.empty() && is_html_blank(content.front())) content.remove_prefix(1);
    };
    do {
      const auto found = std::search(content.begin(), content.end(), charset.begin(), charset.end(),
                                     [](char have, char want) { return lower(have) == want; });
      if (found == content.end()) return std::nullopt;
      content.remove_prefix(static_cast<std::size_t>(found - content.begin()) + charset.size());
      skip_blanks();
    } while (!content.starts_with('='));
    content.remove_prefix(1);
    skip_blanks();
    if (content.empty()) return std::nullopt;
    if (const char quote = content.front(); quote == '"' || quote == '\'') {
      const std::size_t end = content.find(quote, 1);
      if (end == content.npos) return std::nullopt;
      return content.substr(1, end - 1);
    }
    return content.substr(0, content.find_first_of(" \t\n\f\r;"));
  }

  std::string_view html_;
  std::size_t position_ = 0;
};

// WHATWG HTML §13.2.3.2 "get an XML encoding".
std::optional<Encoding> encoding_of_xml_declaration(std::string_view text) {
  const auto skip_blanks = [&] {
    while (!text.empty() && static_cast<unsigned char>(text[0]) <= ' ') text.remove_prefix(1);
  };
  constexpr std::string_view encoding = "encoding";
  const std::size_t close = text.find('>');
  if (!text.starts_with("<?xml") || close == text.npos) return std::nullopt;
  text = text.substr(0, close);
  text.remove_prefix(std::min(text.find(encoding), text.size()));
  text.remove_prefix(std::min(encoding.size(), text.size()));
  skip_blanks();
  if (!text.starts_with('=')) return std::nullopt;
  text.remove_prefix(1);
  skip_blanks();
  if (!text.starts_with('"') && !text.starts_with('\'')) return std::nullopt;
  const std::size_t end = text.find(text[0], 1);
  if (end == text.npos) return std::nullopt;
  const std::string_view label = text.substr(1, end - 1);
  return std::ranges::any_of(label, is_blank) ? std::nullopt : encoding_of_label(label);
}

}  // namespace

std::optional<Encoding> prescan_meta(std::string_view html) {
  auto encoding = Prescan(html).run();
  if (!encoding) encoding = encoding_of_xml_declaration(html);
  // UTF-16 could not be read so far.
  if (encoding == Encoding::utf_16be || encoding == Encoding::utf_16le) return Encoding::utf_8;
  return encoding;
}

}  // namespace subintent::internal
