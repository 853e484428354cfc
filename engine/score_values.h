// The values of public scores from those of a run that was scored, and back.
#pragma once

#include "evaluate/scorer.h"
#include "subintent/evaluate.h"

namespace subintent::internal {

// Sets the values, NaN where a measure does not apply to a topic, and what applies.
void set_values(const RunScores& run, Scores& scores);

// The measures that apply to a topic; null if all apply to all topics.
Applicability applicability_of(const Scores& scores);

}  // namespace subintent::internal
