// Choosing a parameter on other topics than those it is used for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compare/score_matrix.h"

namespace subintent::internal {

struct CrossValidation {
  std::vector<std::size_t> chosen;  // by topic: the parameter that was best on the other folds
  std::vector<std::size_t> folds;   // by topic: its fold, from 0
  std::size_t best = 0;             // the parameter that is best on all topics
};

// `scores` has a column for each value of the parameter, in the place of runs. Topics are shuffled
// as RandomPurpose::folds says, and topic k of that order is in fold k mod `folds`. The best mean
// counts; of equal ones, that of the first parameter. Throws Error for fewer topics than folds, or
// fewer than two folds.
CrossValidation cross_validated(const ScoreMatrix& scores, std::size_t folds, std::uint64_t seed);

}  // namespace subintent::internal
