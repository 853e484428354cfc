// For people to read: tables of scores, tables for papers, the HTML page, text for terminals, and
// what scores were made from.
#pragma once

#include <variant>

#include "subintent/analysis.h"
#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/evaluate.h"
#include "subintent/hierarchy.h"
#include "subintent/records.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

// The options of `subintent evaluate` on its output, and its tables.
const AnalysisRecord& evaluate_record();

// Throws Error for values that do not go together, of so many runs and measures.
void check_score_tables(const AnalysisValues& values, std::size_t runs, std::size_t measures);

struct ScoreTables {
  std::vector<Table> tables;  // "pairs" where a test was asked for, and "intervals"
  std::string text;           // in the format that was asked for
  Warnings warnings;
};

struct ScoreTableLayout {
  TopicCaptions captions = {};  // their queries stand beside topics
  std::size_t width = 0;        // of the terminal, in columns; 0: no limit
  // With other scores: the measures as they were asked for, which columns follow.
  std::vector<std::string> measures = {};
};

// Makes tables of scores, with values of the options of evaluate_record() by their names. Throws
// Error for values that make no sense, for fewer than two runs to test, for a baseline that is not
// there, and for names that the format cannot hold.
ScoreTables score_tables(const ScoredRuns& runs, const OptionValues& values = {},
                         const ScoreTableLayout& layout = {},
                         const ProgressCallback& progress = {});

// Tables for papers and pages.
// Cells hold text of any characters, which formats escape. Texts of more than 100 characters are
// cut, and end in "...".
struct PaperTableText {
  std::vector<std::vector<std::string>> rows;  // of one length; the first is the header
  std::size_t labels = 1;                      // columns on the left that name the row
  std::string caption = {};
  std::vector<std::pair<std::size_t, std::size_t>> bold = {};  // cells: row and column
  bool measures = false;   // the headings of the other columns are names of measures
  std::string label = {};  // of letters, digits and : - _ . / +, to refer to; needs a caption
};

// An environment "table" of LaTeX for the package booktabs; "table*", over both columns of a page,
// where it is wide, which graphicx makes smaller. Measures have their letters, α and ♯, and numbers
// are below one another at the decimal point. Throws Error for a label that LaTeX cannot refer to.
std::string latex_table(const PaperTableText& table);

// A table with pipes, as GitHub and Pandoc read it, and its caption in a paragraph below.
std::string markdown_table(const PaperTableText& table);

// The options of `subintent report` on the contents of the page.
const AnalysisRecord& report_record();

// The names of the measures of a list, as the command line takes it, or those of a report where
// there are none: those of [Dou19 Table 4] at 20 and what D# is made of. Throws the errors of
// Evaluator for them. Those of other scores are left out, as by measures_of().
std::vector<std::string> report_measures(const std::vector<std::string>& lists,
                                         const EvaluationInputs& inputs,
                                         const std::vector<std::string>& scores = {});

// A file that the page names with its size and SHA-256: its path, and what it holds, "judgments".
struct ReportFile {
  std::string role, path;
};

struct ReportInputs {
  Evaluator evaluator;                        // by whose first measure topics are shown
  std::vector<AnyRun> runs;                   // of different names; files are read again
  std::vector<std::string> topics = {};       // names of those to report; none: all
  std::vector<std::string> wanted_runs = {};  // likewise, of runs
  std::vector<Source> texts = {};             // of documents, as read_texts() takes them
  std::vector<Source> vectors = {};  // of documents: nodes are shown with characteristic terms
  std::optional<Source> dendrograms = {};        // of the intents: what cutoffs make of them
  std::vector<PreferencePool> preferences = {};  // of users, between the runs
  // The order of measures, of the evaluator's and of other scores, as by ScoreTableLayout.
  std::vector<std::string> measures = {};
  ClusterOptions view = {};  // how documents are compared where the evaluator has a similarity
  std::vector<ReportFile> files = {};
  std::string command = {};  // that the page says it was made by
};

struct ReportPage {
  std::string html;
  Remarks remarks;  // those of the evaluator among them
};

// Makes the page; the same input makes the same bytes. `say` is told the remarks when all runs are
// scored. Throws the errors of Evaluator and of reading, and Error for two runs of one name, a
// topic or run that is not there (arguments "topics" and "runs"), and values that make no sense.
ReportPage report(const ReportInputs& inputs, const OptionValues& values = {},
                  const RemarksCallback& say = {}, const ProgressCallback& progress = {});

// UTF-8 with '?' in the place of each character that acts on a terminal (controls, line ends, marks
// that change the order of others) and of each byte that is not UTF-8.
std::string terminal_text(std::string_view text);

// A table, one line a row, of cells as terminal_text() gives them. The first `labels` columns are
// aligned to the left, the others to the right. A row may lack columns on the right. Columns that
// do not fit into `width` stand in further blocks, each with the labels; 0 means no limit.
std::string terminal_table(const std::vector<std::vector<std::string>>& rows,
                           std::size_t labels = 1, std::size_t width = 0);

// The first twenty names, for messages: "1, 2, 3 and 17 more".
std::string listed_names(const std::vector<std::string>& names);

// Columns that UTF-8 takes on a terminal: two for wide characters, none for combining marks, one
// for what is not UTF-8.
std::size_t terminal_columns(std::string_view text);

// The words of a text, which blanks separate, in lines of at most `width` columns, each with a line
// end; 0 means no limit. The first line begins with `first`, the others with `rest`. A word that is
// longer than a line has a line of its own and is cut into pieces of that width.
std::string terminal_lines(std::string_view text, std::size_t width, std::string_view first = {},
                           std::string_view rest = {});

// An input of an evaluation: `role` says what it holds, `name` what it is called. The path is empty
// for what was in memory.
struct ProvenanceInput {
  std::string role, name, path;
};

// {"path": "qrels", "bytes": 12, "sha256": "..."} of each file: one line of JSON, of the bytes as
// they are stored, as `--provenance` writes it (docs/formats.md). What can be read only once, such
// as a pipe, or is not there has null for bytes and digest. Throws Error where a file cannot be
// read.
std::vector<std::string> described_files(const std::vector<std::string>& paths);

// An evaluation as one object of JSON: program, version, the identifiers of the measures, the test
// and the correction that are taken where none is asked for, and the inputs, each described as by
// described_files(), with null also for the path of what was in memory, after its role and name.
// The files are read now. Throws the errors of described_files(), and of Measure.
std::string provenance(const std::vector<std::string>& measures,
                       const std::vector<ProvenanceInput>& inputs);

}  // namespace subintent
