// The report of `compare preferences`.
#include <fmt/format.h>

#include <optional>

#include "report/analysis.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

std::string cell_of(const Agreement& agreement) {
  return agreement.judged() == 0 ? "-" : fraction(agreement.tau());
}

// A row a measure: the other measures, the participants, their average.
void add_measures(const PoolAgreement& pool, TextTable& text) {
  const auto& [name, judged, table] = pool;
  for (std::size_t i = 0; i < judged.measures.size(); ++i) {
    std::vector<std::string> row = {
        i == 0 ? fmt::format("{} ({})", printable(name), count_of(judged.pairs.size(), "pair"))
               : "",
        printable(judged.measures[i])};
    for (std::size_t j = 1; j < judged.measures.size(); ++j) {
      row.push_back(j <= i ? "-" : cell_of(table.measures[i][j]));
    }
    for (const Agreement& agreement : table.users[i]) row.push_back(cell_of(agreement));
    row.push_back(judged.pairs.empty() ? "-" : fraction(table.average[i]));
    text.add(row);
  }
}

void add_participants(const PoolAgreement& pool, TextTable& text) {
  const auto& [name, judged, table] = pool;
  for (std::size_t i = 0; i + 1 < judged.participants.size(); ++i) {
    std::vector<std::string> row = {i == 0 ? "Participants" : "",
                                    "user " + printable(judged.participants[i])};
    for (std::size_t j = 1; j < judged.measures.size(); ++j) row.emplace_back();
    for (std::size_t j = 0; j < judged.participants.size(); ++j) {
      row.push_back(j <= i ? "-" : cell_of(table.between_users[i][j]));
    }
    if (i == 0) row.push_back(fraction(table.average_between_users));
    text.add(row);
  }
}

std::vector<Cell> row_of(const PreferenceAgreement& agreement) {
  const auto& [pool, first, second, agreements, disagreements, tau] = agreement;
  const auto cell = [](std::optional<double> number) { return number ? Cell(*number) : Cell(); };
  return {pool, first, second, cell(agreements), cell(disagreements), cell(tau)};
}

std::string_view explanation(TiedPreference tied) {
  switch (tied) {
    case TiedPreference::half:
      return "= against < or > is half an agreement, half a disagreement";
    case TiedPreference::ignore:
      return "= against < or > does not count";
    case TiedPreference::disagree:
      break;
  }
  return "= against < or > disagrees";
}

}  // namespace

Report preference_report(std::span<const PoolAgreement> pools, TiedPreference tied) {
  const JudgedPairs& first = pools[0].judged;
  TextTable text(2);
  std::vector<std::string> header = {"Pool", "Measure"};
  for (std::size_t j = 1; j < first.measures.size(); ++j) {
    header.push_back(printable(first.measures[j]));
  }
  for (const std::string& name : first.participants) header.push_back("user " + printable(name));
  header.emplace_back("average");
  text.add(header);
  for (const PoolAgreement& pool : pools) add_measures(pool, text);
  add_participants(pools[0], text);
  Report report;
  report.text.add(std::move(text));
  report.text.add(
      fmt::format("\ntau = (agreements - disagreements) / judged pairs; {}\n", explanation(tied)));
  DataTable& table = report.tables.emplace_back(DataTable{
      "agreement", {"pool", "first", "second", "agreements", "disagreements", "tau"}, {}});
  for (const PreferenceAgreement& agreement : preference_agreements(pools)) {
    table.rows.push_back(row_of(agreement));
  }
  return report;
}

Analysis preferences_analysis() {
  Analysis analysis;
  analysis.name = "preferences";
  analysis.parameters = {"preferences", "ties"};
  analysis.compares_runs = false;
  analysis.run = [](const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                    const PairsDone&) {
    const auto pools = pool_agreements(options.pools, groups, options.tied);
    return AnalysisResult{preference_report(pools, options.tied), {}, {}};
  };
  return analysis;
}

}  // namespace subintent::internal
