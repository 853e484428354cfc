// Tables in Markdown, as GitHub and Pandoc read them.
#pragma once

#include "report/paper_table.h"

namespace subintent::internal {

// `text` as Markdown that shows its characters and does nothing else: no emphasis, code, link, HTML
// or column.
std::string markdown_text(std::string_view text);

// A table with pipes for each, its caption in a paragraph below. Texts of more than 100 characters
// are cut, and end in "...".
std::string markdown_of(const std::vector<PaperTable>& tables);

}  // namespace subintent::internal
