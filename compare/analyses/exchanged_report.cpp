#include "compare/analyses/exchanged_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "compare/correction.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string exchanged_report_with_interval(const std::optional<double>& value,
                                           const std::optional<Interval>& interval) {
  if (!value) return "-";
  return interval ? fmt::format("{} [{}, {}]", fraction(*value), fraction(interval->low),
                                fraction(interval->high))
                  : fraction(*value);
}

std::string exchanged_report_with_interval(std::uint64_t count,
                                           const std::optional<Interval>& interval) {
  return interval ? fmt::format("{} [{}, {}]", count, interval->low, interval->high)
                  : std::to_string(count);
}

bool has_intervals(const std::vector<ExchangedMeasure>& measures) {
  return std::ranges::any_of(
      measures, [](const ExchangedMeasure& measure) { return measure.tau_b.has_value(); });
}

// Two cells, empty without an interval.
void add_limits(const std::optional<Interval>& interval, std::vector<Cell>& row) {
  row.insert(row.end(), 2, Cell());
  if (!interval) return;
  row[row.size() - 2] = interval->low;
  row.back() = interval->high;
}

void add_rankings(const std::vector<ExchangedMeasure>& measures, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(rankings_record()));
  const bool intervals = has_intervals(measures);
  if (!intervals) table.hidden = {"tau_b_low", "tau_b_high", "tau_ap_low", "tau_ap_high"};
  TextTable shown;
  shown.add({"measure", "τ_b", "τ_ap"});
  for (const ExchangedMeasure& measure : measures) {
    const MeasureCorrelation& c = measure.runs;
    table.rows.push_back({c.measure1, known(c.tau_b), known(c.tau_ap_1), known(c.tau_ap_2),
                          known(c.tau_ap_symmetric), whole(c.items)});
    for (const auto& interval : {measure.tau_b, measure.tau_ap}) {
      add_limits(interval, table.rows.back());
    }
    shown.add({printable(c.measure1), exchanged_report_with_interval(c.tau_b, measure.tau_b),
               exchanged_report_with_interval(c.tau_ap_symmetric, measure.tau_ap)});
  }
  report.text.add(
      fmt::format("\nRankings of {} by the same measure, on 1 and on 2: Kendall's τ_b and "
                  "symmetric τ_ap\n\n",
                  count_of(measures.at(0).runs.items, "run")));
  report.text.add(std::move(shown));
}

void add_pairs(const std::vector<ExchangedMeasure>& measures, std::span<const TestSettings> tests,
               Correction asked, Report& report) {
  DataTable table = table_of(pairs_record());
  const bool intervals = has_intervals(measures);
  if (!intervals) {
    for (const char* number : {"kept", "lost", "new", "reversed"}) {
      for (const char* limit : {"_low", "_high"}) {
        table.hidden.push_back(std::string(number) + limit);
      }
    }
  }
  for (std::size_t test = 0; test < tests.size(); ++test) {
    const TestSettings& settings = tests[test];
    const Correction correction = correction_for(*settings.test, asked);
    const std::string_view corrected = record_of(correction).label;
    TextTable shown;
    shown.add({"measure", "on 1", "on 2", "kept", "lost", "new", "reversed"});
    for (const ExchangedMeasure& measure : measures) {
      const MeasureOverlap& o = measure.pairs.at(test);
      const std::uint64_t on1 = o.only1 + o.both + o.conflicts,
                          on2 = o.only2 + o.both + o.conflicts;
      table.rows.push_back({std::string(settings.test->name), o.measure1, whole(on1), whole(on2),
                            whole(o.both), whole(o.only1), whole(o.only2), whole(o.conflicts)});
      for (Cell& cell : cells_of_test(settings, correction)) {
        table.rows.back().push_back(std::move(cell));
      }
      const OverlapIntervals i = intervals ? measure.pair_intervals.at(test) : OverlapIntervals();
      for (const auto& interval : {i.kept, i.lost, i.added, i.reversed}) {
        add_limits(interval, table.rows.back());
      }
      shown.add({printable(o.measure1), std::to_string(on1), std::to_string(on2),
                 exchanged_report_with_interval(o.both, i.kept),
                 exchanged_report_with_interval(o.only1, i.lost),
                 exchanged_report_with_interval(o.only2, i.added),
                 exchanged_report_with_interval(o.conflicts, i.reversed)});
    }
    report.text.add(fmt::format("\nSignificant pairs of runs: {}, alpha = {}{}{}\n\n",
                                description(settings), shortest(settings.alpha),
                                corrected.empty() ? "" : ", ", corrected));
    report.text.add(std::move(shown));
  }
  report.tables.push_back(std::move(table));
}

}  // namespace

const TableRecord& rankings_record() {
  using enum CellKind;
  static const TableRecord made = {
      "rankings",
      "rankings of runs by the same measure on the first and on the second: a row per measure",
      {{"measure", text, "name"},
       {"tau_b", number, "Kendall's; none where all runs have one mean"},
       {"tau_ap_1", number, "with the first ranking as the true one"},
       {"tau_ap_2", number, "with the second ranking as the true one"},
       {"tau_ap_symmetric", number, "the mean of these two"},
       {"runs", whole, "that are ranked"},
       {"tau_b_low", number, "of its interval over topics"},
       {"tau_b_high", number, "of its interval over topics"},
       {"tau_ap_low", number, "of the interval of the symmetric one"},
       {"tau_ap_high", number, "of the interval of the symmetric one"}}};
  return made;
}

const TableRecord& pairs_record() {
  using enum CellKind;
  static const TableRecord made = {
      "pairs",
      "significant pairs of runs on the first and on the second: a row per test and measure",
      {{"test", text, "name"},
       {"measure", text, "name"},
       {"significant1", whole, "on the first"},
       {"significant2", whole, "on the second"},
       {"kept", whole, "on both, with the same winner"},
       {"lost", whole, "on the first only"},
       {"new", whole, "on the second only"},
       {"reversed", whole, "on both, with another winner"},
       {"alpha", number, "the significance level"},
       {"correction", text, "of p-values for the number of pairs"},
       {"trials", whole, "of a random test"},
       {"seed", whole, "of a random test"},
       {"kept_low", number, "of its interval over topics"},
       {"kept_high", number, "of its interval"},
       {"lost_low", number, "of its interval"},
       {"lost_high", number, "of its interval"},
       {"new_low", number, "of its interval"},
       {"new_high", number, "of its interval"},
       {"reversed_low", number, "of its interval"},
       {"reversed_high", number, "of its interval"}}};
  return made;
}

void add_exchanged(const std::vector<ExchangedMeasure>& measures,
                   std::span<const TestSettings> tests, Correction correction, Report& report) {
  add_rankings(measures, report);
  add_pairs(measures, tests, correction, report);
}

}  // namespace subintent::internal
