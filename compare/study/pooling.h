// The effect of the depth of the pools of judgments on scores [Webber Figs. 3 and 4].
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/study/evaluation.h"
#include "subintent/basics.h"

namespace subintent::internal {

struct PoolingOptions {
  std::vector<std::string> measures;               // names without cutoff
  std::vector<std::uint32_t> pool_depths, depths;  // of the pools, of the evaluation
  // The part of the weight of ranks, by RBP and other measures with a parameter p, that lies below
  // the depth of evaluation; p follows from it [Webber eq. 7]: p = residual ^ (1 / depth). 0: p as
  // usual.
  std::optional<double> rbp_residual;
  MeasureContext context;  // what the measures can refer to
};

// The measures at a depth of evaluation, "AP@10" for "AP". Throws the errors of parse_measures(),
// and Error::argument ("rbp_residual") where there is a residual, but no measure that takes p.
std::vector<Measure> measures_at(const PoolingOptions& options, std::uint32_t depth);

struct PoolingSetting {
  std::uint32_t pool_depth = 0, depth = 0;
};

// All settings, by the depth of the pool, then that of the evaluation. Beside the pools asked for
// there are those as deep as the evaluation: full assessment.
std::vector<PoolingSetting> pooling_settings(const PoolingOptions& options);

// Calls use() for every setting, in order, with the scores of `runs` by judgments cut down to the
// documents that pools of `pooled` would have held: the first ones of every run, for each topic.
void score_pools(const EvaluationData& data, std::span<const Run> runs, std::span<const Run> pooled,
                 const PoolingOptions& options,
                 const std::function<void(const PoolingSetting&, ScoreGroup)>& use,
                 const ProgressCallback& progress = {});

}  // namespace subintent::internal
