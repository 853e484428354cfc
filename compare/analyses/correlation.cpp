// How similarly measures, or judges, rank runs.
#include <fmt/format.h>

#include <utility>

#include "compare/analyses/analysis.h"
#include "compare/analyses/judge_report.h"
#include "compare/analyses/reports.h"
#include "compare/measure_correlations.h"
#include "subintent/program.h"

namespace subintent::internal {

constexpr std::size_t most_values = 40;  // of measures, with numbers in the cells of a chart

namespace {

const TableRecord& correlation_record() {
  using enum CellKind;
  static const TableRecord made = {
      "correlations",
      "a row per two measures",
      {{"of", text, "what is ranked: runs, or pairs of runs by the p-values of a test"},
       {"measure1", text, "name"},
       {"measure2", text, "name"},
       {"tau_b", number, "Kendall's; none where a measure ranks nothing above another"},
       {"tau_ap_1", number, "with the first ranking as the true one"},
       {"tau_ap_2", number, "with the second ranking as the true one"},
       {"tau_ap_symmetric", number, "the mean of these two"},
       {"items", whole, "that are ranked"}}};
  return made;
}

}  // namespace

Report correlation_report(std::span<const CorrelatedMeasures> correlated) {
  Report report;
  DataTable& table = report.tables.emplace_back(table_of(correlation_record()));
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

AnalysisResult run_correlation(AnalysisInputs& inputs, const AnalysisValues& values,
                               const ProgressCallback& progress) {
  const std::string of = *values.text("of");
  const bool of_judges = has_judges(inputs.groups);
  for (const std::string option : {"truth", "top", "alpha", "trials", "seed"}) {
    const bool of_tests = option != "truth" && option != "top";
    if (of_judges || !values.given(option) || (of_tests && of != "runs")) continue;
    throw Error::argument(option, option + ": no judges are named",
                          of_tests ? "name them, NAME=FILE, or add `of=p-values` or `of=both`"
                                   : "name them: NAME=FILE");
  }
  std::vector<CorrelatedMeasures> correlated;
  if (of != "p-values") {
    auto found = run_correlations(inputs.groups);
    const std::string runs = count_of(found.at(0).items, "run");
    correlated.push_back({"runs", "Rankings of " + runs, std::move(found)});
  }
  if (of != "runs") {
    const std::vector<TestSettings> tests = tests_of(values, false);
    PairProgress meter(progress, inputs.groups, {}, tests.size());
    for (const TestSettings& settings : tests) {
      auto found =
          p_value_correlations(inputs.groups, settings, correction_of(values), meter.done());
      const std::string pairs = count_of(found.at(0).items, "pair");
      correlated.push_back(
          {"p-values " + std::string(settings.test->name),
           fmt::format("Order of {} of runs by p-value, {}", pairs, description(settings)),
           std::move(found)});
    }
  }
  AnalysisResult made;
  made.report = correlation_report(correlated);
  if (of_judges) {
    Report judges = judge_correlation_report(inputs.groups, values);
    made.report.tables.insert(made.report.tables.end(), judges.tables.begin(), judges.tables.end());
    if (of != "runs") judges.text.add("\n"), judges.text.add(made.report.text);
    made.report.text = std::move(judges.text);
  }
  if (inputs.draws) made.chart = correlation_chart(correlated.at(0));
  return made;
}

void check_correlation(const AnalysisValues& values) {
  if (values.text("of") != "runs") return;
  for (const char* option : {"test", "correction"}) {
    if (!values.given(option)) continue;
    throw Error::argument(option, std::string(option) + ": rankings of runs are not tested",
                          "add `of=p-values` or `of=both`");
  }
}

}  // namespace

Analysis correlation_analysis() {
  Analysis analysis;
  analysis.name = "correlation";
  analysis.summary = "how similarly measures, or judges, rank runs";
  analysis.source = "Webber, Moffat and Zobel, EVIA 2010, Table 3";
  analysis.usage = "[--truth NAME=SCORES] [NAME=]SCORES...";
  AnalysisOption of;
  of.name = "of";
  of.kind = OptionKind::choice;
  of.choices = {"runs", "p-values", "both"};
  of.meaning = "rankings of runs (default), of pairs of runs by p-value, or both";
  of.default_value = "runs";
  AnalysisOption top;
  top.name = "top";
  top.kind = OptionKind::whole;
  top.placeholder = "K";
  top.meaning = "runs at the top of the first judge, of which τ_b is given, too";
  top.default_value = "10";
  top.min = 2;
  top.max = 1'000'000;
  analysis.options = joined({standardise_option(), of, truth_option(), top},
                            test_options(default_test, Correction::none));
  analysis.tables = {correlation_record()};
  for (TableRecord& record : judge_correlation_records()) {
    analysis.tables.push_back(std::move(record));
  }
  analysis.resamples = true;
  analysis.draws = true;
  analysis.check = check_correlation;
  analysis.run = run_correlation;
  return analysis;
}

}  // namespace subintent::internal
