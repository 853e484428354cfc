// How alike a measure ranks runs on halves of the topics.
#include "compare/consistency.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "study/analyses/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const TableRecord& record() {
  using enum CellKind;
  static const TableRecord made = {
      "consistency",
      "a row per measure",
      {{"measure", text, "name"},
       {"mean_tau", number,
        "mean of Kendall's tau_b of the rankings by the two halves, over splits"},
       {"low", number, "of the interval of that mean"},
       {"high", number, "of the interval of that mean"},
       {"split_low", number, "a share 1 - alpha of the splits is between this"},
       {"split_high", number, "and this"},
       {"runs", whole, "that are ranked"},
       {"topics", whole, "that are split"},
       {"alpha", number, "intervals have confidence 1 - alpha"},
       {"trials", whole, "random splits"},
       {"seed", whole, "of the splits"}}};
  return made;
}

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values,
                   const ProgressCallback& progress) {
  const ConsistencySettings settings{*values.whole("trials"), *values.whole("seed"),
                                     *values.number("alpha")};
  const auto found = consistencies(inputs.groups, settings, progress);
  AnalysisResult made;
  DataTable& table = made.report.tables.emplace_back(table_of(record()));
  TextTable text;
  const std::string confidence = shortest(100 * (1 - settings.alpha)) + " %";
  text.add({"", "mean tau", "interval of the mean", confidence + " of splits"});
  const Cell seed =  // text where a cell cannot hold the number
      settings.seed <= INT64_MAX ? whole(settings.seed) : Cell(std::to_string(settings.seed));
  for (const MeasureConsistency& one : found) {
    table.rows.push_back({one.measure, one.mean_tau, one.low, one.high, one.split_low,
                          one.split_high, whole(one.runs), whole(one.topics), settings.alpha,
                          whole(settings.splits), seed});
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
  analysis.summary = "how consistently a measure ranks runs on random halves of the topics";
  analysis.source = "Sakai, ECIR 2021";
  analysis.usage = "SCORES...";
  analysis.options = {standardise_option(), alpha_option(), trials_option(), seed_option()};
  analysis.tables = {record()};
  analysis.resamples = true;
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
