#include "core/collection/score_layouts.h"

#include <cmath>
#include <unordered_set>

#include "core/collection/header_table.h"
#include "core/collection/score_table.h"
#include "core/io/content.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// May the first column of a matrix be called so where it holds topics?
bool is_first_topic_heading(std::string_view heading) {
  return heading.empty() || is_topic_heading(heading);
}

// Whether the cells of a column may name runs: they are no scores as fractions and whole numbers
// that come again are.
bool may_be_names(LineSplitter lines, char separator, std::size_t column) {
  std::unordered_set<std::string> seen;
  std::string_view line;
  CsvCutter csv(separator);
  while (lines.next(line)) {
    if (is_empty_line(line)) continue;
    const auto cells = csv.cut(lines, line);
    if (cells.size() <= column) return true;
    if (!is_whole(cells[column])) return !is_numeric(cells[column]);
    if (!seen.emplace(cells[column]).second) return false;
  }
  return true;
}

// Below a header line of topics, runs that are not called so?
bool lies_on_its_side(LineSplitter lines, const MatrixHeader& matrix) {
  const std::vector<std::string>& header = matrix.cells;
  if (!header[0].empty() || !are_numbered_topics({header.begin() + 1, header.end()})) return false;
  NameSet names;
  CsvCutter csv(matrix.separator);
  for (std::string_view line; lines.next(line);)
    if (!is_empty_line(line)) names.emplace(csv.cut(lines, line)[0]);
  return !look_like_topics(names);
}

[[noreturn]] void refuse_line_of_scores(const LineSplitter& lines) {
  throw Error(lines.location(), "the first line contains scores where the names of runs should be",
              "write a header line: topic, then the names of the runs");
}

void require_header(const LineSplitter& lines, const MatrixHeader& matrix, ScoreFormat format) {
  const std::vector<std::string>& header = matrix.cells;
  const auto has = [&](std::string_view name) {
    return std::find(header.begin(), header.end(), name) != header.end();
  };
  if (has("measure") && has("value")) {
    throw Error(lines.location(), "is a list of scores without a column of topics",
                "call the columns run, topic, measure and value");
  }
  const std::size_t corner = header[0].empty() && header.size() > 1 ? 1 : 0;
  if (is_called(header[corner], run_columns) && format == ScoreFormat::automatic &&
      may_be_names(lines, matrix.separator, corner)) {
    throw Error(lines.location(),
                "may have a run in each line, for a column is called " + printable(header[corner]),
                "transpose it, so that each line is a topic; of PyTerrier's Experiment give "
                "scores of topics (perquery=True); or use `scores_format=matrix` if the lines "
                "are topics");
  }
  if (format == ScoreFormat::automatic && is_called(header[corner], measure_columns)) {
    throw Error(lines.location(), "has means of measures, not scores of topics",
                "give a row for each topic");
  }
  if (format == ScoreFormat::automatic && lies_on_its_side(lines, matrix)) {
    throw Error(lines.location(),
                "may have a run in each line, for " + printable(header[1]) + " looks like a topic",
                "transpose it, so that each line is a topic; or call the first column topic");
  }
  if (is_first_topic_heading(header[0])) return;
  const auto first = header.begin() + (header.size() > 1 ? 1 : 0);
  if (std::all_of(first, header.end(), is_numeric)) refuse_line_of_scores(lines);
}

// Are these runs, and no column that stands beside them in a table of pandas?
// It may be called as a measure is if they say that this is a matrix.
void require_runs(const LineSplitter& lines, std::span<const std::string> headings,
                  ScoreFormat format) {
  for (const std::string& heading : headings) {
    if (format == ScoreFormat::matrix && is_sure_measure(heading)) continue;
    if (const auto defect = run_column_defect(heading, headings)) {
      throw Error(lines.location(), "the column " + printable(heading) + " " + *defect,
                  run_column_advice);
    }
  }
}

void require_different(const LineSplitter& lines, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    throw Error(lines.location(),
                "run " + printable(*twice) + " is listed twice in the header line",
                "give each column its own name");
  }
}

bool looks_like_topics(LineSplitter lines, const MatrixHeader& matrix, ScoreFormat format) {
  const std::vector<std::string>& header = matrix.cells;
  if (is_first_topic_heading(header[0])) return true;
  const Location where = lines.location();
  std::unordered_set<std::string> seen;
  bool all_whole = true;
  std::string_view line;
  CsvCutter csv(matrix.separator);
  while (lines.next(line)) {
    if (is_empty_line(line)) continue;
    const auto cells = csv.cut(lines, line);
    if (cells.size() != header.size()) return false;  // an error, when it is read
    const std::string_view cell = cells[0];
    const bool whole = is_whole(cell);
    if (!whole && is_numeric(cell)) return false;  // topics are not fractions
    all_whole = all_whole && whole;
    if (!seen.emplace(cell).second) return false;
  }
  if (!all_whole) return true;
  if (format == ScoreFormat::matrix) return true;
  if (format == ScoreFormat::matrix_without_topics) return false;
  throw Error(
      where, "the first column, " + printable(header[0]) + ", may contain topics or a run's scores",
      "name it topic if it contains topics, or use `scores_format=matrix` (topics) or "
      "matrix-without-topics");
}

// All columns but those that have a meaning are measures, if they hold numbers, and the runs none,
// in the first line that holds anything. Where there are no runs, they are called as measures are,
// unless it is said that they `are_all`.
void add_measures(LineSplitter lines, const std::vector<std::string>& names, std::size_t topic,
                  bool are_all, NamedColumns& columns) {
  CsvCutter cutter(columns.separator);
  std::vector<std::string> first(names.size());  // of each column
  std::size_t open = names.size();
  for (std::string_view row; open > 0 && lines.next(row);) {
    const auto cells = cutter.cut(lines, row);
    if (cells.size() != names.size()) break;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!first[i].empty() || cells[i].empty() || is_empty_cell(cells[i])) continue;
      first[i] = cells[i];
      --open;
    }
  }
  NameSet measures;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == topic || i == columns.run || i == columns.judge || i == columns.draw ||
        names[i].empty() || is_topic_heading(names[i]) || is_index_heading(names[i]) ||
        is_time_or_turn(names[i], parse_double(first[i]).value_or(0)))
      continue;
    const bool is_known = are_all || is_sure_measure(names[i]);
    if (first[i].empty() ? !is_known : !is_value(first[i], columns.separator)) continue;
    columns.measures.emplace_back(i, names[i]);
    measures.insert(names[i]);
  }
  const bool is_of_one_system = std::ranges::any_of(
      names, [](const std::string& name) { return is_called(name, columns_of_answers); });
  if (!are_all && !is_of_one_system && (!columns.run || is_numeric(first[*columns.run])) &&
      !are_measures(measures))
    columns.measures.clear();
}

}  // namespace

bool is_empty_line(std::string_view line) {
  const auto may_be = [](char c) { return is_blank(c) || c == ',' || c == ';'; };
  return line.empty() || (may_be(line.front()) && says_nothing(line));
}

bool is_numeric(std::string_view text) {
  const bool begins_as_one = !text.empty() && !is_letter(text.front());
  return begins_as_one && parse_double(text).has_value();
}

bool has_fraction(std::string_view text) {
  const std::string number = with_point(text);
  return number.find('.') != std::string::npos && is_numeric(number);
}

bool is_value(std::string_view text, char separator) {
  const bool has_point = separator == ',' || separator == blank_separated;
  return is_numeric(has_point ? text : with_point(text)) || is_called(text, {"nan", "inf"});
}

bool are_measure_and_topic(std::string_view measure, std::string_view topic) {
  return !is_numeric(measure) && !is_statistic(measure) &&
         std::ranges::none_of(topic, [](char c) { return c == '@' || c == '('; });
}

std::optional<NamedColumns> named_columns(const LineSplitter& lines, std::string_view header,
                                          bool are_measures) {
  NamedColumns columns;
  columns.separator = separator_of(header);
  CsvCutter cutter(columns.separator);
  const auto cells = cutter.cut(lines, header);
  const std::vector<std::string> names(cells.begin(), cells.end());
  std::string twice;
  const auto place_of = [&](ColumnNames called) -> std::optional<std::size_t> {
    const auto at = column_called(called, names);
    if (at && std::ranges::count(names, names[*at]) > 1) twice = names[*at];
    return at;
  };
  auto topic = place_of(topic_columns);
  if (place_of(docno_columns)) return std::nullopt;
  const auto measure = place_of(measure_columns), value = place_of(value_columns);
  columns.count = names.size();
  columns.run = place_of(run_columns);
  columns.judge = place_of({"judge"});
  columns.draw = place_of({"draw"});
  columns.turn = place_of({"turn"});
  if (!topic && !columns.run && !names.empty() && is_first_topic_heading(names[0])) topic = 0;
  if (!topic) return std::nullopt;
  if (!measure || !value) {
    add_measures(lines, names, *topic, are_measures, columns);
    if (columns.measures.empty()) return std::nullopt;
  }
  if (!twice.empty()) {
    throw Error(lines.location(), "the column " + twice + " occurs twice", "remove one of the two");
  }
  columns.topic = *topic;
  columns.measure = measure.value_or(0);
  columns.value = value.value_or(0);
  return columns;
}

void check_matrix(const LineSplitter& lines, const MatrixHeader& header, ScoreFormat format) {
  const std::string& first = header.cells[0];
  const std::string& last = header.cells.back();
  const bool ends_in_score =
      has_fraction(last) ||
      (is_numeric(last) && std::ranges::any_of(header.cells, is_sure_measure));
  if (ends_in_score && !has_fraction(first) && !first.empty() && !is_topic_heading(first)) {
    throw Error(lines.location(), "holds scores, and no names of columns",
                "begin with a line that names them, such as \"topic,run,value\"");
  }
  if (format != ScoreFormat::matrix_without_topics)
    require_header(lines, header, format);
  else if (std::ranges::all_of(header.cells, [](const auto& cell) { return has_fraction(cell); }))
    refuse_line_of_scores(lines);
  require_different(lines, header.cells);
  require_runs(lines, std::span(header.cells).subspan(1), format);
}

bool has_topics(LineSplitter lines, const MatrixHeader& header, ScoreFormat format) {
  if (looks_like_topics(lines, header, format)) return true;
  require_runs(lines, std::span(header.cells).first(1), format);
  return false;
}

void require_one_measure(LineSplitter lines, const MatrixHeader& header, std::size_t first) {
  struct Column {
    double highest = 0;
    bool is_whole = true, is_share = true;
    bool counts() const { return is_whole && highest > 1; }
  };
  std::vector<Column> columns(header.cells.size());
  const Location where = lines.location();
  CsvCutter csv(header.separator);
  for (std::string_view line; lines.next(line);) {
    const auto cells = csv.cut(lines, line);
    if (cells.size() < columns.size()) continue;
    for (std::size_t i = first; i < columns.size(); ++i) {
      const std::string_view cell = cells[cells.size() - columns.size() + i];
      const double score = parse_double(with_point(cell)).value_or(0);
      columns[i].highest = std::max(columns[i].highest, score);
      columns[i].is_whole &= score == std::floor(score) && score >= 0;
      columns[i].is_share &= score >= 0 && score <= 1;
    }
  }
  const std::span runs = std::span(columns).subspan(first);
  const auto may_be_run = [](const Column& c) { return c.counts() || c.is_share; };
  if (!std::ranges::all_of(runs, may_be_run) || std::ranges::all_of(runs, &Column::is_whole))
    return;
  std::string counts;
  for (std::size_t i = first; i < columns.size(); ++i)
    if (columns[i].counts()) counts += (counts.empty() ? "" : ", ") + printable(header.cells[i]);
  if (counts.empty()) return;
  throw Error(Location{where.file, 0},
              "counts in whole numbers as " + counts +
                  ", and has fractions from 0 to 1 beside them: they are not of one measure",
              "leave out what is no run; or use `scores_format=matrix` if all columns are runs");
}

void require_runs_first(LineSplitter lines, std::string_view line) {
  const auto is_topic = [](std::string_view name) {
    return are_numbered_topics({std::string(name)});
  };
  const auto is_alone = [](const auto& is_it, const LineColumns& column) {
    return is_it(column[0]) && !is_it(column[1]) && !is_it(column[2]);
  };
  const Location where = lines.location();
  const std::string first(split_line(line.data())[0]);
  bool are_topics = true, are_measures = true;
  do {
    const LineColumns column = split_line(line.data());
    if (column.count != 4) continue;
    if ((column[1] == "0" || column[1] == "Q0") && is_whole(column[0]) && is_whole(column[3])) {
      throw Error(where, "holds judgments (topic, 0, document, grade), not scores",
                  "give them to subintent compare judgments, or score runs by them first");
    }
    are_topics = are_topics && is_alone(is_topic, column);
    are_measures = are_measures && is_alone(is_sure_measure, column);
    if (!are_topics && !are_measures) return;
  } while (lines.next(line));
  throw Error(where,
              "the first column, " + printable(first) + ", seems to hold " +
                  (are_topics ? "topics" : "measures") + " in place of runs",
              "begin with a line that names the columns: run, topic, measure and value");
}

bool has_measure_first(LineSplitter lines, std::string_view line, std::size_t count,
                       const KnownNames* known) {
  const Location where = lines.location();
  do {
    const LineColumns column = split_line(line.data());
    if (column.count != count) continue;
    const std::string_view first = column[count - 3], second = column[count - 2];
    const bool padded = count == 3 && line.substr(0, line.find('\t')).ends_with(' ');
    const bool measure_first = are_measure_and_topic(first, second);
    const bool topic_first = are_measure_and_topic(second, first) && !padded;
    if (count == 3 && first == "runid") return true;
    if (measure_first != topic_first) return measure_first;
    if (!measure_first) break;
    if (is_sure_measure(first) != is_sure_measure(second)) return is_sure_measure(first);
    if (known != nullptr && known->are(first, second)) return true;
    if (known != nullptr && known->are(second, first)) return false;
  } while (lines.next(line));
  if (known != nullptr) return false;
  throw Error(where,
              count == 3 ? "may have measure, topic, value (trec_eval -q) or topic, measure, "
                           "value (ir_measures -q)"
                         : "may have run, measure, topic, value or run, topic, measure, value",
              count == 3 ? "begin with a line that names the columns, topic, measure and value; or "
                           "use `scores_format=trec_eval` or ir_measures"
                         : "use `scores_format=trec_eval` (measure first) or ir_measures (topic "
                           "first)");
}

std::string trec_eval_tag(LineSplitter lines, std::string_view line) {
  do {
    const LineColumns column = split_line(line.data());
    if (column.count == 3 && column[0] == "runid") return std::string(column[2]);
  } while (lines.next(line));
  throw Error(lines.location(), "there is no line \"runid\"", "use `run_name=file`");
}

}  // namespace subintent::internal
