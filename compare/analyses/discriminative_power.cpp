// How many pairs of runs each measure finds significantly different.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "compare/analyses/analysis.h"
#include "compare/analyses/power_by_hierarchy.h"
#include "compare/analyses/reports.h"
#include "compare/discriminative_power.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const TableRecord& powers_record() {
  using enum CellKind;
  static const TableRecord made = {
      "power", "a row per measure and test",
      joined_columns({{"test", text, "name"},
                      {"measure", text, "name"},
                      {"significant", whole, "pairs of runs that differ significantly"},
                      {"pairs", whole, "of runs"},
                      {"power", number, "significant / pairs"},
                      {"required_difference", number,
                       "of means, for significance; none for tests that do not tell, and without a "
                       "significant pair"}},
                     columns_of_tests())};
  return made;
}

const TableRecord& overlaps_record() {
  using enum CellKind;
  static const TableRecord made = {
      "overlaps",
      "a row per test and two measures",
      {{"test", text, "name"},
       {"measure1", text, "name"},
       {"measure2", text, "name"},
       {"only1", whole, "pairs that are significant by the first only"},
       {"both", whole, "by both, with the same winner"},
       {"only2", whole, "by the second only"},
       {"agreement", number, "both / any"},
       {"conflicts", whole, "by both, with opposite winners"}}};
  return made;
}

const TableRecord& curves_record() {
  using enum CellKind;
  static const TableRecord made = {"curves",
                                   "achieved significance levels: a row per test, measure and pair",
                                   {{"test", text, "name"},
                                    {"measure", text, "name"},
                                    {"rank", whole, "from 1, the largest p-value"},
                                    {"p", number, "p-value"}}};
  return made;
}

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

// Why Δ is missing, where it is.
std::string missing_delta(const TestedMeasures& tested) {
  const auto lacks = [](const MeasurePower& power) { return !power.required_difference; };
  if (std::ranges::none_of(tested.powers, lacks)) return {};
  return tested.settings.test->delta == SignificanceTest::Delta::none
             ? "; no Δ, which bootstrap and tukey alone tell"
             : "; no Δ without a significant pair";
}

ReportText text_of(const TestedMeasures& tested, Correction correction, const PowerLayout& layout) {
  const std::string_view corrected = record_of(correction).label;
  ReportText text = fmt::format("{}, alpha = {}{}{}{}\n\n", description(tested.settings),
                                shortest(tested.settings.alpha), corrected.empty() ? "" : ", ",
                                corrected, missing_delta(tested));
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
  for (const MeasurePower& power : tested.powers) {
    auto& row = powers.rows.emplace_back(
        std::vector<Cell>{test_name(tested), power.measure, whole(power.significant),
                          whole(power.pairs), power.power, known(power.required_difference)});
    for (Cell& cell : cells_of_test(settings, correction)) row.push_back(std::move(cell));
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
  DataTable powers = table_of(powers_record()), overlaps = table_of(overlaps_record());
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
  DataTable table = table_of(curves_record());
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

AnalysisResult run_discriminative_power(AnalysisInputs& inputs, const AnalysisValues& values,
                                        const ProgressCallback& progress) {
  AnalysisResult made;
  const std::vector<std::string> measures = inputs.groups.at(0).measure_names();
  const std::vector<TestSettings> tests = tests_of(values, true);
  const Correction correction = correction_of(values);
  warn_of_tests(inputs.groups, {{}, correction}, tests, made.remarks.warnings);
  PairProgress meter(progress, inputs.groups, {}, tests.size());
  for (const TestSettings& settings : tests) {
    const auto powers = discriminative_powers(inputs.groups, settings, correction, meter.done());
    made.tested.push_back({settings, measure_powers(measures, powers),
                           measure_overlaps(measures, powers, settings.alpha)});
  }
  made.report = power_report(made.tested, correction,
                             {values.flag("by_hierarchy"), !values.flag("no_overlaps")});
  made.curves = asl_table(made.tested);
  if (inputs.draws) made.chart = asl_chart(made.tested.at(0), *values.number("svg_limit"));
  return made;
}

}  // namespace

Analysis discriminative_power_analysis() {
  Analysis analysis;
  analysis.name = "discriminative-power";
  analysis.summary = "how many pairs of runs each measure finds significantly different";
  analysis.source = "Sakai 2012, section 4.1, Tables 2 to 4; Sakai and Song 2011, Table 5";
  analysis.usage = "SCORES...";
  AnalysisOption by_hierarchy, no_overlaps, limit;
  by_hierarchy.name = "by_hierarchy";
  by_hierarchy.kind = OptionKind::flag;
  by_hierarchy.meaning = "measures as rows, hierarchies as columns";
  no_overlaps.name = "no_overlaps";
  no_overlaps.kind = OptionKind::flag;
  no_overlaps.meaning = "without the overlaps of pairs of measures";
  limit.name = "svg_limit";
  limit.kind = OptionKind::number;
  limit.placeholder = "P";
  limit.meaning = "highest p-value in the chart";
  limit.default_value = "0.15";
  limit.max = 1;
  limit.open_min = true;
  analysis.options =
      joined(joined({standardise_option()}, test_options("bootstrap,tukey", Correction::none)),
             {by_hierarchy, no_overlaps, limit});
  analysis.tables = {powers_record(), overlaps_record(), curves_record()};
  analysis.draws = true;
  analysis.run = run_discriminative_power;
  return analysis;
}

}  // namespace subintent::internal
