// Analyses by name: the records, and what they give as columns and rows.
#include <pybind11/stl.h>

#include "bindings.h"
#include "gil.h"
#include "inputs.h"
#include "run_values.h"
#include "subintent/analysis.h"
#include "subintent/basics.h"
#include "values.h"

namespace subintent::python {
namespace {

const char* type_of(CellKind kind) {
  return kind == CellKind::text ? "str" : kind == CellKind::whole ? "int" : "float";
}

const char* kind_of_option(OptionKind kind) {
  return kind == OptionKind::flag                                 ? "bool"
         : kind == OptionKind::text || kind == OptionKind::choice ? "str"
         : kind == OptionKind::whole                              ? "int"
         : kind == OptionKind::number                             ? "float"
         : kind == OptionKind::wholes                             ? "ints"
         : kind == OptionKind::numbers                            ? "floats"
                                                                  : "strs";
}

// Each as (name, command, summary, source, takes scores, options, tables); options as (name, kind,
// meaning, default, range, choices, required), tables as (name, meaning, columns (name, type,
// meaning)).
py::list records() {
  py::list result;
  for (const AnalysisRecord& record : analyses()) {
    py::list options, tables;
    for (const AnalysisOption& o : record.options) {
      const bool is_number = o.kind == OptionKind::number || o.kind == OptionKind::numbers ||
                             o.kind == OptionKind::whole || o.kind == OptionKind::wholes;
      options.append(py::make_tuple(o.name, kind_of_option(o.kind), o.meaning, o.default_value,
                                    is_number ? o.range() : std::string(), o.choices, o.required));
    }
    for (const TableRecord& table : record.tables) {
      py::list columns;
      for (const Column& column : table.columns)
        columns.append(py::make_tuple(column.name, type_of(column.kind), column.meaning));
      tables.append(py::make_tuple(table.name, table.meaning, columns));
    }
    result.append(py::make_tuple(record.name, record.command, record.summary, record.source,
                                 record.need == AnalysisNeed::scores, options, tables));
  }
  return result;
}

// The value of an option, of the Python type that its record says.
OptionValue value_of_option(const AnalysisOption& option, const py::handle& object) {
  switch (option.kind) {
    case OptionKind::flag:
      return py::cast<bool>(object);
    case OptionKind::text:
    case OptionKind::choice:
      return bytes_of(object, option.name.c_str());
    case OptionKind::whole:
      return py::cast<std::uint64_t>(object);
    case OptionKind::number:
      return py::cast<double>(object);
    case OptionKind::wholes:
    case OptionKind::numbers:
      return py::cast<std::vector<double>>(object);
    default: {
      std::vector<std::string> texts;
      for (const py::handle text : object) texts.push_back(bytes_of(text, option.name.c_str()));
      return texts;
    }
  }
}

// A value of a table; some write whole numbers as text.
py::object object_of(const Cell& cell, CellKind kind) {
  if (const auto* words = std::get_if<std::string>(&cell))
    return kind == CellKind::whole ? py::int_(py::str(*words)) : text(*words);
  if (std::holds_alternative<std::monostate>(cell)) return py::none();
  const auto* const whole = std::get_if<std::int64_t>(&cell);
  if (kind == CellKind::number)
    return py::float_(whole != nullptr ? static_cast<double>(*whole) : std::get<double>(cell));
  return py::int_(whole != nullptr ? *whole : static_cast<std::int64_t>(std::get<double>(cell)));
}

// The inputs that Python hands over; None or nothing where there is none.
AnalysisSources sources_of(const py::dict& given) {
  const Options asked(given);
  AnalysisSources sources;
  if (given.contains("scores")) sources.scores = score_values(given["scores"]);
  if (asked.has("second_scores")) sources.second_scores = score_values(given["second_scores"]);
  asked.set("measures", sources.measures);
  asked.set("lower_is_better", sources.lower_is_better);
  asked.set("missing", sources.missing, missing_scores);
  if (asked.has("preferences")) sources.preferences = pool_values(given["preferences"]);
  asked.set("evaluation", sources.evaluation);
  using Trees = std::vector<Hierarchy>;
  asked.set<Judgments>("judgments", sources.evaluation.judgments);
  asked.set<Judgments>("second", sources.second_judgments);
  asked.set<Judgments>("answers", sources.answers);
  asked.set<Trees>("hierarchies", sources.hierarchies);
  asked.set<Trees>("second_hierarchies", sources.second_hierarchies);
  asked.set<std::vector<Dendrogram>>("dendrograms", sources.dendrograms);
  if (asked.has("more"))
    for (const Judgments& more : asked.get<std::vector<Judgments>>("more"))
      sources.more_judgments.emplace_back(more);
  if (asked.has("similarities"))
    for (const auto& [name, similarity] :
         asked.get<std::map<std::string, Similarity>>("similarities"))
      sources.similarities.push_back({name, similarity});
  if (asked.has("superintents"))
    sources.superintents = path_of(given["superintents"], "superintents");
  const auto runs = [&](const char* names, const char* values) {
    const auto compared = runs_of(asked.get<std::vector<std::string>>(names), given[values],
                                  py::cast<const RunForm&>(given["form"]));
    return std::vector<AnyRun>(compared.begin(), compared.end());
  };
  if (asked.has("runs")) sources.runs = runs("names", "runs");
  if (asked.has("pooled")) sources.pooled = runs("pooled_names", "pooled");
  return sources;
}

py::list analysis_tables(const std::string& name, const py::dict& given, const py::dict& values,
                         const std::vector<std::string>& known, const py::object& progress) {
  const AnalysisRecord record = analysis_record(name);
  const AnalysisSources sources = sources_of(given);
  const OptionValues options = option_values(record.options, values);
  const AnalysisReport report = interruptible(progress, [&](const ProgressCallback& callback) {
    return analyse(name, sources, options, callback);
  });
  warn_of(report.warnings, known);
  return tables_of(record.tables, report.tables);
}

py::tuple table_of(const std::vector<TableRecord>& records, const Table& table) {
  const auto known = std::ranges::find(records, table.name, &TableRecord::name);
  std::vector<CellKind> kinds;
  py::list columns, rows;
  for (const std::string& name : table.columns) {
    kinds.push_back(std::ranges::find(known->columns, name, &Column::name)->kind);
    columns.append(py::make_tuple(name, type_of(kinds.back())));
  }
  for (const auto& row : table.rows) {
    py::tuple cells(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) cells[i] = object_of(row[i], kinds[i]);
    rows.append(std::move(cells));
  }
  return py::make_tuple(table.name, columns, rows, table.hidden);
}

}  // namespace

py::list tables_of(const std::vector<TableRecord>& records, const std::vector<Table>& tables) {
  py::list result;
  for (const Table& table : tables) result.append(table_of(records, table));
  return result;
}

OptionValues option_values(const std::vector<AnalysisOption>& options, const py::dict& values) {
  OptionValues result;
  for (const auto& [key, value] : values) {
    const auto name = py::cast<std::string>(key);
    const auto found = std::ranges::find(options, name, &AnalysisOption::name);
    if (found == options.end()) throw Error::argument(name, name + ": there is no such option");
    result.emplace(name, value_of_option(*found, value));
  }
  return result;
}

// Warns of what nobody has been warned of before.
void warn_of(Warnings warnings, const std::vector<std::string>& known) {
  std::erase_if(warnings, [&](const Warning& warning) {
    return std::ranges::count(known, warning.what()) > 0;
  });
  warn(warnings);
}

void bind_analyses(py::module_& module) {
  module.def("analyses", &records);
  module.def("analyse", &analysis_tables);
}

}  // namespace subintent::python
