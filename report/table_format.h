// The formats that tables are written in.
#pragma once

#include "report/report.h"
#include "report/score_output.h"

namespace subintent::internal {

struct TableFormat {
  std::string_view name;   // "tsv"
  std::string_view label;  // in a sentence: "which TSV cannot hold"
  int decimals = 6;        // of scores
  // Is it for programs, which get names as they are? Those with control characters are refused.
  bool holds_names = false;
  bool one_line_names = false;     // refuses tabs and line ends alone, and shows other names safely
  bool has_blank_columns = false;  // those that read it cut its lines at blanks
  // Says why one of the runs cannot be called so in the heading of a column; nothing if it can.
  std::optional<std::string> (*column_defect)(std::string_view run,
                                              std::span<const std::string> runs) = nullptr;
  bool means_only = false;   // no scores of topics
  bool one_measure = false;  // holds one measure of scores only
  bool one_run = false;      // holds the scores of one run only
  bool statistics = true;    // and what tests say of them
  // Scores as text; `width` is that of the terminal, 0 for no limit.
  std::string (*scores)(const ScoreReport& report, std::size_t width) = nullptr;
  // A report of what `command` made as text; nullptr: reports have no such form.
  std::string (*report)(std::string_view command, const Report& report,
                        std::size_t width) = nullptr;
};

std::span<const TableFormat> table_formats();

// A format of this name; nullptr if there is none.
const TableFormat* find_table_format(std::string_view name);

// The formats that reports have, and that of a name. Throws Error of argument "format".
std::vector<std::string> report_format_names();
const TableFormat& report_format(const std::string& name);

// Throws Error for a run or topic whose name the format cannot hold.
void require_writable_names(const ScoreSet& scores, const TableFormat& format);

}  // namespace subintent::internal
