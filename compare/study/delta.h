// The effect of the cutoff of pruning, delta, on scores by hierarchies [Dou19 Fig. 8].
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/dendrogram.h"
#include "compare/study/evaluation.h"
#include "compare/study/placebo.h"
#include "hierarchy/build.h"
#include "subintent/basics.h"

namespace subintent::internal {

// The hierarchies that are made at each delta, by the names that [Dou19 Fig. 8] gives its curves:
// WI, WD, WIRaw, SUP+WI, SUP+WD. Measures refer to them, and behind them to those of the
// evaluation.
std::vector<std::string> delta_hierarchies();

// Puts them before those of the context. Throws Error::argument where that has one of their names.
void add_delta_hierarchies(MeasureContext& context);

// The first name that is reserved for hierarchies made of dendrograms, if any.
std::optional<std::string> find_reserved_name(std::span<const std::string> names);

// Is a hierarchy that superintents are needed for among those of the measures?
bool need_superintents(std::span<const Measure> measures);

struct DeltaOptions {
  std::vector<double> deltas;
  std::vector<Measure> measures;
  std::map<std::string, Superintents, LabelLess> superintents;  // of SUP+WI and SUP+WD
  HierarchySources sources;                                     // for messages
  PlaceboOptions placebo;
};

// Throws Error::argument where superintents are needed and there are none.
void require_superintents(const DeltaOptions& options);

// Calls use() for every delta, in order, with the scores of the runs, and behind each
// use_placebo() with the scores of every placebo (compare/study/placebo.h). Throws the errors of
// build_hierarchies().
void score_deltas(const EvaluationData& data, std::span<const Run> runs,
                  std::span<const Dendrogram> dendrograms, const DeltaOptions& options,
                  const std::function<void(double delta, ScoreGroup)>& use,
                  const ProgressCallback& progress = {},
                  const std::function<void(ScoreGroup)>& use_placebo = {});

}  // namespace subintent::internal
