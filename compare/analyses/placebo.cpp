// Discriminative power with hierarchies beside that with placebos.

#include <fmt/format.h>

#include "compare/analyses/analysis.h"

namespace subintent::internal {
namespace {

std::string placebo_percent(double value) {
  return fmt::format("{:.1f}%", 100 * value);
}

std::vector<std::string> text_row(const PlaceboPower& power) {
  std::vector<std::string> row = {printable(power.measure), std::to_string(power.significant),
                                  std::to_string(power.pairs), placebo_percent(power.power())};
  if (power.placebos.empty()) {
    row.insert(row.end(), 4, "-");
  } else {
    for (const double value : {power.mean(), power.lowest(), power.highest()})
      row.push_back(placebo_percent(value));
    row.push_back(power.p() < 0.001 ? "<.001" : fraction(power.p()));
  }
  return row;
}

std::vector<Cell> cells_of_placebos(const PlaceboPower& power) {
  if (power.placebos.empty()) return std::vector<Cell>(6);
  return {whole(power.placebos.size()), power.mean(), power.lowest(), power.highest(),
          whole(power.as_high()),       power.p()};
}

// The measures where none are asked for: I-rec-LA and HD#-nDCG at 20 on each hierarchy.
std::vector<std::string> placebo_measures(std::span<const std::string> hierarchies) {
  std::vector<std::string> names;
  for (const std::string& hierarchy : hierarchies) {
    names.push_back("I-rec-LA_" + hierarchy + "@20");
    names.push_back("HD#-nDCG_" + hierarchy + "@20");
  }
  return names;
}

std::vector<Measure> measures_of_placebo(const AnalysisValues& values, MeasureContext context) {
  const std::vector<Measure> parsed =
      values.given("measures") ? parse_measures(values.texts("measures"), context)
                               : parse_measures(placebo_measures(context.hierarchies), context);
  require_hierarchies(parsed);
  return parsed;
}

AnalysisResult run_placebo(AnalysisInputs& inputs, const AnalysisValues& values,
                           const ProgressCallback& progress) {
  const PlaceboOptions options{static_cast<std::uint32_t>(*values.whole("placebo")),
                               *values.whole("seed")};
  ProgressMeter meter(progress, "comparing", "hierarchies", 1 + options.count);
  AnalysisResult result;
  const ScoreGroup scores =
      score_runs(inputs.runs, inputs.data.scorer(inputs.measures), result.remarks);
  PlaceboPoint point = placebo_point({}, values, scores);
  meter.advance();
  score_placebos(
      inputs.data, inputs.runs, inputs.data.hierarchies, inputs.measures, options,
      [&](ScoreGroup placebo) { add_placebo(point, values, std::move(placebo)); }, meter);
  const Correction correction = correction_of(values);
  for (const PlaceboPoint::Tested& tested : point.tested)
    warn_of_tests({scores}, {{}, correction}, {&tested.settings, 1}, result.remarks.warnings);
  result.report = placebo_report({&point, 1}, {}, correction, options);
  return result;
}

}  // namespace

TableRecord placebo_record() {
  using enum CellKind;
  return {"placebo", "a row per test and measure",
          all_columns({{"test", text, "name"},
                       {"measure", text, "name"},
                       {"significant", whole, "pairs of runs that differ significantly"},
                       {"pairs", whole, "of runs"},
                       {"power", number, "significant / pairs"},
                       {"placebos", whole,
                        "hierarchies with shuffled documents; none where the measure sees "
                        "no hierarchy, as of all that follows"},
                       {"placebo_power", number, "mean over the placebos"},
                       {"placebo_lowest", number, "of a placebo"},
                       {"placebo_highest", number, "of a placebo"},
                       {"as_high", whole, "placebos with at least the power of the hierarchies"},
                       {"p", number, "(as_high + 1) / (placebos + 1)"},
                       columns_of_tests()})};
}

PlaceboPoint placebo_point(std::vector<double> setting, const AnalysisValues& values,
                           ScoreGroup scores) {
  if (values.flag("standardise")) standardise(scores);
  PlaceboPoint point{std::move(setting), {}};
  for (const TestSettings& settings : tests_of(values, false)) {
    auto& tested = point.tested.emplace_back();
    tested.settings = settings;
    const auto powers = discriminative_powers({scores}, settings, correction_of(values));
    for (std::size_t m = 0; m < powers.size(); ++m) {
      tested.powers.push_back(
          {scores.measures[m].measure, powers[m].significant, powers[m].p.size(), {}});
    }
  }
  return point;
}

void add_placebo(PlaceboPoint& point, const AnalysisValues& values, ScoreGroup scores) {
  if (values.flag("standardise")) standardise(scores);
  for (PlaceboPoint::Tested& tested : point.tested) {
    const auto powers = discriminative_powers({scores}, tested.settings, correction_of(values));
    for (std::size_t m = 0; m < powers.size(); ++m) {
      const auto at =
          std::ranges::find(tested.powers, scores.measures[m].measure, &PlaceboPower::measure);
      at->placebos.push_back(powers[m].significant);
    }
  }
}

Report placebo_report(std::span<const PlaceboPoint> points, std::span<const std::string> columns,
                      Correction correction, const PlaceboOptions& options) {
  Report report;
  DataTable& table = report.tables.emplace_back(table_of(placebo_record()));
  table.columns.insert(table.columns.begin(), columns.begin(), columns.end());
  for (std::size_t test = 0; test < points[0].tested.size(); ++test) {
    const TestSettings& settings = points[0].tested[test].settings;
    const Correction used = correction_for(*settings.test, correction);
    TextTable shown(columns.size() + 1);
    std::vector<std::string> header(columns.begin(), columns.end());
    for (const char* column :
         {"measure", "significant", "pairs", "power", "placebo", "lowest", "highest", "p"})
      header.emplace_back(column);
    shown.add(header);
    for (const PlaceboPoint& point : points) {
      for (const PlaceboPower& power : point.tested[test].powers) {
        std::vector<std::string> row;
        for (const double value : point.setting) row.push_back(shortest(value));
        const std::vector<std::string> cells = text_row(power);
        row.insert(row.end(), cells.begin(), cells.end());
        shown.add(row);
        const std::vector<Cell> setting(point.setting.begin(), point.setting.end());
        add_row(table, setting, settings.test->name, power.measure, power.significant, power.pairs,
                power.power(), cells_of_placebos(power), settings.alpha, name_of(used),
                settings.test->is_random() ? whole(settings.trials) : Cell(),
                std::to_string(options.seed));
      }
    }
    report.text.add(
        fmt::format("{}Discriminative power beside {} with shuffled documents (seed {}): {}\n\n",
                    test == 0 ? "" : "\n", count_of(options.count, "placebo"), options.seed,
                    description(settings, used)),
        std::move(shown));
  }
  return report;
}

void add_placebo_lines(std::span<const PlaceboPoint> points, std::size_t test, LineChart& chart) {
  for (std::size_t m = 0; m < points[0].tested[test].powers.size(); ++m) {
    const PlaceboPower& first = points[0].tested[test].powers[m];
    if (first.placebos.empty()) continue;
    ChartLine& line = chart.lines.emplace_back(ChartLine{first.measure + ", placebo", {}});
    for (const PlaceboPoint& point : points) {
      const double mean = point.tested[test].powers[m].mean();
      line.points.emplace_back(point.setting.back(), mean);
      chart.y_min = std::min(chart.y_min, std::max(0.0, mean - 0.05));
      chart.y_max = std::max(chart.y_max, std::min(1.0, mean + 0.05));
    }
  }
}

AnalysisOption placebo_option() {
  return record_option("placebo", OptionKind::whole, "N",
                       "compare power with that of N hierarchies with shuffled documents", "20",
                       {1, max_placebos}, "20");
}

Analysis placebo_analysis() {
  Analysis analysis;
  analysis.name = "placebo";
  analysis.summary = "discriminative power, compared with that after shuffling documents";
  analysis.source = "documents of an intent in other places of its hierarchy";
  analysis.need = Need::runs;
  analysis.usage = "--qrels Q --hierarchy NAME=FILE... [NAME=]RUN...";
  const AnalysisOption measures_of_hierarchies = measures_option("");
  analysis.options = joined(joined({measures_of_hierarchies, standardise_option()},
                                   test_options(default_test, Correction::none)),
                            {placebo_option()});
  analysis.tables = {placebo_record()};
  analysis.needs_hierarchies = true;
  analysis.measures = measures_of_placebo;
  analysis.run = run_placebo;
  return analysis;
}

}  // namespace subintent::internal
