// Choosing a parameter on other topics than those it is used for.
#pragma once

#include "compare/score_matrix.h"
#include "subintent/program.h"

namespace subintent::internal {

struct CrossValidation {
  std::vector<std::size_t> chosen;  // by topic: the parameter that was best on the other folds
  std::vector<std::vector<std::size_t>> tied;  // by fold: all that were, in ascending order
  std::vector<std::size_t> folds;              // by topic: its fold, from 0
  std::size_t best = 0;                        // the parameter that is best on all topics
};

// `scores` has a column for each value of the parameter, in the place of runs. Topics are shuffled
// as RandomPurpose::folds says, and topic k of that order is in fold k mod `folds`. The best mean
// counts; of equal ones, that of the first parameter. `split` is the trial of the shuffle. Throws
// Error for fewer topics than folds, or fewer than two folds.
CrossValidation cross_validated(const ScoreMatrix& scores, std::size_t folds, std::uint64_t seed,
                                std::uint32_t split = 0);

// The run with the best mean of several, and what it can be expected to score on other topics. Its
// own mean is too high for that: it was chosen for it.
struct Selection {
  std::size_t best = 0;  // of equal ones, the first by name
  double mean = 0;       // of its scores
  // The mean over topics and splits of the score of the run that was best on the other folds, of
  // equal ones the mean. As runs are chosen by fewer topics, it is, if anything, a little too low.
  double estimate = 0;
  double low = 0, high = 0;    // estimate -+ t s / sqrt(n), s² the mean variance of chosen runs
  std::vector<double> chosen;  // by run: the share of topics and splits where it was the best
};

struct SelectionSettings {
  std::size_t folds = 5;
  std::uint64_t splits = 100, seed = 1;
  double alpha = 0.05;
};

// Names are those of the runs; without them, the first of equal runs is the best. Nothing else
// depends on the order of the runs. Throws as cross_validated().
Selection selected(const ScoreMatrix& scores, std::span<const std::string> names,
                   const SelectionSettings& settings);

}  // namespace subintent::internal
