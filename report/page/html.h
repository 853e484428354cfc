// HTML that cannot be made of text without escaping it.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace subintent::internal {

// `text` for content and for attributes between double quotes. Invalid UTF-8 and characters that
// HTML excludes become U+FFFD.
std::string html_text(std::string_view text);

// Markup. What it is made of is either a literal of the program or a value that html() has escaped.
class Html {
 public:
  Html() = default;

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  Html& operator+=(const Html& more) {
    text_ += more.text_;
    return *this;
  }

  // Takes markup that another part of the program has made, such as a chart.
  static Html trusted(std::string markup) { return Html(std::move(markup)); }

 private:
  explicit Html(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

inline std::string_view in_html(const Html& value) {
  return value.text();
}
inline std::string in_html(std::string_view value) {
  return html_text(value);
}
template <typename Number>
requires std::integral<Number> || std::floating_point<Number> Number in_html(Number value) {
  return value;
}

// Markup by a pattern of fmt: text is escaped, numbers are formatted, Html stays as it is.
template <typename... Values>
Html html(fmt::format_string<decltype(in_html(std::declval<const Values&>()))...> pattern,
          const Values&... values) {
  return Html::trusted(fmt::format(pattern, in_html(values)...));
}

// A name from a file as people see it: at most 100 characters, and whatever the direction of its
// letters is, that of the text around it stays as it is.
Html html_name(std::string_view name);

// JSON for an element <script type="application/json">, as one that nothing in it can end.
std::string safe_in_element(std::string_view json);

// The content security policy of a page whose style and script are in it: these two act, and
// nothing else does. Nothing is loaded.
std::string page_policy(std::string_view style, std::string_view script);

}  // namespace subintent::internal
