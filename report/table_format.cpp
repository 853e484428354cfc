#include "report/table_format.h"

#include <fmt/format.h>

#include "report/latex.h"
#include "report/markdown.h"
#include "report/paper_table.h"
#include "support/error.h"

namespace subintent::internal {

std::span<const TableFormat> table_formats() {
  static const TableFormat formats[] = {
      {.name = "table",
       .label = "a table",
       .decimals = 4,
       .unwritable = "\t\n\r",
       .unwritable_label = "a tab or a line end",
       .scores = table_of,
       .report = [](std::string_view, const Report& report,
                    std::size_t width) { return report.text.text(width); }},
      {.name = "tsv",
       .label = "TSV",
       .unwritable = "\t\n\r",
       .unwritable_label = "a tab or a line end",
       .scores = [](const ScoreReport& report, std::size_t) { return tsv_of(report); },
       .report = [](std::string_view, const Report& report,
                    std::size_t) { return tsv_of(report.tables); }},
      {.name = "csv",
       .label = "CSV",
       .unwritable = "\n\r",
       .unwritable_label = "a line end",
       .one_measure = true,
       .statistics = false,
       .scores = [](const ScoreReport& report, std::size_t) { return csv_of(report); }},
      {.name = "ir_measures",
       .label = "lines of ir_measures",
       .decimals = 4,
       .one_run = true,
       .statistics = false,
       .scores = [](const ScoreReport& report,
                    std::size_t) { return ir_measures_lines_of(report); }},
      {.name = "json",
       .label = "JSON",
       .scores = [](const ScoreReport& report, std::size_t) { return json_of(report); },
       .report = [](std::string_view command, const Report& report,
                    std::size_t) { return json_of(command, report.tables); }},
      {.name = "latex",
       .label = "LaTeX",
       .decimals = 4,
       .means_only = true,
       .scores = [](const ScoreReport& report,
                    std::size_t) { return latex_of({paper_table(report.table, report.number)}); },
       .report = [](std::string_view, const Report& report,
                    std::size_t) { return latex_of(paper_tables(report)); }},
      {.name = "markdown",
       .label = "Markdown",
       .decimals = 4,
       .means_only = true,
       .scores =
           [](const ScoreReport& report, std::size_t) {
             return markdown_of({paper_table(report.table, report.number)});
           },
       .report = [](std::string_view, const Report& report,
                    std::size_t) { return markdown_of(paper_tables(report)); }},
  };
  return formats;
}

const TableFormat* find_table_format(std::string_view name) {
  for (const TableFormat& format : table_formats()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

void require_writable_names(const ScoreSet& scores, const TableFormat& format) {
  for (const RunScores& run : scores.runs) {
    if (run.run.find_first_of(format.unwritable) == std::string::npos) continue;
    throw Error(Location{},
                fmt::format("the name of run {} has {}, which {} cannot hold", printable(run.run),
                            format.unwritable_label, format.label),
                "rename the file, or use `format=json`");
  }
}

}  // namespace subintent::internal
