// The report of `compare consistency`.
#include "compare/consistency.h"

#include <fmt/format.h>

#include <string>

#include "base/strings.h"
#include "render/analysis.h"

namespace subintent::internal {
namespace {

AnalysisResult consistency(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                           const PairsDone&) {
  ConsistencySettings settings;
  settings.splits = options.trials.value_or(settings.splits);
  settings.seed = options.seed;
  settings.alpha = options.alpha;
  const auto found = consistencies(groups, settings);
  AnalysisResult made;
  DataTable& table = made.report.tables.emplace_back(
      DataTable{"consistency",
                {"measure", "mean_tau", "low", "high", "split_low", "split_high", "runs", "topics",
                 "alpha", "trials", "seed"},
                {}});
  TextTable text;
  const std::string confidence = shortest(100 * (1 - settings.alpha)) + " %";
  text.add({"", "mean tau", "interval of the mean", confidence + " of splits"});
  for (const MeasureConsistency& one : found) {
    table.rows.push_back({one.measure, one.mean_tau, one.low, one.high, one.split_low,
                          one.split_high, whole(one.runs), whole(one.topics), settings.alpha,
                          whole(settings.splits), whole(settings.seed)});
    text.add({printable(one.measure), fraction(one.mean_tau),
              fraction(one.low) + " to " + fraction(one.high),
              fraction(one.split_low) + " to " + fraction(one.split_high)});
  }
  made.report.text.add(
      fmt::format("Kendall's tau_b of the rankings of {} by two halves of {}\n({}, seed {})\n\n",
                  count_of(found[0].runs, "run"), count_of(found[0].topics, "topic"),
                  count_of(settings.splits, "random split"), settings.seed));
  made.report.text.add(std::move(text));
  return made;
}

}  // namespace

Analysis consistency_analysis() {
  Analysis analysis;
  analysis.name = "consistency";
  analysis.summary = "how alike a measure ranks runs on halves of the topics";
  analysis.parameters = {"alpha", "trials", "seed"};
  analysis.resamples = true;
  analysis.run = consistency;
  return analysis;
}

}  // namespace subintent::internal
