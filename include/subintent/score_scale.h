// How the scores of a ranked list become probabilities.
#pragma once

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// Scores that are all the same are 1 each (sum: 1 / n). Of max and sum, negative scores count as 0.
enum class ScoreScale {
  minmax,  // (s - lowest) / (highest - lowest)
  max,     // s / highest
  sum,     // s / sum
  none     // as they are: from 0 to 1
};

}  // namespace subintent
