// The formats of tables; scores as text: a table for people, TSV and JSON for programs, a topic x
// run matrix as CSV. Names of runs and topics have '?' for control characters, but in JSON, where
// they are escaped.
#pragma once

#include "report/captions.h"
#include "report/report.h"
#include "report/run_table.h"

namespace subintent::internal {

// A star would be taken for significance.
inline constexpr std::string_view best_mark = "•";

struct ScoreReport {
  ScoreSet scores;
  RunTable table;                 // of their means
  std::vector<DataTable> tables;  // of statistics; in TSV and JSON behind the scores
  NumberFormat number;
  Captions captions = {};                // queries of topics, in tables for people
  std::string caption = {}, label = {};  // of tables for papers, before what they say; empty: none
};

// If a measure does not apply to a topic, tables have '-' and JSON has null; formats with a score
// in each line have none.

// Runs as rows, aligned; the best mean of a measure has best_mark behind it where there are several
// runs, and marks of significance follow. Measures that do not fit into `width` columns go into
// further blocks; 0 means no limit. Below them, what marks and intervals are.
std::string table_of(const ScoreReport& report, std::size_t width);

// "run<tab>topic<tab>measure<tab>value" with that header line; means under topic "all". Tables
// follow after an empty line.
std::string tsv_of(const ScoreReport& report);

// Prints what ir_measures prints for one run, with measures as it names them: "measure<tab>value",
// or by topic "topic<tab>measure<tab>value" with the means under topic "all".
std::string ir_measures_lines_of(const ScoreReport& report);

// One object a (run, topic): {"run","topic","scores":{measure: value}} in an array. With tables, an
// object with that array as "scores", and with the tables.
std::string json_of(const ScoreReport& report);

// Topics as rows, runs as columns, named in the header line "topic,RUN,...". For exactly one
// measure, and without tables.
std::string csv_of(const ScoreReport& report);

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
