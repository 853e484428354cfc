// Runs scored on two files of hierarchies, one in the place of the other.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "compare/study/evaluation.h"

namespace subintent::internal {

// Measures of hierarchies that they do not name, each to be made on the one, then on the other.
// Throws Error::argument, "measures", for others.
std::vector<Measure> exchange_measures(std::span<const std::string> names, MeasureContext context);

// The scores of runs by such measures on the first and on the second hierarchies of the data, and
// what there is to say of the runs.
std::array<ScoreGroup, 2> score_on_both(const EvaluationData& data, std::span<const Run> runs,
                                        const std::vector<Measure>& measures, Remarks& remarks);

}  // namespace subintent::internal
