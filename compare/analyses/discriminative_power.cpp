#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "evaluate/measure.h"
#include "evaluate/measure_table.h"

namespace subintent::internal {
namespace {

// The flat measure that HD#-nDCG, LAD#-nDCG, alpha-nDCG-LA or N-rec extends.
Measure flat_measure(Measure measure) {
  constexpr std::pair<std::string_view, std::string_view> beginnings[] = {
      {"LAD", "D"}, {"HD", "D"}, {"N-rec", "I-rec"}};
  measure.layer_aware = false;
  for (const auto& [begin, flat] : beginnings) {
    const std::string& name = measure.record->name;
    if (!name.starts_with(begin)) continue;
    const auto record = std::ranges::find(
        measure_table(), std::string(flat) + name.substr(begin.size()), &MeasureRecord::name);
    if (record != measure_table().end()) measure.record = &*record;
    break;
  }
  return measure;
}

// A measure over a hierarchy, as "HD#-nDCG_WI@20": "HD#-nDCG@20" and "WI", and what they mean. A
// flat one has no hierarchy; neither has a name that is not known here.
struct Split {
  std::string measure, hierarchy;
  std::string meaning = {}, flat = {};  // identifiers: of the measure, of the flat one it extends
};

Split split_name(const std::string& name) {
  try {
    Measure measure = parse_measure(name);
    const std::string hierarchy = std::exchange(measure.hierarchy_name, "");
    if (hierarchy.empty()) return {name, ""};
    const std::string meaning = identifier_of(measure), suffix = "_" + hierarchy;
    const std::size_t at = name.find(suffix);
    return {
        at == std::string::npos ? meaning : name.substr(0, at) + name.substr(at + suffix.size()),
        hierarchy, meaning, identifier_of(flat_measure(measure))};
  } catch (const Error&) {
    return {name, ""};
  }
}

std::string power_by_hierarchy_cell(const DiscriminativePower& power) {
  return fmt::format("{} {}", power.significant,
                     power.delta ? fmt::format("{:.2f}", *power.delta) : "-");
}

struct Row {
  std::string measure, meaning;
  std::map<std::string, std::string> cells;  // by hierarchy; of the flat measure ""
};

// Discriminative power in the layout of [Dou19 Table 4]: a row per measure without its hierarchy, a
// column per hierarchy, the first one for the flat measure that a hierarchical one extends (I-rec
// for I-rec-LA and N-rec, D#-nDCG for HD#-nDCG and LAD#-nDCG). Flat measures that none of the
// others extends have rows of their own.
TextTable power_by_hierarchy(std::span<const DiscriminativePower> powers) {
  std::vector<std::string> names, hierarchies;
  for (const DiscriminativePower& power : powers) names.push_back(power.measure);
  std::vector<Row> rows;
  std::set<std::size_t> extended;
  for (const DiscriminativePower& power : powers) {
    const auto [measure, hierarchy, meaning, flat_meaning] = split_name(power.measure);
    if (hierarchy.empty()) continue;
    if (std::ranges::count(hierarchies, hierarchy) == 0) hierarchies.push_back(hierarchy);
    auto row = std::ranges::find(rows, meaning, &Row::meaning);
    if (row == rows.end()) {
      row = rows.insert(row, {measure, meaning, {}});
      if (const auto flat = find_measure(names, flat_meaning)) {
        row->cells[""] = power_by_hierarchy_cell(powers[*flat]);
        extended.insert(*flat);
      }
    }
    row->cells[hierarchy] = power_by_hierarchy_cell(power);
  }
  for (std::size_t i = 0; i < powers.size(); ++i) {
    if (!split_name(names[i]).hierarchy.empty() || extended.contains(i)) continue;
    rows.push_back({names[i], "", {{"", power_by_hierarchy_cell(powers[i])}}});
  }
  TextTable table;
  std::vector<std::string> header = {"measure", "flat"};
  for (const std::string& hierarchy : hierarchies) header.push_back(printable(hierarchy));
  table.add(header);
  hierarchies.insert(hierarchies.begin(), "");
  for (const Row& row : rows) {
    std::vector<std::string> cells = {printable(row.measure)};
    for (const std::string& hierarchy : hierarchies) {
      const auto cell = row.cells.find(hierarchy);
      cells.push_back(cell == row.cells.end() ? "-" : cell->second);
    }
    table.add(cells);
  }
  return table;
}

// How many pairs of runs each measure finds significantly different.

[[gnu::cold]] std::vector<TableRecord> power_tables() {
  using enum CellKind;
  return {
      {"power", "a row per measure and test",
       all_columns({{"test", text, "name"},
                    {"measure", text, "name"},
                    {"significant", whole, "pairs of runs that differ significantly"},
                    {"pairs", whole, "of runs"},
                    {"power", number, "significant / pairs"},
                    {"required_difference", number,
                     "of means, for significance; none for tests that do not tell, and without a "
                     "significant pair"},
                    columns_of_tests()})},
      {"overlaps",
       "a row per test and two measures",
       {{"test", text, "name"},
        {"measure1", text, "name"},
        {"measure2", text, "name"},
        {"only1", whole, "pairs that are significant by the first only"},
        {"both", whole, "by both, with the same winner"},
        {"only2", whole, "by the second only"},
        {"agreement", number, "both / any"},
        {"conflicts", whole, "by both, with opposite winners"}}},
      {"curves",
       "achieved significance levels: a row per test, measure and pair",
       {{"test", text, "name"},
        {"measure", text, "name"},
        {"rank", whole, "from 1, the largest p-value"},
        {"p", number, "p-value"}}}};
}

std::string test_name(const TestedMeasures& tested) {
  return std::string(tested.settings.test->name);
}

// Measures by discriminative power, the highest first.
TextTable power_table(const TestedMeasures& tested) {
  std::vector<DiscriminativePower> powers = tested.powers;
  std::ranges::stable_sort(powers, std::ranges::greater(), &DiscriminativePower::significant);
  TextTable table;
  table.add({"measure", "significant", "pairs", "power", "Δ"});
  for (const DiscriminativePower& power : powers) {
    table.add({printable(power.measure), std::to_string(power.significant),
               std::to_string(power.p.size()), fmt::format("{:.1f}%", 100 * power.share()),
               power.delta ? fmt::format("{:.3f}", *power.delta) : "-"});
  }
  return table;
}

// Why Δ is missing, where it is.
std::string missing_delta(const TestedMeasures& tested) {
  const auto lacks = [](const DiscriminativePower& power) { return !power.delta; };
  if (std::ranges::none_of(tested.powers, lacks)) return {};
  return tested.settings.test->delta == SignificanceTest::Delta::none
             ? "; no Δ, which bootstrap and tukey alone tell"
             : "; no Δ without a significant pair";
}

struct PowerLayout {
  bool by_hierarchy = false;  // people see measures as rows, hierarchies as columns
  bool overlaps = true;       // of every two measures
};

ReportText text_of(const TestedMeasures& tested, Correction correction, const PowerLayout& layout) {
  ReportText text = description(tested.settings, correction) + missing_delta(tested) + "\n\n";
  if (layout.by_hierarchy) {
    text.add(fmt::format("Significant pairs (of {}) and Δ\n\n",
                         tested.powers.empty() ? 0 : tested.powers[0].p.size()),
             power_by_hierarchy(tested.powers));
  } else {
    text.add(power_table(tested));
  }
  const std::span<const MeasureOverlap> overlaps = tested.overlaps;
  if (overlaps.empty() || !layout.overlaps) return text;
  text.add("\nSignificant pairs of the row's measure only / of both / of the column's only\n\n",
           triangle(overlaps, [](const MeasureOverlap& o) {
             return fmt::format("{}/{}/{}", o.only1, o.both, o.only2);
           }));
  if (std::ranges::any_of(overlaps, &MeasureOverlap::conflicts)) {
    text.add(
        "\nConflicts: significant by both, but with opposite winners\n\n",
        triangle(overlaps, [](const MeasureOverlap& o) { return std::to_string(o.conflicts); }));
  }
  text.add("\nAgreement: of both / of any\n\n", triangle(overlaps, [](const MeasureOverlap& o) {
             return fmt::format("{:.0f}%", 100 * o.agreement);
           }));
  return text;
}

void add_rows(const TestedMeasures& tested, Correction correction, DataTable& powers,
              DataTable& overlaps) {
  for (const DiscriminativePower& power : tested.powers)
    add_row(powers, test_name(tested), power.measure, power.significant, power.p.size(),
            power.share(), power.delta, cells_of_test(tested.settings, correction));
  for (const MeasureOverlap& o : tested.overlaps) {
    add_row(overlaps, test_name(tested), o.measure1, o.measure2, o.only1, o.both, o.only2,
            o.agreement, o.conflicts);
  }
}

DataTable asl_table(std::span<const TestedMeasures> tested) {
  DataTable table = table_of(power_tables(), "curves");
  for (const TestedMeasures& one : tested) {
    for (const DiscriminativePower& power : one.powers) {
      std::int64_t rank = 0;
      for (const double p : power.curve()) add_row(table, test_name(one), power.measure, ++rank, p);
    }
  }
  return table;
}

Report power_report(std::span<const TestedMeasures> tested, Correction correction,
                    const PowerLayout& layout) {
  Report report;
  DataTable powers = table_of(power_tables(), "power"),
            overlaps = table_of(power_tables(), "overlaps");
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

AnalysisResult run_discriminative_power(AnalysisInputs& inputs, const AnalysisValues& values,
                                        const ProgressCallback& progress) {
  AnalysisResult result;
  const std::vector<TestSettings> tests = tests_of(values, true);
  const Correction correction = correction_of(values);
  warn_of_tests(inputs.groups, {{}, correction}, tests, result.remarks.warnings);
  warn_of_few_topics(inputs.groups, result.remarks.warnings);
  PairProgress meter(progress, inputs.groups, {}, tests.size());
  for (const TestSettings& settings : tests) {
    const auto powers = discriminative_powers(inputs.groups, settings, correction, meter.done());
    result.tested.push_back({settings, powers, measure_overlaps(powers, settings.alpha)});
  }
  result.report = power_report(result.tested, correction,
                               {values.flag("by_hierarchy"), !values.flag("no_overlaps")});
  result.curves = asl_table(result.tested);
  if (inputs.draws) result.chart = asl_chart(result.tested.at(0), *values.number("svg_limit"));
  return result;
}

}  // namespace

LineChart asl_chart(const TestedMeasures& tested, double limit) {
  LineChart chart;
  chart.title = "ASL curves: " + description(tested.settings);
  chart.description =
      "A line for each measure: the p-values of all pairs of runs, the largest first.";
  chart.x_label = "pairs of runs, by ASL";
  chart.y_label = "achieved significance level (ASL)";
  chart.y_max = limit;
  for (const DiscriminativePower& power : tested.powers) {
    ChartLine& line = chart.lines.emplace_back(ChartLine{power.measure, {}});
    double rank = 0;
    for (const double p : power.curve()) line.points.emplace_back(++rank, p);
    chart.x_max = std::max(chart.x_max, rank);
  }
  return chart;
}

Analysis discriminative_power_analysis() {
  Analysis analysis;
  analysis.name = "discriminative-power";
  analysis.summary = "how many pairs of runs each measure finds significantly different";
  analysis.source = "Sakai 2012, section 4.1, Tables 2 to 4; Sakai and Song 2011, Table 5";
  analysis.usage = "SCORES...";
  const AnalysisOption by_hierarchy =
      flag_option("by_hierarchy", "measures as rows, hierarchies as columns");
  const AnalysisOption no_overlaps =
      flag_option("no_overlaps", "without the overlaps of pairs of measures");
  const AnalysisOption limit = record_option("svg_limit", OptionKind::number, "P",
                                             "highest p-value in the chart", "0.15", {0, 1, true});
  analysis.options =
      joined(joined({standardise_option()}, test_options("bootstrap,tukey", Correction::none)),
             {by_hierarchy, no_overlaps, limit});
  analysis.tables = power_tables();
  analysis.draws = true;
  analysis.run = run_discriminative_power;
  return analysis;
}

}  // namespace subintent::internal
