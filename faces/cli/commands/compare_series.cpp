// subintent compare pooling, delta and placebo: runs are scored here, for every depth or delta, or
// with shuffled hierarchies.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/progress.h"
#include "cluster/dendrogram.h"
#include "faces/cli/commands/compare.h"
#include "faces/cli/options/judgments.h"
#include "io/input_file.h"
#include "study/delta.h"
#include "study/pooling.h"

namespace subintent::internal::compare_command {
namespace {

// Judgments and runs, which all settings share.
struct Inputs {
  EvaluationData data;
  std::vector<Run> runs;
};

Inputs read_inputs(const Plan& plan, std::span<const Measure> measures, const CommandLine& line) {
  const EvaluationSetup& setup = plan.evaluation;
  Remarks remarks;
  Inputs inputs{read_evaluation(setup.inputs, measures, remarks),
                read_runs(plan.runs, setup.order, setup.on_duplicate)};
  say(remarks, line);
  return inputs;
}

// The same, and what there is to say of the runs, where each setting scores them in its own way.
Inputs read_checked_inputs(const Plan& plan, std::span<const Measure> measures,
                           const CommandLine& line) {
  Inputs inputs = read_inputs(plan, measures, line);
  Remarks remarks;
  check_runs(inputs.data, measures, inputs.runs, remarks);
  say(remarks, line);
  return inputs;
}

PoolingOptions pooling_options(const Options& o, const Plan& plan, const CommandLine& line) {
  PoolingOptions options;
  options.measures = measure_names(o.measures.value_or("AP,aAP,enDCG,nDCG"));
  for (const std::string& name : options.measures) {
    if (name.find('@') == std::string::npos) continue;
    throw Error::usage(
        "--measures: " + printable(name) + " has a cutoff, but --depths gives the cutoffs",
        "leave out @ and the number after it");
  }
  options.pool_depths = plan.pool_depths;
  options.depths = plan.depths;
  if (is_given(line, "rbp-residual")) options.rbp_residual = o.rbp_residual;
  options.context = plan.evaluation.measure_context();
  for (const std::uint32_t depth : options.depths) measures_at(options, depth);  // or an error
  return options;
}

// The hierarchies that a delta makes, and behind them those that were given.
MeasureContext delta_context(const EvaluationSetup& setup) {
  MeasureContext context = setup.measure_context();
  const std::vector<std::string> made = delta_hierarchies();
  if (const auto name = first_of_deltas(context.hierarchies)) {
    throw Error::usage(
        fmt::format("--hierarchy: {} is the name of a hierarchy that --deltas makes", *name),
        "choose another name");
  }
  context.hierarchies.insert(context.hierarchies.begin(), made.begin(), made.end());
  return context;
}

}  // namespace

Series pooling_series(const Options& o, const Plan& plan, const CommandLine& line) {
  const PoolingOptions options = pooling_options(o, plan, line);
  const auto [data, runs] =
      read_checked_inputs(plan, measures_at(options, options.depths.back()), line);
  const std::vector<Run> pooled =
      read_runs(plan.pooled_runs, plan.evaluation.order, plan.evaluation.on_duplicate);
  Series series{{"pool_depth", "depth"}, options.measures, {}};
  ProgressLine progress(line.shows_progress());
  const auto add = [&](const PoolingSetting& setting, ScoreGroup scores) {
    if (o.standardise) standardise(scores);
    add_point(series, {static_cast<double>(setting.pool_depth), static_cast<double>(setting.depth)},
              plan.analysis, scores);
  };
  score_pools(data, runs, pooled.empty() ? runs : pooled, options, add, progress.callback());
  return series;
}

Series delta_series(const Options& o, const Plan& plan, const CommandLine& line,
                    std::vector<PlaceboPoint>& placebos) {
  DeltaOptions options;
  options.deltas = plan.deltas;
  options.measures = parse_measures(o.measures.value_or("HD#-nDCG_WI@20,HD#-nDCG_WD@20"),
                                    delta_context(plan.evaluation));
  options.placebo = plan.placebo;
  if (plan.placebo.count > 0) require_hierarchies(options.measures);
  if (!o.superintents && need_superintents(options.measures)) {
    throw Error::usage("--superintents is missing; SUP+WI and SUP+WD need it");
  }
  options.sources.qrels = display_names(o.evaluation.judgments.qrels);
  options.sources.dendrograms = display_name(*o.dendrograms);
  const auto [data, runs] = read_checked_inputs(plan, options.measures, line);
  const std::vector<Dendrogram> dendrograms = read_dendrograms(*o.dendrograms);
  if (o.superintents) {
    options.sources.superintents = display_name(*o.superintents);
    options.superintents = read_superintents(*o.superintents);
  }
  Series series{{"delta"}, {}, {}};
  for (const Measure& measure : options.measures) series.measures.push_back(measure.name);
  ProgressLine progress(line.shows_progress());
  const auto add = [&](double delta, ScoreGroup scores) {
    if (o.standardise) standardise(scores);
    add_point(series, {delta}, plan.analysis, scores);
    if (plan.placebo.count > 0) placebos.push_back(placebo_point({delta}, plan.analysis, scores));
  };
  const auto add_one = [&](ScoreGroup scores) {
    if (o.standardise) standardise(scores);
    add_placebo(placebos.back(), plan.analysis, scores);
  };
  score_deltas(data, runs, dendrograms, options, add, progress.callback(), add_one);
  return series;
}

Report placebo_study(const Options& o, const Plan& plan, const CommandLine& line) {
  const MeasureContext context = plan.evaluation.measure_context();
  const std::vector<Measure> measures =
      o.measures ? parse_measures(*o.measures, context)
                 : parse_measures(placebo_measures(context.hierarchies), context);
  require_hierarchies(measures);
  const auto [data, runs] = read_inputs(plan, measures, line);
  const auto standardised = [&](ScoreGroup scores) {
    if (o.standardise) standardise(scores);
    return scores;
  };
  ProgressLine progress(line.shows_progress());
  ProgressMeter meter(progress.callback(), "comparing", "hierarchies", 1 + plan.placebo.count);
  Remarks remarks;
  const ScoreGroup scores = standardised(score_runs(runs, data.scorer(measures), remarks));
  say(remarks, line);
  PlaceboPoint point = placebo_point({}, plan.analysis, scores);
  meter.advance();
  const auto add = [&](ScoreGroup placebo) {
    add_placebo(point, plan.analysis, standardised(std::move(placebo)));
  };
  score_placebos(data, runs, data.hierarchies, measures, plan.placebo, add, meter);
  for (const PlaceboPoint::Tested& tested : point.tested) {
    line.warn(trial_warnings({scores}, {{}, plan.analysis.correction}, tested.settings));
  }
  return placebo_report({&point, 1}, {}, plan.analysis.correction, plan.placebo);
}

}  // namespace subintent::internal::compare_command
