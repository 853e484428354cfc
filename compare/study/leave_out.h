// Judgments without what one run alone has contributed: would a new system be scored fairly by
// judgments to which it has not contributed? [Zobel 1998, section 5]
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/study/evaluation.h"
#include "subintent/basics.h"

namespace subintent::internal {

// A run scored by judgments to which it has not contributed [Zobel 1998].
struct LeftOutRun {
  std::string measure, run;
  std::uint32_t depth = 0;                    // of the pool
  std::uint64_t documents = 0, relevant = 0;  // judged ones that only this run has contributed
  double mean_with = 0, mean_without = 0;
  std::uint32_t rank_with = 0, rank_without = 0;  // among all runs, from 1
  // Correlates the rankings of all runs, with and without it; empty if all runs have the same mean.
  std::optional<double> tau_b;
};

// Leaves out the contribution of each run in turn: of the judged documents of a topic those among
// the first `depth` of this run and of no other. All runs are scored by what is left. By measure,
// then run. Throws the errors of Scorer, and Error for fewer than two runs.
std::vector<LeftOutRun> leave_out_runs(const EvaluationData& data, std::span<const Run> runs,
                                       const std::vector<Measure>& measures, std::uint32_t depth,
                                       const ProgressCallback& progress = {});

}  // namespace subintent::internal
