#include "render/placebo_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"

namespace subintent::internal {
namespace {

std::string percent(double value) {
  return fmt::format("{:.1f}%", 100 * value);
}

std::vector<DiscriminativePower> powers_of(const ScoreGroup& scores, const TestSettings& settings,
                                           const AnalysisOptions& options) {
  return discriminative_powers({scores}, settings, options.correction);
}

std::vector<std::string> text_row(const PlaceboPower& power) {
  std::vector<std::string> row = {printable(power.measure), std::to_string(power.significant),
                                  std::to_string(power.pairs), percent(power.power())};
  if (power.placebos.empty()) {
    row.insert(row.end(), 4, "-");
  } else {
    for (const double value : {power.mean(), power.lowest(), power.highest()}) {
      row.push_back(percent(value));
    }
    row.push_back(power.p() < 0.001 ? "<.001" : fraction(power.p()));
  }
  return row;
}

std::vector<Cell> data_row(const PlaceboPower& power, const TestSettings& settings,
                           Correction correction, const PlaceboOptions& options) {
  std::vector<Cell> row = {std::string(settings.test->name), power.measure,
                           whole(power.significant), whole(power.pairs), power.power()};
  if (power.placebos.empty()) {
    row.insert(row.end(), 6, Cell());
  } else {
    row.insert(row.end(), {whole(power.placebos.size()), power.mean(), power.lowest(),
                           power.highest(), whole(power.as_high()), power.p()});
  }
  row.insert(row.end(), {settings.alpha, std::string(name_of(correction)),
                         settings.test->is_random() ? whole(settings.trials) : Cell(),
                         std::to_string(options.seed)});
  return row;
}

}  // namespace

PlaceboPoint placebo_point(std::vector<double> setting, const AnalysisOptions& options,
                           const ScoreGroup& scores) {
  PlaceboPoint point{std::move(setting), {}};
  for (const SignificanceTest* const test : options.tests) {
    auto& tested = point.tested.emplace_back();
    tested.settings = settings_of(options, *test, false);
    const auto powers = powers_of(scores, tested.settings, options);
    for (std::size_t m = 0; m < powers.size(); ++m) {
      tested.powers.push_back(
          {scores.measures[m].measure, powers[m].significant, powers[m].p.size(), {}});
    }
  }
  return point;
}

void add_placebo(PlaceboPoint& point, const AnalysisOptions& options, const ScoreGroup& scores) {
  for (PlaceboPoint::Tested& tested : point.tested) {
    const auto powers = powers_of(scores, tested.settings, options);
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
  DataTable& table =
      report.tables.emplace_back(DataTable{"placebo", {columns.begin(), columns.end()}, {}});
  for (const char* column : {"test", "measure", "significant", "pairs", "power", "placebos",
                             "placebo_power", "placebo_lowest", "placebo_highest", "as_high", "p",
                             "alpha", "correction", "trials", "seed"}) {
    table.columns.emplace_back(column);
  }
  for (std::size_t test = 0; test < points[0].tested.size(); ++test) {
    const TestSettings& settings = points[0].tested[test].settings;
    const Correction used = correction_for(*settings.test, correction);
    const std::string_view corrected = record_of(used).label;
    TextTable shown(columns.size() + 1);
    std::vector<std::string> header(columns.begin(), columns.end());
    for (const char* column :
         {"measure", "significant", "pairs", "power", "placebo", "lowest", "highest", "p"}) {
      header.emplace_back(column);
    }
    shown.add(header);
    for (const PlaceboPoint& point : points) {
      for (const PlaceboPower& power : point.tested[test].powers) {
        std::vector<std::string> row;
        for (const double value : point.setting) row.push_back(shortest(value));
        const std::vector<std::string> cells = text_row(power);
        row.insert(row.end(), cells.begin(), cells.end());
        shown.add(row);
        auto& data = table.rows.emplace_back(point.setting.begin(), point.setting.end());
        const std::vector<Cell> more = data_row(power, settings, used, options);
        data.insert(data.end(), more.begin(), more.end());
      }
    }
    report.text.add(fmt::format(
        "{}Discriminative power beside {} with shuffled documents (seed {}): {}, alpha = "
        "{}{}{}\n\n",
        test == 0 ? "" : "\n", count_of(options.count, "placebo"), options.seed,
        description(settings), shortest(settings.alpha), corrected.empty() ? "" : ", ", corrected));
    report.text.add(std::move(shown));
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

}  // namespace subintent::internal
