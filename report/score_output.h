// Scores as text: a table for people, TSV and JSON for programs, a topic x run matrix as CSV. Names
// of runs and topics have '?' for control characters, but in JSON, where they are escaped.
#pragma once

#include "report/captions.h"
#include "report/data_table.h"
#include "report/run_table.h"
#include "report/score_set.h"

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

}  // namespace subintent::internal
