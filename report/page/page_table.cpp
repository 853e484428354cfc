#include "report/page/page_table.h"

namespace subintent::internal {
namespace {

Html class_of(std::string_view kind, bool turned) {
  const bool both = !kind.empty() && turned;
  if (kind.empty() && !turned) return {};
  return html(" class=\"{}{}{}\"", kind, both ? " " : "", turned ? "turned" : "");
}

}  // namespace

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
