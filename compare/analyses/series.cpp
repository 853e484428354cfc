#include "compare/analyses/analysis.h"

#include <fmt/format.h>

#include "core/base/warning.h"
#include "evaluate/measure.h"

namespace subintent::internal {
namespace {

// A column's name for people.
std::string series_in_words(std::string column) {
  std::replace(column.begin(), column.end(), '_', ' ');
  return column;
}

std::string setting_text(const Series& series, const SeriesPoint& point) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < point.setting.size(); ++i)
    parts.push_back(series_in_words(series.columns[i]) + " = " + shortest(point.setting[i]));
  return join(parts, ", ");
}

TextTable summary_table(const Series& series, std::size_t test) {
  TextTable table(series.columns.size());
  std::vector<std::string> header;
  for (const std::string& column : series.columns) header.push_back(series_in_words(column));
  for (const std::string& measure : series.measures) header.push_back(printable(measure));
  table.add(header);
  for (const SeriesPoint& point : series.points) {
    std::vector<std::string> row;
    for (const double value : point.setting) row.push_back(shortest(value));
    for (const DiscriminativePower& power : point.analysis.tested[test].powers)
      row.push_back(fraction(power.share()));
    table.add(row);
  }
  return table;
}

void add_series_tables(const Series& series, const SeriesPoint& point,
                       std::vector<DataTable>& tables) {
  for (std::size_t i = 0; i < point.analysis.report.tables.size(); ++i) {
    const DataTable& from = point.analysis.report.tables[i];
    if (i == tables.size()) {
      DataTable& table = tables.emplace_back(DataTable{from.name, series.columns, {}, from.hidden});
      table.columns.insert(table.columns.end(), from.columns.begin(), from.columns.end());
    }
    for (const auto& row : from.rows) {
      auto& extended = tables[i].rows.emplace_back(point.setting.begin(), point.setting.end());
      extended.insert(extended.end(), row.begin(), row.end());
    }
  }
}

}  // namespace

void add_point(Series& series, std::vector<double> setting, const Analysis& each,
               AnalysisValues values, ScoreGroup scores) {
  if (each.takes("gold")) {
    std::vector<std::string> golds = values.texts("gold");
    for (std::string& gold : golds) {
      const auto place = find_measure(series.measures, gold);
      if (place) gold = scores.measures[*place].measure;
    }
    values.set("gold", golds);
  }
  AnalysisInputs inputs;
  inputs.shows_text = true;
  inputs.groups.push_back(std::move(scores));
  series.points.push_back({std::move(setting), analyse(each, inputs, values)});
}

Warnings warnings_of(const Series& series) {
  Warnings warnings;
  for (const SeriesPoint& point : series.points) add_new(point.analysis.remarks.warnings, warnings);
  std::ranges::sort(warnings, {}, &Warning::what);
  return warnings;
}

Report series_report(const Series& series) {
  Report report;
  const AnalysisResult& first = series.points.at(0).analysis;
  const bool powers = !first.tested.empty();
  for (std::size_t test = 0; powers && test < first.tested.size(); ++test) {
    const TestSettings& settings = first.tested[test].settings;
    report.text.add(fmt::format("{}Discriminative power: {}\n\n", test == 0 ? "" : "\n",
                                description(settings, Correction::none)),
                    summary_table(series, test));
  }
  for (const SeriesPoint& point : series.points) {
    add_series_tables(series, point, report.tables);
    if (powers) continue;
    const std::string setting = setting_text(series, point);
    if (!report.text.empty()) report.text.add("\n");
    report.text.add("== " + setting + "\n\n", point.analysis.report.text);
    for (PaperTable table : point.analysis.report.paper) {
      table.caption.insert(0, setting + ". ");
      report.paper.push_back(std::move(table));
    }
  }
  return report;
}

LineChart series_chart(const Series& series, std::size_t test) {
  LineChart chart;
  chart.title =
      "Discriminative power: " + description(series.points.at(0).analysis.tested.at(test).settings);
  chart.description = "A line for each measure: the share of pairs of runs that differ.";
  chart.x_label = series_in_words(series.columns.back());
  chart.y_label = "discriminative power";
  chart.marks = true;
  double lowest = 1, highest = 0;
  for (std::size_t measure = 0; measure < series.measures.size(); ++measure) {
    for (const SeriesPoint& point : series.points) {
      std::string name = series.measures[measure];
      for (std::size_t i = 0; i + 1 < point.setting.size(); ++i)
        name += ", " + series_in_words(series.columns[i]) + " " + shortest(point.setting[i]);
      auto line = std::find_if(chart.lines.begin(), chart.lines.end(),
                               [&](const ChartLine& l) { return l.name == name; });
      if (line == chart.lines.end()) line = chart.lines.insert(line, ChartLine{name, {}});
      const double share = point.analysis.tested[test].powers[measure].share();
      line->points.emplace_back(point.setting.back(), share);
      lowest = std::min(lowest, share);
      highest = std::max(highest, share);
      chart.x_ticks.push_back(point.setting.back());
    }
  }
  std::sort(chart.x_ticks.begin(), chart.x_ticks.end());
  chart.x_ticks.erase(std::unique(chart.x_ticks.begin(), chart.x_ticks.end()), chart.x_ticks.end());
  chart.logarithmic_x =
      chart.x_ticks.front() > 0 && chart.x_ticks.back() / chart.x_ticks.front() > 20;
  chart.x_min = chart.x_ticks.front();
  chart.x_max = chart.x_ticks.size() > 1 ? chart.x_ticks.back() : chart.x_min + 1;
  chart.y_min = std::max(0.0, lowest - 0.05);
  chart.y_max = std::min(1.0, highest + 0.05);
  for (ChartLine& line : chart.lines) std::sort(line.points.begin(), line.points.end());
  return chart;
}

AnalysisResult series_result(const Series& series, bool draws) {
  if (series.points.empty()) return {};
  AnalysisResult result;
  result.report = series_report(series);
  result.remarks.warnings = warnings_of(series);
  if (draws) result.chart = series_chart(series, 0);
  return result;
}

}  // namespace subintent::internal
