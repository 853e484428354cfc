// Scores each run without the judgments that it alone has contributed.
#include "compare/study/judgment_sets.h"

#include <fmt/format.h>

#include "compare/analyses/analysis.h"

namespace subintent::internal {
namespace {

TableRecord leave_out_record() {
  using enum CellKind;
  return {"left_out",
          "a row per depth of the pool, measure and run",
          {{"pool_depth", whole, "of each run, for each topic"},
           {"measure", text, "name"},
           {"run", text, "name"},
           {"documents", whole, "judged ones that only this run has contributed"},
           {"relevant", whole, "of these"},
           {"mean_with", number, "by all judgments"},
           {"mean_without", number, "by the judgments without these documents"},
           {"change", number, "mean_without - mean_with"},
           {"rank_with", whole, "among all runs, from 1"},
           {"rank_without", whole, "among all runs, from 1"},
           {"tau_b", number, "of the rankings of all runs; none where they have one mean"}}};
}

Report report_of_leave_out(std::span<const LeftOutRun> found) {
  Report report;
  DataTable& table = report.tables.emplace_back(table_of(leave_out_record()));
  TextTable shown(2);
  shown.add({"measure", "run", "pool depth", "documents", "relevant", "with", "without", "change",
             "rank", "without", "τ_b"});
  for (const LeftOutRun& one : found) {
    const double change = one.mean_without - one.mean_with;
    add_row(table, std::int64_t{one.depth}, one.measure, one.run, one.documents, one.relevant,
            one.mean_with, one.mean_without, change, one.rank_with, one.rank_without, one.tau_b);
    shown.add({printable(one.measure), printable(one.run), std::to_string(one.depth),
               std::to_string(one.documents), std::to_string(one.relevant), decimals(one.mean_with),
               decimals(one.mean_without), signed_decimals(change), std::to_string(one.rank_with),
               std::to_string(one.rank_without), fraction_or_dash(one.tau_b)});
  }
  report.text.add(
      "Each run by judgments without the documents that it alone has contributed to the pool: "
      "judged\ndocuments left out, and relevant ones among them; its mean and rank with them and "
      "without;\nKendall's τ_b of the rankings of all runs\n\n",
      std::move(shown));
  return report;
}

AnalysisResult run_leave_out(AnalysisInputs& inputs, const AnalysisValues& values,
                             const ProgressCallback& progress) {
  AnalysisResult result;
  result.remarks = checked_runs(inputs);
  std::vector<LeftOutRun> found;
  for (const std::uint32_t depth : values.wholes("pool_depths")) {
    const auto more = leave_out_runs(inputs.data, inputs.runs, inputs.measures, depth, progress);
    found.insert(found.end(), more.begin(), more.end());
  }
  result.report = report_of_leave_out(found);
  return result;
}

}  // namespace

Analysis leave_out_analysis() {
  Analysis analysis;
  analysis.name = "leave-out";
  analysis.summary = "what changes without the judgments that each run alone has contributed";
  analysis.source = "Zobel 1998, section 5";
  analysis.need = Need::left_out;
  analysis.usage = "QRELS [NAME=]RUN...";
  const AnalysisOption depths = record_option("pool_depths", OptionKind::wholes, "D,...",
                                              "depths of the pools", "100", {1, 1'000'000});
  analysis.options = {measures_option("nDCG@20,alpha-nDCG@20,D#-nDCG@20"), depths};
  analysis.tables = {leave_out_record()};
  analysis.measures = given_measures;
  analysis.run = run_leave_out;
  return analysis;
}

}  // namespace subintent::internal
