// Judgments without what one run alone has contributed: would a new system be scored fairly by
// judgments to which it has not contributed? [Zobel 1998, section 5]
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "study/evaluation.h"
#include "subintent/comparison.h"
#include "subintent/progress.h"

namespace subintent::internal {

// Leaves out the contribution of each run in turn: of the judged documents of a topic those among
// the first `depth` of this run and of no other. All runs are scored by what is left. By measure,
// then run. Throws the errors of Scorer, and Error for fewer than two runs.
std::vector<LeftOutRun> leave_out_runs(const EvaluationData& data, std::span<const Run> runs,
                                       const std::vector<Measure>& measures, std::uint32_t depth,
                                       const ProgressCallback& progress = {});

}  // namespace subintent::internal
