#include "subintent/report.h"

#include "report/latex.h"
#include "report/markdown.h"
#include "report/paper_table.h"
#include "subintent/basics.h"

namespace subintent {
namespace {

internal::PaperTable made_of(const PaperTableText& text) {
  internal::PaperTable table;
  table.caption = text.caption;
  if (!text.label.empty()) {
    internal::require_latex_label(text.label);
    if (text.caption.empty()) {
      throw Error::argument("label", "label: a table without a caption has no number to refer to",
                            "give a `caption`");
    }
    table.label = text.label;
  }
  table.labels = text.labels;
  for (const auto& cells : text.rows) {
    auto& row = table.header.empty() ? table.header : table.rows.emplace_back();
    for (const std::string& cell : cells) row.push_back({cell});
  }
  for (const auto& [row, column] : text.bold) {
    (row == 0 ? table.header : table.rows.at(row - 1)).at(column).bold = true;
  }
  for (std::size_t i = text.labels; text.measures && i < table.header.size(); ++i) {
    table.header[i].is_measure = true;
  }
  internal::mark_measures(table);
  return table;
}

}  // namespace

std::string latex_table(const PaperTableText& table) {
  return internal::latex_of({made_of(table)});
}

std::string markdown_table(const PaperTableText& table) {
  return internal::markdown_of({made_of(table)});
}

}  // namespace subintent
