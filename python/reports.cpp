// Tables and pages that `subintent evaluate` and `subintent report` make of scores.
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "analysis_values.h"
#include "bindings.h"
#include "choices.h"
#include "gil.h"
#include "interruptible.h"
#include "preference_values.h"
#include "run_values.h"
#include "score_values.h"
#include "subintent/report.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

// The text in the format that the values ask for, and tables, of a ScoreTable.
py::tuple tables_of_scores(const py::object& scores, const py::dict& values,
                           const py::object& progress, std::size_t width) {
  const ScoredRuns runs = ScoredRuns::of(score_values(scores));
  const AnalysisRecord& record = evaluate_record();
  const auto options = option_values(record.options, values);
  ScoreTableLayout layout;
  layout.width = width;
  const ScoreTables made = interruptible(progress, [&](const ProgressCallback& callback) {
    return score_tables(runs, options, layout, callback);
  });
  warn(made.warnings);
  py::list tables;
  for (const Table& table : made.tables) tables.append(table_of(record.tables, table));
  return py::make_tuple(text(made.text), tables);
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
  asked.set("files", inputs.files);
  asked.set("command", inputs.command);
  return inputs;
}

py::bytes page(const Evaluator& evaluator, const py::dict& given, const py::dict& values,
               const std::vector<std::string>& known, const py::object& progress) {
  const ReportInputs inputs = inputs_of(evaluator, given);
  const auto options = option_values(report_record().options, values);
  const ReportPage made = interruptible(progress, [&](const ProgressCallback& callback) {
    return report(inputs, options, {}, callback);
  });
  warn_of(made.remarks.all(), known);
  return made.html;
}

}  // namespace

void bind_reports(py::module_& module) {
  module.def("score_tables", &tables_of_scores);
  module.def("report", &page);
  module.def("report_measures", [] {
    EvaluationInputs inputs;
    inputs.judgments = JudgmentInputs{.qrels = Source("judgments")};
    return report_measures({}, inputs);
  });
}

}  // namespace subintent::python
