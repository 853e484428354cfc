// How many topics a test collection needs [Sakai, Topic set size design, Information Retrieval
// Journal 19, 2016], from the power of the paired t-test and of one-way analysis of variance.
// Powers are those of noncentral distributions; Nagata's approximations, which the paper takes,
// give the same sizes for the t-test, and up to 4 % others for analysis of variance.
#pragma once

#include "compare/score_matrix.h"

namespace subintent::internal {

// The variance of scores that is not explained by runs, or by runs and topics: the mean square of
// the residuals of an analysis of variance.
enum class ResidualVariance {
  one_way,  // of runs: scores of a run vary about its mean [Sakai16]
  two_way   // of runs and topics, without replication: that some topics are hard for all is no part
};

// A TopicSetSize with the measure whose variance comes from scores.
struct MeasureTopicSetSize {
  std::string measure;
  TopicSetDesign design;
  TopicSetSize size;
};

inline constexpr std::uint64_t max_designed_topics = 100'000;
inline constexpr std::uint32_t max_designed_systems = 1000;

// The probability that the test is significant if the true difference is that of the design. Both
// tests have the noncentrality n difference^2 / (2 variance): the variance of the differences of
// two runs is taken for 2 variance; of several systems the means of all but two are in the middle.
double power_of(const TopicSetDesign& design, std::uint64_t topics);

// Halves an interval: power grows with the number of topics. Throws Error of an argument that is
// outside its range.
TopicSetSize topic_set_size(const TopicSetDesign& design);

// The residual variance of a measure, given by its number: that of each group of n topics, weighted
// by n - 1 [Sakai16]. Groups without degrees of freedom do not count. Throws Error where none
// has any.
double residual_variance(const std::vector<ScoreGroup>& groups, std::size_t measure,
                         ResidualVariance kind);

// The sizes that are wanted: for the t-test and for each number of systems, by each difference.
struct TopicSetGrid {
  double alpha = 0.05, beta = 0.20;
  std::vector<double> differences = {0.05, 0.1, 0.2};
  std::vector<std::uint32_t> systems = {10};
  ResidualVariance variance = ResidualVariance::one_way;
};

// Throws Error of an argument that is outside its range.
void check_grid(const TopicSetGrid& grid);

// By measure; in each the t-test, then each number of systems; in each the differences. Measures
// without variance, as those that are constant, have none. Throws as check_grid().
std::vector<MeasureTopicSetSize> topic_set_sizes(const std::vector<ScoreGroup>& groups,
                                                 const TopicSetGrid& grid);

// Warns of measures without variance.
void warn_of_no_variance(const std::vector<ScoreGroup>& groups,
                         std::span<const MeasureTopicSetSize> sizes, Warnings& warnings);

}  // namespace subintent::internal
