// The report of `compare correlation`.
#include <fmt/format.h>

#include <utility>

#include "compare/measure_correlations.h"
#include "report/analysis.h"
#include "support/strings.h"

namespace subintent::internal {

Report correlation_report(std::span<const CorrelatedMeasures> correlated) {
  Report report;
  DataTable& table = report.tables.emplace_back(DataTable{
      "correlations",
      {"of", "measure1", "measure2", "tau_b", "tau_ap_1", "tau_ap_2", "tau_ap_symmetric", "items"},
      {}});
  for (const CorrelatedMeasures& one : correlated) {
    if (!report.text.empty()) report.text += '\n';
    report.text += one.title + ": tau_b / symmetric tau_ap\n\n";
    report.text += triangle(std::span(one.correlations), [](const MeasureCorrelation& c) {
      return fraction(c.tau_b) + "/" + fraction(c.tau_ap_symmetric);
    });
    for (const MeasureCorrelation& c : one.correlations) {
      table.rows.push_back({one.of, c.measure1, c.measure2, c.tau_b, c.tau_ap_1, c.tau_ap_2,
                            c.tau_ap_symmetric, static_cast<std::int64_t>(c.items)});
    }
  }
  return report;
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
  return {correlation_report(correlated), {}, {}};
}

}  // namespace

Analysis correlation_analysis() {
  Analysis analysis;
  analysis.name = "correlation";
  analysis.parameters = {"of"};
  analysis.tests_significance = [](const AnalysisOptions& options) { return options.of_pairs; };
  analysis.run = correlations;
  return analysis;
}

}  // namespace subintent::internal
