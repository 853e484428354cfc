#include "report/table_format.h"

#include <fmt/format.h>

#include "core/base/messages.h"
#include "core/collection/score_table.h"
#include "report/latex.h"
#include "report/markdown.h"
#include "report/paper_table.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

PaperTable paper_table(const ScoreReport& report) {
  PaperTable table = internal::paper_table(report.table, report.number);
  add_before_caption(report.caption, table);
  table.label = report.label;
  return table;
}

}  // namespace

std::span<const TableFormat> table_formats() {
  static const TableFormat formats[] = {
      {.name = "table",
       .label = "a table",
       .decimals = 4,
       .one_line_names = true,
       .scores = table_of,
       .report = [](std::string_view, const Report& report,
                    std::size_t width) { return report.text.text(width); }},
      {.name = "tsv",
       .label = "TSV",
       .holds_names = true,
       .scores = [](const ScoreReport& report, std::size_t) { return tsv_of(report); },
       .report = [](std::string_view, const Report& report,
                    std::size_t) { return tsv_of(report.tables); }},
      {.name = "csv",
       .label = "CSV",
       .holds_names = true,
       .column_defect = run_column_defect,
       .one_measure = true,
       .statistics = false,
       .scores = [](const ScoreReport& report, std::size_t) { return csv_of(report); }},
      {.name = "ir_measures",
       .label = "lines of ir_measures",
       .decimals = 4,
       .holds_names = true,
       .has_blank_columns = true,
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
                    std::size_t) { return latex_of({paper_table(report)}); },
       .report = [](std::string_view, const Report& report,
                    std::size_t) { return latex_of(paper_tables(report)); }},
      {.name = "markdown",
       .label = "Markdown",
       .decimals = 4,
       .means_only = true,
       .scores = [](const ScoreReport& report,
                    std::size_t) { return markdown_of({paper_table(report)}); },
       .report = [](std::string_view, const Report& report,
                    std::size_t) { return markdown_of(paper_tables(report)); }},
  };
  return formats;
}

const TableFormat* find_table_format(std::string_view name) {
  for (const TableFormat& format : table_formats())
    if (format.name == name) return &format;
  return nullptr;
}

std::vector<std::string> report_format_names() {
  std::vector<std::string> names;
  for (const TableFormat& format : table_formats())
    if (format.report != nullptr) names.emplace_back(format.name);
  return names;
}

const TableFormat& report_format(const std::string& name) {
  const TableFormat* const format = find_table_format(name);
  if (format != nullptr && format->report != nullptr) return *format;
  throw Error::argument("format", "format: there is none called '" + printable(name) + "'",
                        advice_on(name, report_format_names()));
}

namespace {

[[noreturn]] void refuse(const std::string& name, std::string_view held, const TableFormat& format,
                         const char* advice) {
  throw Error(Location{},
              fmt::format("the name of {} has {}, which {} cannot hold", name, held, format.label),
              advice);
}

}  // namespace

void require_writable_names(const ScoreSet& scores, const TableFormat& format) {
  std::vector<std::string> runs;
  for (const RunScores& run : scores.runs) runs.push_back(run.run);
  for (const RunScores& run : scores.runs) {
    const std::string name = "run " + printable(run.run);
    const char* const advice = "rename the file, or use `format=json`";
    const auto held = control_in(run.run);
    const bool breaks_lines = held && *held != "a control character";
    if (held && (format.holds_names || (format.one_line_names && breaks_lines)))
      refuse(name, *held, format, advice);
    const auto defect =
        format.column_defect != nullptr ? format.column_defect(run.run, runs) : std::nullopt;
    if (!defect) continue;
    throw Error(Location{}, fmt::format("in {}, the column of {} {}", format.label, name, *defect),
                "rename the file, or use `format=tsv`");
  }
  if (!format.holds_names || !(scores.per_topic || format.one_measure)) return;
  for (const std::string& topic : scores.topics) {
    auto held = control_in(topic);
    if (format.has_blank_columns && topic.find(' ') != topic.npos) held = "a blank";
    if (held) refuse("topic " + printable(topic), *held, format, "use `format=json`");
  }
}

}  // namespace subintent::internal
