// Tables of the page.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/page/html.h"

namespace subintent::internal {

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
inline Html numbers(std::string_view summary, const Html& table) {
  return html("<details><summary>{}</summary>\n{}</details>\n", summary, table);
}

}  // namespace subintent::internal
