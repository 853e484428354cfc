// The report of `compare discriminative-power`.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/analysis.h"
#include "report/tested_pairs.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

std::string test_name(const TestedMeasures& tested) {
  return std::string(tested.settings.test->name);
}

// Measures by discriminative power, the highest first.
std::string power_text(const TestedMeasures& tested) {
  std::vector<std::size_t> order(tested.measures.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tested.powers[a].significant > tested.powers[b].significant;
  });
  TextTable table;
  table.add({"measure", "significant", "pairs", "power", "Δ"});
  for (const std::size_t i : order) {
    const DiscriminativePower& power = tested.powers[i];
    table.add({printable(tested.measures[i]), std::to_string(power.significant),
               std::to_string(power.p.size()), fmt::format("{:.1f}%", 100 * power.share()),
               power.delta ? fmt::format("{:.3f}", *power.delta) : "-"});
  }
  return table.text();
}

// The upper triangle of all pairs of measures.
template <typename CellText>
std::string triangle(const TestedMeasures& tested, CellText cell_text) {
  TextTable table;
  std::vector<std::string> header = {""};
  for (std::size_t j = 1; j < tested.measures.size(); ++j) {
    header.push_back(printable(tested.measures[j]));
  }
  table.add(header);
  for (std::size_t i = 0; i + 1 < tested.measures.size(); ++i) {
    std::vector<std::string> row = {printable(tested.measures[i])};
    for (std::size_t j = 1; j < tested.measures.size(); ++j) {
      row.push_back(
          j <= i ? "-"
                 : cell_text(overlap(tested.powers[i], tested.powers[j], tested.settings.alpha)));
    }
    table.add(row);
  }
  return table.text();
}

std::string text_of(const TestedMeasures& tested, Correction correction) {
  const char* const corrections[] = {"", ", Holm's correction", ", Bonferroni's correction"};
  std::string text =
      fmt::format("{}, alpha = {}{}\n\n", description(tested.settings),
                  shortest(tested.settings.alpha), corrections[static_cast<int>(correction)]);
  text += power_text(tested);
  if (tested.measures.size() < 2) return text;
  text += "\nSignificant pairs of the row's measure only / of both / of the column's only\n\n";
  text += triangle(
      tested, [](const Overlap& o) { return fmt::format("{}/{}/{}", o.first, o.both, o.second); });
  bool any = false;
  const std::string conflicts = triangle(tested, [&](const Overlap& o) {
    any = any || o.conflicts > 0;
    return std::to_string(o.conflicts);
  });
  if (any) text += "\nConflicts: significant by both, but with opposite winners\n\n" + conflicts;
  text += "\nAgreement: of both / of any\n\n";
  text += triangle(tested,
                   [](const Overlap& o) { return fmt::format("{:.0f}%", 100 * o.agreement()); });
  return text;
}

void add_rows(const TestedMeasures& tested, Correction correction, DataTable& powers,
              DataTable& overlaps) {
  const TestSettings& settings = tested.settings;
  const bool random = settings.test->is_random();
  for (std::size_t i = 0; i < tested.measures.size(); ++i) {
    const DiscriminativePower& power = tested.powers[i];
    powers.rows.push_back({test_name(tested), tested.measures[i],
                           static_cast<std::int64_t>(power.significant),
                           static_cast<std::int64_t>(power.p.size()), power.share(),
                           power.delta ? Cell(*power.delta) : Cell(), settings.alpha,
                           std::string(name_of(correction)),
                           random ? Cell(static_cast<std::int64_t>(settings.trials)) : Cell(),
                           random ? Cell(std::to_string(settings.seed)) : Cell()});
    for (std::size_t j = i + 1; j < tested.measures.size(); ++j) {
      const Overlap o = overlap(power, tested.powers[j], settings.alpha);
      overlaps.rows.push_back({test_name(tested), tested.measures[i], tested.measures[j],
                               static_cast<std::int64_t>(o.first),
                               static_cast<std::int64_t>(o.both),
                               static_cast<std::int64_t>(o.second), o.agreement(),
                               static_cast<std::int64_t>(o.conflicts)});
    }
  }
}

}  // namespace

Report power_report(std::span<const TestedMeasures> tested, Correction correction) {
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
    if (!report.text.empty()) report.text += '\n';
    const Correction used = correction_for(*one.settings.test, correction);
    report.text += text_of(one, used);
    add_rows(one, used, powers, overlaps);
  }
  report.tables = {std::move(powers), std::move(overlaps)};
  return report;
}

DataTable asl_table(std::span<const TestedMeasures> tested) {
  DataTable table{"curves", {"test", "measure", "rank", "p"}, {}};
  for (const TestedMeasures& one : tested) {
    for (std::size_t i = 0; i < one.measures.size(); ++i) {
      std::int64_t rank = 0;
      for (const double p : asl_curve(one.powers[i])) {
        table.rows.push_back({test_name(one), one.measures[i], ++rank, p});
      }
    }
  }
  return table;
}

LineChart asl_chart(const TestedMeasures& tested, double limit) {
  LineChart chart;
  chart.title = "ASL curves: " + description(tested.settings);
  chart.x_label = "pairs of runs, by achieved significance level";
  chart.y_label = "achieved significance level";
  chart.y_max = limit;
  for (std::size_t i = 0; i < tested.measures.size(); ++i) {
    ChartLine& line = chart.lines.emplace_back(ChartLine{tested.measures[i], {}});
    double rank = 0;
    for (const double p : asl_curve(tested.powers[i])) line.points.emplace_back(++rank, p);
    chart.x_max = std::max(chart.x_max, rank);
  }
  return chart;
}

namespace {

AnalysisResult discriminative_power(const AnalysisOptions& options,
                                    const std::vector<ScoreGroup>& groups,
                                    const PairsDone& progress) {
  AnalysisResult made;
  made.warnings = trial_warnings(options, groups);
  made.tested = test_powers(options, groups, true, progress);
  made.report = power_report(made.tested, options.correction);
  return made;
}

}  // namespace

Analysis discriminative_power_analysis() {
  Analysis analysis;
  analysis.name = "discriminative-power";
  analysis.parameters = {"curves", "svg", "svg-limit"};
  analysis.default_tests = "bootstrap,tukey";
  analysis.tests_significance = [](const AnalysisOptions&) { return true; };
  analysis.run = discriminative_power;
  return analysis;
}

}  // namespace subintent::internal
