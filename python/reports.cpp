// Tables and pages that `subintent evaluate` and `subintent report` make of scores.
#include <pybind11/stl.h>

#include "bindings.h"
#include "gil.h"
#include "inputs.h"
#include "run_values.h"
#include "subintent/report.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

// The text in the format that the values ask for, and tables, of a ScoreTable.
py::tuple tables_of_scores(const py::object& scores, const py::dict& values,
                           const py::object& progress, std::size_t width,
                           const std::vector<std::string>& measures) {
  const ScoredRuns runs = ScoredRuns::of(score_values(scores));
  const AnalysisRecord& record = evaluate_record();
  const auto options = option_values(record.options, values);
  ScoreTableLayout layout;
  layout.width = width;
  layout.measures = measures;
  const ScoreTables tables = interruptible(progress, [&](const ProgressCallback& callback) {
    return score_tables(runs, options, layout, callback);
  });
  warn(tables.warnings);
  return py::make_tuple(text(tables.text), tables_of(record.tables, tables.tables));
}

// Paths are read when their turn comes.
std::vector<AnyRun> reported_runs(const py::tuple& names, const py::tuple& objects,
                                  const RunForm& form) {
  std::vector<AnyRun> runs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = bytes_of(py::object(names[i]), "name of a run");
    if (const auto path = path_of(objects[i], name)) {
      runs.emplace_back(RunFile{*path, name, false, form.of_files()});
    } else {
      const py::tuple one = py::make_tuple(objects[i]);
      runs.emplace_back(runs_of({name}, one, form).at(0));
    }
  }
  return runs;
}

ReportInputs inputs_of(const Evaluator& evaluator, const py::dict& given) {
  const Options asked(given);
  const auto files = [&](const char* name) {
    return sources(asked.get<std::vector<std::string>>(name));
  };
  ReportInputs inputs{evaluator, reported_runs(given["names"], given["runs"],
                                               py::cast<const RunForm&>(given["form"]))};
  asked.set("topics", inputs.topics);
  asked.set("wanted_runs", inputs.wanted_runs);
  inputs.texts = files("texts");
  inputs.vectors = files("vectors");
  for (const Source& file : files("dendrograms")) inputs.dendrograms = file;
  inputs.preferences = pool_values(given["preferences"]);
  asked.set("measures", inputs.measures);
  asked.set("files", inputs.files);
  asked.set("command", inputs.command);
  return inputs;
}

py::bytes page(const Evaluator& evaluator, const py::dict& given, const py::dict& values,
               const std::vector<std::string>& known, const py::object& progress) {
  const ReportInputs inputs = inputs_of(evaluator, given);
  const auto options = option_values(report_record().options, values);
  const ReportPage result = interruptible(progress, [&](const ProgressCallback& callback) {
    return report(inputs, options, {}, callback);
  });
  warn_of(result.remarks.all(), known);
  return result.html;
}

py::tuple read_score_file(const std::string& path, const std::string& run_name,
                          const std::string& format) {
  const ScoreRunName name = value_named("run_name", run_name, score_run_names);
  const ScoreFormat known = value_named("scores_format", format, score_formats);
  return score_table(warned(
      [&](Warnings* warnings) { return read_scores({Source(path)}, name, known, warnings); }));
}

py::list standardised_tables(const py::object& object, const std::string& missing) {
  const MissingScores way = value_named("missing", missing, missing_scores);
  const auto scores = score_values(object);
  const auto written =
      interruptible(py::none(), [&](const ProgressCallback&) { return standardised(scores, way); });
  if (!written.empty()) warn(written[0].warnings);
  // A table for each group of runs with the same topics.
  py::list tables;
  for (auto at = written.begin(); at != written.end();) {
    const auto end = std::find_if(at, written.end(),
                                  [&](const Scores& run) { return run.topics != at->topics; });
    tables.append(score_table({at, end}));
    at = end;
  }
  return tables;
}

// (topics, power); numbers that are too large stay too large.
py::tuple topic_set_size_of(double variance, double difference,
                            const std::optional<std::uint64_t>& systems, double alpha,
                            double beta) {
  TopicSetDesign design{variance, difference, {}, alpha, beta};
  if (systems)
    design.systems = static_cast<std::uint32_t>(std::min<std::uint64_t>(*systems, UINT32_MAX));
  const TopicSetSize size = topic_set_size(design);
  return py::make_tuple(size.topics, size.power);
}

// The UTF-8 of a str, with '?' in the place of surrogates.
std::string utf8(const py::str& given) {
  const auto bytes =
      py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(given.ptr(), "utf-8", "replace"));
  if (!bytes) throw py::error_already_set();
  return bytes;
}

using TerminalTexts = std::vector<std::vector<py::str>>;  // of the cells of a table, row by row

std::vector<std::vector<std::string>> cells_of(const TerminalTexts& rows) {
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : rows) {
    auto& row_cells = cells.emplace_back();
    for (const py::str& cell : row) row_cells.push_back(utf8(cell));
  }
  return cells;
}

template <auto write>
py::object written(const TerminalTexts& rows, std::size_t labels, const py::str& caption,
                   const py::str& label,
                   const std::vector<std::pair<std::size_t, std::size_t>>& bold, bool measures) {
  return text(write({cells_of(rows), labels, utf8(caption), bold, measures, utf8(label)}));
}

}  // namespace

void bind_reports(py::module_& module) {
  module.def("score_tables", &tables_of_scores);
  module.def("score_lines",
             [](py::handle scores) { return text(score_lines(score_values(scores))); });
  module.def("report", &page);
  module.def("report_measures", [] {
    EvaluationInputs inputs;
    inputs.judgments = JudgmentInputs{.qrels = Source("judgments")};
    return report_measures({}, inputs);
  });
  // Inputs are (role, name, path) as bytes; a path is empty for what is in memory.
  module.def("provenance", &provenance, py::call_guard<WithoutGil>());
  module.def("read_scores", &read_score_file);
  module.def("standardised", &standardised_tables);
  module.def("topic_set_size", &topic_set_size_of);
  module.def("terminal_text",
             [](const py::str& given) { return text(terminal_text(utf8(given))); });
  module.def("terminal_table",
             [](const TerminalTexts& rows, std::size_t labels, std::size_t width) {
               return text(terminal_table(cells_of(rows), labels, width));
             });
  module.def("latex_table", &written<&latex_table>);
  module.def("markdown_table", &written<&markdown_table>);
}

}  // namespace subintent::python
