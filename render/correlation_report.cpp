// The report of `compare correlation`.
#include <fmt/format.h>

#include <utility>

#include "base/strings.h"
#include "compare/measure_correlations.h"
#include "render/analysis.h"

namespace subintent::internal {

constexpr std::size_t most_values = 40;  // of measures, with numbers in the cells of a chart

Report correlation_report(std::span<const CorrelatedMeasures> correlated) {
  Report report;
  DataTable& table = report.tables.emplace_back(DataTable{
      "correlations",
      {"of", "measure1", "measure2", "tau_b", "tau_ap_1", "tau_ap_2", "tau_ap_symmetric", "items"},
      {}});
  for (const CorrelatedMeasures& one : correlated) {
    if (!report.text.empty()) report.text.add("\n");
    report.text.add(one.title + ": tau_b / symmetric tau_ap\n\n");
    report.text.add(triangle(std::span(one.correlations), [](const MeasureCorrelation& c) {
      return c.tau_b ? fraction(*c.tau_b) + "/" + fraction(*c.tau_ap_symmetric) : "-";
    }));
    for (const MeasureCorrelation& c : one.correlations) {
      table.rows.push_back({one.of, c.measure1, c.measure2, known(c.tau_b), known(c.tau_ap_1),
                            known(c.tau_ap_2), known(c.tau_ap_symmetric), whole(c.items)});
    }
  }
  return report;
}

std::vector<std::optional<double>> correlation_square(
    std::span<const MeasureCorrelation> correlations) {
  std::size_t count = 2;
  while (count * (count - 1) / 2 < correlations.size()) ++count;
  std::vector<std::optional<double>> square(count * count);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j, ++pair) {
      const std::optional<double> tau = correlations[pair].tau_b;
      square[i * count + j] = square[j * count + i] = tau;
      if (tau) square[i * count + i] = square[j * count + j] = 1;
    }
  }
  return square;
}

HeatMap correlation_chart(const CorrelatedMeasures& correlated) {
  HeatMap map;
  map.title = correlated.title + ": tau_b";
  map.description = "Rows and columns are measures; each cell shows their correlation.";
  map.row_label = map.column_label = "measure";
  map.value_label = "Kendall's tau_b";
  map.scale = ColourScale::diverging;
  map.decimals = 2;
  const std::vector<MeasureCorrelation>& pairs = correlated.correlations;
  map.rows.push_back(pairs.at(0).measure1);
  for (const MeasureCorrelation& pair : pairs) {
    if (pair.measure1 == map.rows[0]) map.rows.push_back(pair.measure2);
  }
  map.columns = map.rows;
  map.show_values = map.rows.size() <= most_values;
  map.values = correlation_square(pairs);
  return map;
}

namespace {

AnalysisResult correlations(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                            const PairsDone& progress) {
  std::vector<CorrelatedMeasures> correlated;
  if (options.of_runs) {
    auto found = run_correlations(groups);
    const std::string runs = count_of(found.at(0).items, "run");
    correlated.push_back({"runs", "Rankings of " + runs, std::move(found)});
  }
  for (const SignificanceTest* const test : options.tests) {
    if (!options.of_pairs) break;
    const TestSettings settings = settings_of(options, *test, false);
    auto found = p_value_correlations(groups, settings, options.correction, progress);
    const std::string pairs = count_of(found.at(0).items, "pair");
    correlated.push_back(
        {"p-values " + std::string(test->name),
         fmt::format("Order of {} of runs by p-value, {}", pairs, description(settings)),
         std::move(found)});
  }
  AnalysisResult made;
  made.report = correlation_report(correlated);
  if (options.draws) made.chart = correlation_chart(correlated.at(0));
  return made;
}

}  // namespace

Analysis correlation_analysis() {
  Analysis analysis;
  analysis.name = "correlation";
  analysis.summary = "how similarly measures rank runs";
  analysis.parameters = {"of"};
  analysis.draws = true;
  analysis.tests_significance = [](const AnalysisOptions& options) { return options.of_pairs; };
  analysis.run = correlations;
  return analysis;
}

}  // namespace subintent::internal
