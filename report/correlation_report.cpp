// The report of `compare correlation`.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "compare/correlation.h"
#include "report/analysis.h"
#include "report/tested_pairs.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

// A ranking of runs or pairs in one group by each measure.
struct Rankings {
  std::vector<std::vector<std::uint32_t>> ranks;  // by measure; 0 is the best
  std::vector<std::uint32_t> tie_break;
};

Rankings rankings_of_runs(const ScoreGroup& group) {
  Rankings made;
  for (const ScoreMatrix& scores : group.measures) {
    std::vector<double> lower_is_better = scores.means();
    for (double& mean : lower_is_better) mean = -mean;
    made.ranks.push_back(dense_ranks(lower_is_better, 1e-12, 1e-12));
  }
  std::vector<std::uint32_t> order(group.runs.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return group.runs[a] < group.runs[b]; });
  made.tie_break.resize(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) made.tie_break[order[i]] = i;
  return made;
}

// Of all pairs of runs of all groups; ties of tau_ap go to the earlier pair.
Rankings rankings_of_pairs(const TestedMeasures& tested) {
  Rankings made;
  for (const DiscriminativePower& power : tested.powers) {
    made.ranks.push_back(dense_ranks(power.p, 1e-12, 0));
  }
  made.tie_break.resize(tested.powers.at(0).p.size());
  std::iota(made.tie_break.begin(), made.tie_break.end(), 0);
  return made;
}

// One set of rankings, or several whose correlations are averaged, weighted by their sizes.
void add_correlations(const std::string& of, const std::vector<std::string>& measures,
                      const std::vector<Rankings>& rankings, Report& report) {
  TextTable text;
  std::vector<std::string> header = {""};
  for (std::size_t j = 1; j < measures.size(); ++j) header.push_back(printable(measures[j]));
  text.add(header);
  for (std::size_t i = 0; i + 1 < measures.size(); ++i) {
    std::vector<std::string> row = {printable(measures[i])};
    for (std::size_t j = 1; j < measures.size(); ++j) {
      if (j <= i) {
        row.emplace_back("-");
        continue;
      }
      RankCorrelation mean;
      double size = 0;
      for (const Rankings& one : rankings) {
        const auto n = static_cast<double>(one.tie_break.size());
        const RankCorrelation found = correlation(one.ranks[i], one.ranks[j], one.tie_break);
        mean.tau_b += n * found.tau_b;
        mean.tau_ap_first += n * found.tau_ap_first;
        mean.tau_ap_second += n * found.tau_ap_second;
        mean.tau_ap_symmetric += n * found.tau_ap_symmetric;
        size += n;
      }
      report.tables[0].rows.push_back({of, measures[i], measures[j], mean.tau_b / size,
                                       mean.tau_ap_first / size, mean.tau_ap_second / size,
                                       mean.tau_ap_symmetric / size,
                                       static_cast<std::int64_t>(size)});
      row.push_back(fraction(mean.tau_b / size) + "/" + fraction(mean.tau_ap_symmetric / size));
    }
    text.add(row);
  }
  report.text += text.text();
}

}  // namespace

Report correlation_report(std::span<const ScoreGroup> groups,
                          std::span<const TestedMeasures> tested, bool of_runs) {
  Report report;
  report.tables.push_back(
      {"correlations",
       {"of", "measure1", "measure2", "tau_b", "tau_ap_1", "tau_ap_2", "tau_ap_symmetric", "items"},
       {}});
  std::vector<std::string> measures;
  for (const ScoreMatrix& scores : groups[0].measures) measures.push_back(scores.measure);
  if (of_runs) {
    std::vector<Rankings> rankings;
    std::size_t runs = 0;
    for (const ScoreGroup& group : groups) {
      rankings.push_back(rankings_of_runs(group));
      runs += group.runs.size();
    }
    report.text +=
        fmt::format("Rankings of {}: tau_b / symmetric tau_ap\n\n", count_of(runs, "run"));
    add_correlations("runs", measures, rankings, report);
  }
  for (const TestedMeasures& one : tested) {
    if (!report.text.empty()) report.text += '\n';
    report.text +=
        fmt::format("Order of {} of runs by p-value, {}: tau_b / symmetric tau_ap\n\n",
                    count_of(one.powers.at(0).p.size(), "pair"), description(one.settings));
    add_correlations("p-values " + std::string(one.settings.test->name), measures,
                     {rankings_of_pairs(one)}, report);
  }
  return report;
}

namespace {

AnalysisResult correlations(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                            const PairsDone& progress) {
  AnalysisResult made;
  if (groups.at(0).measures.size() < 2) {
    throw Error(Location{}, "there is only one measure", "give scores by another one");
  }
  std::vector<ScoreGroup> rankings;
  for (const ScoreGroup* group : comparable(groups)) rankings.push_back(*group);
  if (options.of_pairs) made.tested = test_powers(options, groups, false, progress);
  made.report = correlation_report(rankings, made.tested, options.of_runs);
  return made;
}

}  // namespace

Analysis correlation_analysis() {
  Analysis analysis;
  analysis.name = "correlation";
  analysis.parameters = {"of"};
  analysis.tests_significance = [](const AnalysisOptions& options) { return options.of_pairs; };
  analysis.run = correlations;
  return analysis;
}

}  // namespace subintent::internal
