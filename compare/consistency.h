// Consistency of rankings: how alike two halves of the topics rank the runs [Sakai, On the
// instability of diminishing return IR measures, ECIR 2021].
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compare/score_matrix.h"
#include "subintent/basics.h"

namespace subintent::internal {

// How alike halves of the topics rank the runs: how far the ranking that a measure makes depends on
// the choice of topics.
struct MeasureConsistency {
  std::string measure;
  std::uint64_t runs = 0, topics = 0;
  double mean_tau = 0;       // of all splits: Kendall's tau_b of the rankings by the two halves
  double low = 0, high = 0;  // of that mean, confidence 1 - alpha; infinite for one split
  double split_low = 0, split_high = 0;  // between which 1 - alpha of the splits are
};

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
