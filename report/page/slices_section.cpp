// Slices of topics: means of the runs, and where their order is another than over all topics.
#include <variant>

#include "report/page/page_table.h"
#include "report/page/section.h"
#include "report/slices_report.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

Html slice_cell(const Cell& cell) {
  if (const auto* const text = std::get_if<std::string>(&cell)) return html_name(*text);
  if (const auto* const number = std::get_if<double>(&cell)) return html("{:.4f}", *number);
  if (const auto* const number = std::get_if<std::int64_t>(&cell)) return html("{}", *number);
  return html("&ndash;");
}

// The columns of a table but for `left_out`.
Html slice_table(const Html& caption, const DataTable& rows, const TableRecord& record,
                 std::string_view left_out) {
  std::vector<PageColumn> columns;
  for (const Column& column : record.columns) {
    if (column.name == left_out) continue;
    columns.emplace_back(html("{}", column.name), column.kind == CellKind::text ? "" : "n");
  }
  PageTable table(columns);
  for (const auto& row : rows.rows) {
    table.row();
    for (std::size_t i = 0; i < row.size(); ++i)
      if (rows.columns[i] != left_out) table.cell(slice_cell(row[i]));
  }
  return table.html_of(caption);
}

}  // namespace

Html slices_section(const PageContext& context) {
  if (!context.input.slices) return {};
  const auto& tables = context.input.slices->tables;
  Html made = slice_table(html("Means by properties of topics, with intervals by Student's t"),
                          tables[0], slices_record(), "alpha");
  if (context.runs() < 2) return made;
  if (tables[1].rows.empty()) {
    return made +=
           html("<p>In no slice is the order of two runs another than over all topics.</p>\n");
  }
  return made += slice_table(html("Slices where the order of two runs is another than over all "
                                  "topics: run1 minus run2, and the interval in the slice"),
                             tables[1], reversals_record(), "");
}

}  // namespace subintent::internal
