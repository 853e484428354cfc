// The layouts of files of scores, which are found by looking ahead.
#pragma once

#include <deque>

#include "core/collection/score_table.h"
#include "core/io/input_file.h"
#include "core/io/table_cells.h"
#include "subintent/values.h"

namespace subintent::internal {

// Cuts lines of a LineSplitter, which says where they are. Throws Error for a broken quote.
class CsvCutter {
 public:
  explicit CsvCutter(char separator = ',') : cutter_(separator) {}

  // They stay until the next call.
  std::span<const std::string_view> cut(const LineSplitter& lines, std::string_view line) {
    cutter_.seek(line.data());
    LineCells& cells = cutter_.next();
    if (cells.is_plain) return cells.all();
    if (cells.defect != nullptr)
      throw Error(lines.location(), "the line " + std::string(cells.defect), quotes_advice);
    texts_.clear();
    for (std::string_view& cell : cells.all()) {
      if (!has_doubled_quotes(cell, line.data())) continue;
      cell = texts_.emplace_back(without_doubled_quotes(cell));
    }
    return cells.all();
  }

 private:
  CellCutter cutter_;
  std::deque<std::string> texts_;  // of cells in quotes that hold some
};

bool is_empty_line(std::string_view line);  // or of blanks and separators
bool is_numeric(std::string_view text);
// Also with a decimal comma, unless that separates the columns, or what is no number: NaN,
// infinite.
bool is_value(std::string_view text, char separator);

// Can these be a measure and a topic in a line of three columns?
bool are_measure_and_topic(std::string_view measure, std::string_view topic);

// A number as scores have it, and no name of a topic or measure.
bool has_fraction(std::string_view text);

// Does pandas call a column so that was an index without a name: "index", "level_0", "Unnamed: 0"?
bool is_index_heading(std::string_view heading);

bool has_word_of_measure(std::string_view name);  // "map_2024"
std::string list_of(const NameSet& names);        // for messages

// Are these the measures and topics of rows in this order?
bool has_measure_before_topic(const NameSet& second, const NameSet& third);

// The places of the columns of a list of scores, by its header line.
struct NamedColumns {
  char separator = ',';
  std::size_t count = 0;
  std::optional<std::size_t> run, judge, draw, turn;
  std::size_t topic = 0, measure = 0, value = 0;
  // Instead of measure and value: the columns of a measure each.
  std::vector<std::pair<std::size_t, std::string>> measures = {};
};

// Nothing where the first line names no topic, measure and value, nor, above a line with the name
// of a run and numbers, topic, run and measures, nor topics and measures that are known as such;
// where it is said that columns of numbers `are_measures`, they are, below topics.
std::optional<NamedColumns> named_columns(const LineSplitter& lines, std::string_view header,
                                          bool are_measures = false);

// The header line of a matrix of topics and runs, and what stands between its cells.
struct MatrixHeader {
  char separator;
  std::vector<std::string> cells;
};

// Throws Error for a header line that no matrix of topics and runs has.
void check_matrix(const LineSplitter& lines, const MatrixHeader& header, ScoreFormat format);

// Whether the first column of a matrix holds topics. Throws Error where nobody can tell, or where
// it holds neither topics nor scores of a run.
bool has_topics(LineSplitter lines, const MatrixHeader& header, ScoreFormat format);

// Whether the measure comes before the topic, as trec_eval has it, or behind it, as ir_measures
// does. The first line that fits one of the two only, or has a name that is `known`, decides.
// Without one the measure is behind it, or, where nothing is known, Error is thrown.
bool has_measure_first(LineSplitter lines, std::string_view line, std::size_t count,
                       const KnownNames* known);

// Throws Error where some columns of a matrix count, and the others are fractions from 0 to 1.
void require_one_measure(LineSplitter lines, const MatrixHeader& header, std::size_t first);

// Throws Error for lines of four columns whose first, of runs, is the only one with topics, as
// their numbers say, or with names of measures.
void require_runs_first(LineSplitter lines, std::string_view line);

// Adds a note where a file has two columns, or members of lines, that mean the same.
void note_unread_scores(std::string_view text, const std::string& file, Warnings& notes);

// The value of "runid" in a file of trec_eval; it may stand at the end.
std::string trec_eval_tag(LineSplitter lines, std::string_view line);

}  // namespace subintent::internal
