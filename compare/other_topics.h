// Means of what people judged for few topics and a model for many, with intervals that hold
// whatever the model is worth: prediction-powered inference [Angelopoulos, Bates, Fannjiang, Jordan
// and Zrnic 2023], tuned [Angelopoulos, Duchi and Zrnic 2023, "PPI++", section 6].
#pragma once

#include "compare/score_matrix.h"
#include "subintent/program.h"

namespace subintent::internal {

// y are the scores of topics that people judged, f those of the same topics by the model, g those
// of the topics that the model alone judged; n and N are how many topics there are of each kind.
struct PoweredMean {
  // mean(g) lambda + mean(y - lambda f): an estimate of the mean of y over topics like these.
  double mean = 0;
  double error = 0;  // its standard error; infinite for n < 2
  // How far the model is relied on, 0 to 1: the mean of the lambdas of the topics.
  double lambda = 0;
  double degrees = 0;  // n - 1, of its t distribution
  // The components of the error, for planning: the standard deviations of y - lambda f, of y, and
  // of all scores by the model.
  double rest = 0, human = 0, model = 0;
  std::size_t human_topics = 0, model_topics = 0;  // n, N

  // The two-sided p-value of a mean of 0, and half of the interval of confidence 1 - alpha.
  double p() const;
  double half_width(double alpha) const;
};

// Each topic i has the lambda of least variance of the other topics,
//   lambda_i = cov(y, f) / ((1 + n / N) var(f, g)),
// held to 0 to 1, so that no topic has a part in its own and the error is honest with few topics:
//   error^2 = lambda^2 var(f, g) / N + var(y_i - lambda_i (f_i - mean(g))) / n.
// Where this is not below that of people alone, or n < 3 or N = 0, lambda is 0 and the mean that of
// people. `human` and `same` have n scores, `others` N.
PoweredMean powered_mean(std::span<const double> human, std::span<const double> same,
                         std::span<const double> others);

// How many more topics people would have to judge, those that the model has judged first, for the
// interval of confidence 1 - alpha to exclude 0, if mean, lambda and deviations stayed as they are;
// 0 where it does. None for more than `most`, and where the mean is 0.
std::optional<std::size_t> more_topics(const PoweredMean& mean, double alpha, std::size_t most);

// Choosing a parameter on other topics than those it is used for.

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
