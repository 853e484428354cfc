#include "report/table_format.h"

#include <fmt/format.h>

#include "core/base/messages.h"
#include "core/collection/score_table.h"
#include "core/io/table_cells.h"
#include "report/charts/display_width.h"
#include "report/report.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The value of a measure in a line; none where it does not apply to the topic.
using ValueOfMeasure = std::function<std::optional<double>(std::size_t measure)>;

// Calls use(run, topic, value_of_measure) for every line there is: topics if asked for, then the
// mean.
void for_each_line(
    const ScoreSet& scores,
    const std::function<void(const RunScores&, std::string_view, const ValueOfMeasure&)>& use) {
  for (const RunScores& run : scores.runs) {
    for (std::size_t t = 0; scores.per_topic && t < scores.topics.size(); ++t) {
      if (scores.answered_only && run.answered[t] == 0) continue;
      use(run, scores.topics[t], [&](std::size_t m) {
        return run.applies(m, t) ? std::optional(run.values[m][t]) : std::nullopt;
      });
    }
    use(run, mean_topic, [&](std::size_t m) {
      return scores.topics_of(m) > 0 ? std::optional(run.mean(m, scores.answered_only))
                                     : std::nullopt;
    });
  }
}

// A name without what would act on a terminal, or end a line or column.
std::string line_of_name(std::string_view name) {
  return printable(name, SIZE_MAX);
}

// The marks behind the mean of a run; those of better runs behind a '<'.
std::string marks_of(const RunTable& table, const RunMean& mean) {
  std::string text;
  if (table.runs.size() > 1) text += mean.best ? best_mark : " ";
  text += table.marks_text(mean.better);
  const bool of_baselines = table.test && !table.test->comparison.baselines.empty();
  if (of_baselines && !mean.worse.empty()) text += '<' + table.marks_text(mean.worse);
  return text;
}

// The cells of one measure; text behind numbers is padded, so that these are below each other.
class MeasureColumn {
 public:
  MeasureColumn(const ScoreReport& report, std::size_t measure) : report_(report), m_(measure) {
    for (const auto& run : report.table.means) {
      suffix_width_ = std::max(suffix_width_, display_width(suffix(run[m_])));
      interval_width_ = std::max(interval_width_, display_width(interval(run[m_])));
    }
  }

  std::string header() const { return padded(report_.table.measures[m_], "", ""); }
  std::string of_topic(std::optional<double> value) const {
    return padded(value ? report_.number(*value) : "-", "", "");
  }
  std::string of_run(std::size_t run) const {
    if (!report_.table.has_mean(m_)) return padded("-", "", "");
    const RunMean& mean = report_.table.means[run][m_];
    return padded(report_.number(mean.mean), suffix(mean), interval(mean));
  }

 private:
  std::string suffix(const RunMean& mean) const { return marks_of(report_.table, mean); }
  std::string interval(const RunMean& mean) const { return behind_mean(mean, report_.number); }

  std::string padded(std::string text, const std::string& suffix,
                     const std::string& interval) const {
    text += suffix + std::string(suffix_width_ - display_width(suffix), ' ');
    if (interval_width_ == 0) return text;
    return text + ' ' + std::string(interval_width_ - display_width(interval), ' ') + interval;
  }

  const ScoreReport& report_;
  std::size_t m_, suffix_width_ = 0, interval_width_ = 0;
};

PaperTable paper_table(const ScoreReport& report) {
  PaperTable table = internal::paper_table(report.table, report.number);
  if (!report.scores.derived.empty()) table.caption += ' ' + report.scores.derived + '.';
  add_before_caption(report.caption, table);
  table.label = report.label;
  return table;
}

[[noreturn]] void refuse(const std::string& name, std::string_view held, const TableFormat& format,
                         const char* advice) {
  throw Error(Location{},
              fmt::format("the name of {} has {}, which {} cannot hold", name, held, format.label),
              advice);
}

}  // namespace

std::string table_of(const ScoreReport& report, std::size_t width) {
  const ScoreSet& scores = report.scores;
  const RunTable& means = report.table;
  std::vector<MeasureColumn> columns;
  for (std::size_t m = 0; m < scores.measures.size(); ++m) columns.emplace_back(report, m);
  const bool marked = !means.marks.empty();
  const auto row_of = [&](const std::string& mark, std::string_view run, std::string_view topic) {
    std::vector<std::string> row;
    if (marked) row.push_back(mark);
    row.push_back(line_of_name(run));
    if (!scores.per_topic) return row;
    const std::string_view query = report.captions.query(topic);  // "16 (shell)"
    row.push_back(line_of_name(topic) + (query.empty() ? "" : " (" + display_text(query) + ")"));
    return row;
  };
  TextTable table((marked ? 1U : 0U) + (scores.per_topic ? 2U : 1U), 1);
  std::vector<std::string> header = row_of("", "run", "topic");
  for (const MeasureColumn& column : columns) header.push_back(column.header());
  table.add(std::move(header));
  std::size_t run = 0;
  for_each_line(scores, [&](const RunScores& of, std::string_view topic, const auto& value) {
    const bool is_mean = topic == mean_topic;
    auto row = row_of(is_mean ? means.mark_of(run) : "", of.run, topic);
    for (std::size_t m = 0; m < columns.size(); ++m)
      row.push_back(is_mean ? columns[m].of_run(run) : columns[m].of_topic(value(m)));
    table.add(std::move(row));
    run += is_mean ? 1 : 0;
  });
  ReportText text;
  text.add(std::move(table));
  const auto notes = statistics_notes(means, "behind <");
  const bool has_best =
      means.runs.size() > 1 && std::ranges::any_of(means.means, [](const auto& by_measure) {
        return std::ranges::any_of(by_measure, &RunMean::best);
      });
  const bool has_notes = !notes.empty() || means.is_of_parts();
  if (has_notes) text.add('\n' + topics_note(means) + '\n');
  if (has_best) {
    text.add(fmt::format("{}{} the best mean of a measure{}\n", has_notes ? "" : "\n", best_mark,
                         has_notes ? "" : less_is_better(means)));
  }
  for (const std::string& note : notes) text.add(note + '\n');
  if (!scores.derived.empty() && !scores.notes_derived)
    text.add((has_notes || has_best ? "" : "\n") + scores.derived + '\n');
  return text.text(width);
}

std::string tsv_of(const ScoreReport& report) {
  const ScoreSet& scores = report.scores;
  std::string text = "run\ttopic\tmeasure\tvalue\n";
  for_each_line(scores, [&](const RunScores& run, std::string_view topic, const auto& value) {
    const std::string names = written_cell(run.run, '\t') + '\t' + written_cell(topic, '\t') + '\t';
    for (std::size_t m = 0; m < scores.measures.size(); ++m) {
      const auto score = value(m);
      if (!score) continue;
      text += fmt::format("{}{}\t{}\n", names, scores.measures[m], report.number(*score));
    }
  });
  return report.tables.empty() ? text : text + '\n' + tsv_of(report.tables);
}

std::string ir_measures_lines_of(const ScoreReport& report) {
  const ScoreSet& scores = report.scores;
  std::string text;
  for_each_line(scores, [&](const RunScores&, std::string_view topic, const auto& value) {
    const std::string before = scores.per_topic ? std::string(topic) + '\t' : "";
    for (std::size_t m = 0; m < scores.measures.size(); ++m) {
      const auto score = value(m);
      if (!score) continue;
      text += fmt::format("{}{}\t{}\n", before, scores.identifiers[m], report.number(*score));
    }
  });
  return text;
}

std::string json_of(const ScoreReport& report) {
  const ScoreSet& scores = report.scores;
  std::string text;
  for_each_line(scores, [&](const RunScores& run, std::string_view topic, const auto& value) {
    text += text.empty() ? "[\n {\"run\": " : ",\n {\"run\": ";
    append_json_string(text, run.run);
    text += ", \"topic\": ";
    append_json_string(text, topic);
    text += ", \"scores\": {";
    for (std::size_t m = 0; m < scores.measures.size(); ++m) {
      if (m > 0) text += ", ";
      append_json_string(text, scores.measures[m]);
      const auto score = value(m);
      text += ": " + (score ? report.number(*score) : "null");
    }
    text += "}}";
  });
  text += "\n]";
  if (report.tables.empty()) return text + '\n';
  text.insert(0, "{\"scores\":");
  append_json_tables(text, report.tables);
  return text + "}\n";
}

std::string csv_of(const ScoreReport& report) {
  const ScoreSet& scores = report.scores;
  std::string text = "topic";
  for (const RunScores& run : scores.runs) text += "," + written_cell(run.run, ',');
  text += "\n";
  for (std::size_t t = 0; t < scores.topics.size(); ++t) {
    if (!scores.applies(0, t)) continue;
    text += written_cell(scores.topics[t], ',');
    for (const RunScores& run : scores.runs) text += "," + report.number(run.values[0][t]);
    text += "\n";
  }
  return text;
}

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

void require_writable_names(const ScoreSet& scores, const TableFormat& format) {
  const std::vector<std::string> runs = scores.run_names();
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
