// What the analyses of unjudged documents share.
#pragma once

#include <vector>

#include "study/analyses/analysis.h"
#include "study/bounds.h"

namespace subintent::internal {

// measures, down_to and judged.
std::vector<AnalysisOption> bounds_options();

// Bounds of scores by each measure.
std::vector<ScoreBounds> score_bounds(const AnalysisInputs& inputs, const AnalysisValues& values,
                                      const ProgressCallback& progress);

// A comparison of two runs by one measure.
struct BoundedComparison {
  std::size_t run1, run2;
  double difference;
  Range range;  // of the difference, whatever is judged

  // Whether one of the runs is better whatever is judged, or both are the same.
  bool is_decided() const {
    return run1_is_better() || run2_is_better() || range.low == range.high;
  }
  bool run1_is_better() const { return range.low > tolerance; }
  bool run2_is_better() const { return range.high < -tolerance; }

  static constexpr double tolerance = 1e-9;
};

std::vector<BoundedComparison> comparisons_of(const ScoreBounds& bounds, std::size_t runs);

}  // namespace subintent::internal
