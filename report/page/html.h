// HTML that cannot be made of text without escaping it.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// Its kind is the class of its head and cells: "n" of numbers, "" of text; "row" and "n row" are
// the same of names of rows.
struct PageColumn {
  Html head;
  std::string_view kind;
  bool names, turned;  // upright, so that the table stays narrow

  PageColumn(Html above, std::string_view k = "n", bool upright = false)
      : head(std::move(above)),
        kind(k.substr(0, k.find(k.starts_with("row") ? "row" : " row"))),
        names(k.ends_with("row")),
        turned(upright) {}
  PageColumn(const char* above, std::string_view k = "n")
      : PageColumn(html("{}", std::string_view(above)), k) {}
};

// A table that can be sorted, and be scrolled where it is wider than the page, with the keyboard as
// well; its caption stays. Columns are named once, and then filled row by row.
class PageTable {
 public:
  explicit PageTable(std::vector<PageColumn> columns, std::string_view id = {},
                     std::string_view kind = {})
      : columns_(std::move(columns)), id_(id), kind_(kind) {}
  // The first column has the names of rows, others numbers, or text where they begin with '<'.
  PageTable(std::initializer_list<const char*> heads, std::string_view id = {});

  // The style aligns the cells of long tables, which have no classes.
  void set_long() { is_long_ = true; }

  // A row that begins with these cells; more may follow.
  template <typename... Cells>
  PageTable& row(const Cells&... cells) {
    rows_ += html("{}<tr>", rows_.empty() ? "" : "\n");
    next_ = 0;
    (cell(html("{}", cells)), ...);
    return *this;
  }
  PageTable& cell(const Html& content) { return cell(content, columns_[next_].kind); }
  // With a class of its own.
  PageTable& cell(const Html& content, std::string_view kind);

  Html html_of(const Html& caption) const;

 private:
  std::vector<PageColumn> columns_;
  std::string id_, kind_;
  bool is_long_ = false;
  Html rows_;
  std::size_t next_ = 0;  // column
};

// A table behind a line that opens it: the numbers of a picture.
inline Html numbers(const auto& summary, const Html& table) {
  return html("<details><summary>{}</summary>\n{}</details>\n", summary, table);
}

// The style and the scripts of pages as the build has put them into the library: report.css,
// tables.js, values.js and plot.js, which go before report.js.
extern const std::string_view page_style, tables_script, values_script, plot_script, page_script;

}  // namespace subintent::internal
