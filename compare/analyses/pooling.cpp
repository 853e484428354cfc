// An analysis of scores at every depth of pools and of evaluation.
#include "compare/study/judgment_sets.h"

#include "compare/analyses/analysis.h"

namespace subintent::internal {
namespace {

PoolingOptions options_of(const AnalysisValues& values, MeasureContext context) {
  PoolingOptions options;
  options.measures = values.texts("measures");
  for (const std::string& name : options.measures) {
    if (name.find('@') == std::string::npos) continue;
    throw Error::argument(
        "measures", "measures: " + printable(name) + " has a cutoff, but cutoffs are given apart",
        "leave out @ and the number after it; `depths` gives them");
  }
  options.pool_depths = values.wholes("pool_depths");
  options.depths = values.wholes("depths");
  options.rbp_residual = values.number("rbp_residual");
  options.context = std::move(context);
  return options;
}

// At the deepest evaluation; those of the others differ in their cutoffs alone.
std::vector<Measure> measures_of_pooling(const AnalysisValues& values, MeasureContext context) {
  const PoolingOptions options = options_of(values, std::move(context));
  for (const std::uint32_t depth : options.depths) measures_at(options, depth);  // or an error
  return measures_at(options, std::ranges::max(options.depths));
}

AnalysisResult run_pooling(AnalysisInputs& inputs, const AnalysisValues& values,
                           const ProgressCallback& progress) {
  const PoolingOptions options = options_of(values, inputs.context);
  Remarks remarks = checked_runs(inputs);
  Series series{{"pool_depth", "depth"}, options.measures, {}};
  const auto add = [&](const PoolingSetting& setting, ScoreGroup scores) {
    const std::vector<double> numbers = {static_cast<double>(setting.pool_depth),
                                         static_cast<double>(setting.depth)};
    add_point(series, numbers, *inputs.each, values, std::move(scores));
  };
  score_pools(inputs.data, inputs.runs, inputs.pooled.empty() ? inputs.runs : inputs.pooled,
              options, add, progress);
  return joined(std::move(remarks), series_result(series, inputs.draws));
}

}  // namespace

Analysis pooling_analysis() {
  Analysis analysis;
  analysis.name = "pooling";
  analysis.summary =
      "an analysis of scores, with judgments of shallower pools (default: discriminative-power)";
  analysis.source = "Webber, Moffat and Zobel, EVIA 2010, Figs. 3 and 4";
  analysis.need = Need::runs;
  analysis.usage = "[ANALYSIS] --qrels Q [NAME=]RUN...";
  const AnalysisOption pool_depths =
      record_option("pool_depths", OptionKind::wholes, "D,...", "depths of the pools",
                    "5,10,20,50,100", {1, 1'000'000});
  const AnalysisOption depths =
      record_option("depths", OptionKind::wholes, "K,...", "depths of evaluation",
                    "5,10,20,50,100,200,500,1000", {1, 1'000'000});
  const AnalysisOption residual = record_option(
      "rbp_residual", OptionKind::number, "R",
      "choose p of RBP and of all measures that have a p so that a share R of the weight of ranks "
      "lies below the depth of evaluation",
      "", {0, 1, false, true}, "0.05");
  analysis.options = {measures_option("AP,aAP,enDCG,nDCG"), pool_depths, depths, residual};
  analysis.settings = {{"pool_depth", CellKind::whole, "of each run, for each topic"},
                       {"depth", CellKind::whole, "of evaluation"}};
  analysis.draws = true;
  analysis.makes_series = true;
  analysis.measures = measures_of_pooling;
  analysis.run = run_pooling;
  return analysis;
}

}  // namespace subintent::internal
