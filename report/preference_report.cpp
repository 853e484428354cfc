// The report of `compare preferences`.
#include <fmt/format.h>

#include "report/analysis.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

std::string cell_of(const Agreement& agreement) {
  return agreement.judged() == 0 ? "-" : fraction(agreement.tau());
}

std::vector<Cell> row_of(const std::string& pool, const std::string& first,
                         const std::string& second, const Agreement& agreement) {
  return {pool, first, second, agreement.agreements, agreement.disagreements, agreement.tau()};
}

// A row a measure: the other measures, the participants, their average.
void add_measures(const PreferencePool& pool, const AgreementTable& table, TextTable& text,
                  DataTable& rows) {
  const JudgedPairs& judged = pool.judged;
  for (std::size_t i = 0; i < judged.measures.size(); ++i) {
    std::vector<std::string> row = {
        i == 0 ? fmt::format("{} ({})", printable(pool.name), count_of(judged.pairs.size(), "pair"))
               : "",
        printable(judged.measures[i])};
    for (std::size_t j = 1; j < judged.measures.size(); ++j) {
      row.push_back(j <= i ? "-" : cell_of(table.measures[i][j]));
      if (j > i) {
        rows.rows.push_back(
            row_of(pool.name, judged.measures[i], judged.measures[j], table.measures[i][j]));
      }
    }
    for (std::size_t user = 0; user < judged.participants.size(); ++user) {
      const Agreement& agreement = table.users[i][user];
      row.push_back(cell_of(agreement));
      if (agreement.judged() == 0) continue;
      rows.rows.push_back(
          row_of(pool.name, judged.measures[i], "user " + judged.participants[user], agreement));
    }
    row.push_back(judged.pairs.empty() ? "-" : fraction(table.average[i]));
    rows.rows.push_back({pool.name, judged.measures[i], std::string("average of users"), Cell(),
                         Cell(), judged.pairs.empty() ? Cell() : Cell(table.average[i])});
    text.add(row);
  }
}

void add_participants(const PreferencePool& pool, const AgreementTable& table, TextTable& text,
                      DataTable& rows) {
  const JudgedPairs& judged = pool.judged;
  for (std::size_t i = 0; i + 1 < judged.participants.size(); ++i) {
    std::vector<std::string> row = {i == 0 ? "Participants" : "",
                                    "user " + printable(judged.participants[i])};
    for (std::size_t j = 1; j < judged.measures.size(); ++j) row.emplace_back();
    for (std::size_t j = 0; j < judged.participants.size(); ++j) {
      const Agreement& agreement = table.between_users[i][j];
      row.push_back(j <= i ? "-" : cell_of(agreement));
      if (j <= i || agreement.judged() == 0) continue;
      rows.rows.push_back(row_of(pool.name, "user " + judged.participants[i],
                                 "user " + judged.participants[j], agreement));
    }
    if (i == 0) row.push_back(fraction(table.average_between_users));
    text.add(row);
  }
  if (judged.participants.size() > 1) {
    rows.rows.push_back({pool.name, std::string("average of users"),
                         std::string("average of users"), Cell(), Cell(),
                         table.average_between_users});
  }
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

Report preference_report(std::span<const PreferencePool> pools, TiedPreference tied) {
  Report report;
  const JudgedPairs& first = pools[0].judged;
  DataTable rows{
      "agreement", {"pool", "first", "second", "agreements", "disagreements", "tau"}, {}};
  TextTable text(2);
  std::vector<std::string> header = {"Pool", "Measure"};
  for (std::size_t j = 1; j < first.measures.size(); ++j) {
    header.push_back(printable(first.measures[j]));
  }
  for (const std::string& name : first.participants) header.push_back("user " + printable(name));
  header.emplace_back("average");
  text.add(header);
  for (const PreferencePool& pool : pools) {
    add_measures(pool, agreement_table(pool.judged, tied), text, rows);
  }
  add_participants(pools[0], agreement_table(first, tied), text, rows);
  report.text = fmt::format("{}\ntau = (agreements - disagreements) / judged pairs; {}\n",
                            text.text(), explanation(tied));
  report.tables = {std::move(rows)};
  return report;
}

namespace {

Report preferences(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups) {
  JudgedPairs all;
  std::vector<PreferencePool> pools;
  for (const AnalysisOptions::Pool& pool : options.pools) {
    pools.push_back({pool.name, join_preferences(pool.preferences, groups, pool.file)});
    all = pools.size() == 1 ? pools[0].judged : joined(all, pools.back().judged);
  }
  // Every pool gets the participants of all.
  const JudgedPairs nobody{all.measures, all.participants, {}};
  for (PreferencePool& pool : pools) pool.judged = joined(pool.judged, nobody);
  if (pools.size() == 1) {
    pools[0].name = "all";
  } else {
    pools.insert(pools.begin(), {"all", all});
  }
  for (std::size_t i = 0; i < all.measures.size(); ++i) {
    for (std::size_t j = i + 1; j < all.measures.size(); ++j) {
      pools.push_back(
          {all.measures[i] + " and " + all.measures[j] + " disagree", disagreed(all, i, j)});
    }
  }
  return preference_report(pools, options.tied);
}

}  // namespace

Analysis preferences_analysis() {
  Analysis analysis;
  analysis.name = "preferences";
  analysis.parameters = {"preferences", "ties"};
  analysis.compares_runs = false;
  analysis.run = [](const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                    const PairsDone&) {
    return AnalysisResult{preferences(options, groups), {}, {}};
  };
  return analysis;
}

}  // namespace subintent::internal
