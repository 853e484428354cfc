#include "report/exchanged_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "compare/correction.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

std::string with_interval(double value, const std::optional<Interval>& interval) {
  return interval ? fmt::format("{} [{}, {}]", fraction(value), fraction(interval->low),
                                fraction(interval->high))
                  : fraction(value);
}

void add_rankings(const std::vector<ExchangedMeasure>& measures, Report& report) {
  DataTable& table = report.tables.emplace_back(DataTable{
      "rankings", {"measure", "tau_b", "tau_ap_1", "tau_ap_2", "tau_ap_symmetric", "runs"}, {}});
  const bool intervals = std::ranges::any_of(
      measures, [](const ExchangedMeasure& measure) { return measure.tau_b.has_value(); });
  if (intervals) {
    table.columns.insert(table.columns.end(),
                         {"tau_b_low", "tau_b_high", "tau_ap_low", "tau_ap_high"});
  }
  TextTable shown;
  shown.add({"measure", "τ_b", "τ_ap"});
  for (const ExchangedMeasure& measure : measures) {
    const MeasureCorrelation& c = measure.runs;
    table.rows.push_back(
        {c.measure1, c.tau_b, c.tau_ap_1, c.tau_ap_2, c.tau_ap_symmetric, whole(c.items)});
    if (intervals) {
      for (const auto& interval : {measure.tau_b, measure.tau_ap}) {
        std::vector<Cell>& row = table.rows.back();
        row.insert(row.end(), 2, Cell());
        if (!interval) continue;
        row[row.size() - 2] = interval->low;
        row.back() = interval->high;
      }
    }
    shown.add({printable(c.measure1), with_interval(c.tau_b, measure.tau_b),
               with_interval(c.tau_ap_symmetric, measure.tau_ap)});
  }
  report.text.add(
      fmt::format("\nRankings of {} by the same measure, on 1 and on 2: Kendall's τ_b and "
                  "symmetric τ_ap\n\n",
                  count_of(measures.at(0).runs.items, "run")));
  report.text.add(std::move(shown));
}

void add_pairs(const std::vector<ExchangedMeasure>& measures, std::span<const TestSettings> tests,
               Correction asked, Report& report) {
  DataTable table{"pairs",
                  {"test", "measure", "significant1", "significant2", "kept", "lost", "new",
                   "reversed", "alpha", "correction", "trials", "seed"},
                  {}};
  for (std::size_t test = 0; test < tests.size(); ++test) {
    const TestSettings& settings = tests[test];
    const bool random = settings.test->is_random();
    const Correction correction = correction_for(*settings.test, asked);
    const std::string_view corrected = record_of(correction).label;
    TextTable shown;
    shown.add({"measure", "on 1", "on 2", "kept", "lost", "new", "reversed"});
    for (const ExchangedMeasure& measure : measures) {
      const MeasureOverlap& o = measure.pairs.at(test);
      const std::uint64_t on1 = o.only1 + o.both + o.conflicts,
                          on2 = o.only2 + o.both + o.conflicts;
      table.rows.push_back({std::string(settings.test->name), o.measure1, whole(on1), whole(on2),
                            whole(o.both), whole(o.only1), whole(o.only2), whole(o.conflicts),
                            settings.alpha, std::string(name_of(correction)),
                            random ? whole(settings.trials) : Cell(),
                            random ? Cell(std::to_string(settings.seed)) : Cell()});
      std::vector<std::string> cells = {printable(o.measure1)};
      for (const std::uint64_t count : {on1, on2, o.both, o.only1, o.only2, o.conflicts}) {
        cells.push_back(std::to_string(count));
      }
      shown.add(cells);
    }
    report.text.add(fmt::format("\nSignificant pairs of runs: {}, alpha = {}{}{}\n\n",
                                description(settings), shortest(settings.alpha),
                                corrected.empty() ? "" : ", ", corrected));
    report.text.add(std::move(shown));
  }
  report.tables.push_back(std::move(table));
}

}  // namespace

void add_exchanged(const std::vector<ExchangedMeasure>& measures,
                   std::span<const TestSettings> tests, Correction correction, Report& report) {
  add_rankings(measures, report);
  add_pairs(measures, tests, correction, report);
}

}  // namespace subintent::internal
