// The report of `compare discriminative-power`.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "base/strings.h"
#include "compare/discriminative_power.h"
#include "render/analysis.h"
#include "render/power_by_hierarchy.h"

namespace subintent::internal {
namespace {

std::string test_name(const TestedMeasures& tested) {
  return std::string(tested.settings.test->name);
}

// Measures by discriminative power, the highest first.
TextTable power_table(const TestedMeasures& tested) {
  std::vector<MeasurePower> powers = tested.powers;
  std::ranges::stable_sort(powers, std::ranges::greater(), &MeasurePower::significant);
  TextTable table;
  table.add({"measure", "significant", "pairs", "power", "Δ"});
  for (const MeasurePower& power : powers) {
    table.add(
        {printable(power.measure), std::to_string(power.significant), std::to_string(power.pairs),
         fmt::format("{:.1f}%", 100 * power.power),
         power.required_difference ? fmt::format("{:.3f}", *power.required_difference) : "-"});
  }
  return table;
}

ReportText text_of(const TestedMeasures& tested, Correction correction, const PowerLayout& layout) {
  const std::string_view corrected = record_of(correction).label;
  ReportText text =
      fmt::format("{}, alpha = {}{}{}\n\n", description(tested.settings),
                  shortest(tested.settings.alpha), corrected.empty() ? "" : ", ", corrected);
  if (layout.by_hierarchy) {
    text.add(fmt::format("Significant pairs (of {}) and Δ\n\n",
                         tested.powers.empty() ? 0 : tested.powers[0].pairs));
    text.add(power_by_hierarchy(tested.powers));
  } else {
    text.add(power_table(tested));
  }
  const std::span<const MeasureOverlap> overlaps = tested.overlaps;
  if (overlaps.empty() || !layout.overlaps) return text;
  text.add("\nSignificant pairs of the row's measure only / of both / of the column's only\n\n");
  text.add(triangle(overlaps, [](const MeasureOverlap& o) {
    return fmt::format("{}/{}/{}", o.only1, o.both, o.only2);
  }));
  if (std::ranges::any_of(overlaps, &MeasureOverlap::conflicts)) {
    text.add("\nConflicts: significant by both, but with opposite winners\n\n");
    text.add(
        triangle(overlaps, [](const MeasureOverlap& o) { return std::to_string(o.conflicts); }));
  }
  text.add("\nAgreement: of both / of any\n\n");
  text.add(triangle(
      overlaps, [](const MeasureOverlap& o) { return fmt::format("{:.0f}%", 100 * o.agreement); }));
  return text;
}

void add_rows(const TestedMeasures& tested, Correction correction, DataTable& powers,
              DataTable& overlaps) {
  const TestSettings& settings = tested.settings;
  const bool random = settings.test->is_random();
  for (const MeasurePower& power : tested.powers) {
    powers.rows.push_back(
        {test_name(tested), power.measure, whole(power.significant), whole(power.pairs),
         power.power, power.required_difference ? Cell(*power.required_difference) : Cell(),
         settings.alpha, std::string(name_of(correction)), random ? whole(settings.trials) : Cell(),
         random ? Cell(std::to_string(settings.seed)) : Cell()});
  }
  for (const MeasureOverlap& o : tested.overlaps) {
    overlaps.rows.push_back({test_name(tested), o.measure1, o.measure2, whole(o.only1),
                             whole(o.both), whole(o.only2), o.agreement, whole(o.conflicts)});
  }
}

}  // namespace

Report power_report(std::span<const TestedMeasures> tested, Correction correction,
                    const PowerLayout& layout) {
  Report report;
  DataTable powers{"power",
                   {"test", "measure", "significant", "pairs", "power", "required_difference",
                    "alpha", "correction", "trials", "seed"},
                   {}};
  DataTable overlaps{
      "overlaps",
      {"test", "measure1", "measure2", "only1", "both", "only2", "agreement", "conflicts"},
      {}};
  for (const TestedMeasures& one : tested) {
    if (!report.text.empty()) report.text.add("\n");
    const Correction used = correction_for(*one.settings.test, correction);
    report.text.add(text_of(one, used, layout));
    add_rows(one, used, powers, overlaps);
  }
  report.tables = {std::move(powers)};
  if (layout.overlaps) report.tables.push_back(std::move(overlaps));
  return report;
}

DataTable asl_table(std::span<const TestedMeasures> tested) {
  DataTable table{"curves", {"test", "measure", "rank", "p"}, {}};
  for (const TestedMeasures& one : tested) {
    for (const MeasurePower& power : one.powers) {
      std::int64_t rank = 0;
      for (const double p : power.curve) {
        table.rows.push_back({test_name(one), power.measure, ++rank, p});
      }
    }
  }
  return table;
}

LineChart asl_chart(const TestedMeasures& tested, double limit) {
  LineChart chart;
  chart.title = "ASL curves: " + description(tested.settings);
  chart.description =
      "A line for each measure: the p-values of all pairs of runs, the largest first.";
  chart.x_label = "pairs of runs, by achieved significance level";
  chart.y_label = "achieved significance level";
  chart.y_max = limit;
  for (const MeasurePower& power : tested.powers) {
    ChartLine& line = chart.lines.emplace_back(ChartLine{power.measure, {}});
    double rank = 0;
    for (const double p : power.curve) line.points.emplace_back(++rank, p);
    chart.x_max = std::max(chart.x_max, rank);
  }
  return chart;
}

namespace {

AnalysisResult discriminative_power(const AnalysisOptions& options,
                                    const std::vector<ScoreGroup>& groups,
                                    const PairsDone& progress) {
  AnalysisResult made;
  const std::vector<std::string> measures = groups.at(0).measure_names();
  for (const SignificanceTest* const test : options.tests) {
    const TestSettings settings = settings_of(options, *test, true);
    const auto warnings = trial_warnings(groups, {{}, options.correction}, settings);
    made.warnings.insert(made.warnings.end(), warnings.begin(), warnings.end());
    const auto powers = discriminative_powers(groups, settings, options.correction, progress);
    made.tested.push_back({settings, measure_powers(measures, powers),
                           measure_overlaps(measures, powers, settings.alpha)});
  }
  made.report = power_report(made.tested, options.correction, options.power);
  if (options.draws) made.chart = asl_chart(made.tested.at(0), options.svg_limit);
  return made;
}

}  // namespace

Analysis discriminative_power_analysis() {
  Analysis analysis;
  analysis.name = "discriminative-power";
  analysis.summary = "how many pairs of runs each measure finds significantly different";
  analysis.parameters = {"curves", "svg-limit", "by-hierarchy", "no-overlaps"};
  analysis.draws = true;
  analysis.default_tests = "bootstrap,tukey";
  analysis.tests_significance = [](const AnalysisOptions&) { return true; };
  analysis.run = discriminative_power;
  return analysis;
}

}  // namespace subintent::internal
