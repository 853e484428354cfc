// Consistency of rankings: how alike two halves of the topics rank the runs [Sakai, On the
// instability of diminishing return IR measures, ECIR 2021].
#pragma once

#include <cstdint>
#include <vector>

#include "compare/score_matrix.h"
#include "subintent/progress.h"
#include "subintent/topic_set.h"

namespace subintent::internal {

struct ConsistencySettings {
  std::uint64_t splits = 1000;  // 1 to max_trials
  std::uint64_t seed = 1;
  double alpha = 0.05;  // between 0 and 1
};

// Of every measure. In each split the topics of a group are shuffled (RandomPurpose::halves); the
// first floor(n / 2) of them are one half, the next floor(n / 2) the other, so that with an odd
// number one topic is in neither. tau_b (0 where a half ranks no run above another) is that of the
// rankings of runs by their means over the halves; over several groups the mean, weighted by runs.
// The interval of the mean is that of mean_interval() over splits. split_low and split_high are the
// ends of the taus in ascending order without floor(alpha / 2 splits) at either end. Groups of one
// run or one topic do not count; throws Error where there is no other.
std::vector<MeasureConsistency> consistencies(const std::vector<ScoreGroup>& groups,
                                              const ConsistencySettings& settings,
                                              const ProgressCallback& progress = {});

}  // namespace subintent::internal
