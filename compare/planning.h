// How reliable scores are: generalisability theory [Brennan 2001], for search as in [Urbano,
// Marrero and Martín 2013]. Scores of runs for topics vary by run, topic, perhaps judge, by what
// these make together, and where a judge has judged several times, from draw to draw. How much each
// adds says how reliable means over more or fewer topics, judges and draws would be.
#pragma once

#include "compare/reliability.h"
#include "compare/score_matrix.h"

namespace subintent::internal {

// Over how many a mean is taken.
struct MeasuredBy {
  std::size_t topics = 0, judges = 1, draws = 1;

  bool operator==(const MeasuredBy&) const = default;
};

// Scores of all runs for all topics by all judges in as many draws, which are repetitions: the
// first draws of two topics have nothing in common.
struct CrossedScores {
  std::size_t runs = 0;
  MeasuredBy by;
  std::vector<const ScoreMatrix*> matrices;  // [judge][draw], all of these runs and topics
};

// A source of variance: some of the facets run, topic and judge, as bits, or draws.
struct VarianceSource {
  static constexpr unsigned run = 1, topic = 2, judge = 4, draw = 8;

  unsigned facets = 0;
  double degrees = 0, mean_square = 0;
  double estimate = 0;  // of the variance, by expected mean squares; may be below 0

  double variance() const { return estimate > 0 ? estimate : 0; }
  std::string name() const;  // "run × topic"
};

// How reliable means over so many topics, judges and draws are.
struct Dependability {
  double relative_error = 0, absolute_error = 0;  // variances of a mean
  // Erho2, of differences between runs, and Phi, of the scores themselves: the variance of runs
  // over itself and the error; none where all are 0.
  std::optional<double> relative, absolute;
};

class GeneralisabilityStudy {
 public:
  // By the analysis of variance of crossed facets. Throws Error for fewer than two runs or topics.
  explicit GeneralisabilityStudy(const CrossedScores& scores);

  const std::vector<VarianceSource>& sources() const { return sources_; }
  const MeasuredBy& by() const { return by_; }
  bool has(unsigned facet) const;

  Dependability reliability(const MeasuredBy& by) const;

  // The least number of topics, with these judges and draws, for which Erho2, or Phi, is no less
  // than `wanted`, between 0 and 1. None where no number is enough.
  std::optional<std::uint64_t> topics_for(double wanted, bool absolute, MeasuredBy by) const;

  // The same study as the expectations of its mean squares may be: each is drawn as degrees times
  // the mean square over chi-squared with these degrees, as if scores were normal.
  GeneralisabilityStudy drawn(std::uint64_t seed, std::uint32_t trial) const;

 private:
  void estimate();

  std::size_t runs_ = 0;
  MeasuredBy by_;
  std::vector<VarianceSource> sources_;  // by facets
};

// Generalised confidence intervals [Weerahandi 1993] of each source's variance, then of Erho2 and
// Phi for each of `plans`: percentiles of what drawn() gives. Of Erho2 without judges they are
// Feldt's [1965].
std::vector<std::optional<Interval>> generalised_intervals(const GeneralisabilityStudy& study,
                                                           std::span<const MeasuredBy> plans,
                                                           const BootstrapSettings& settings);

// Judges against the truth: how alike their errors are, over runs and topics.
struct JudgePanel {
  std::size_t judges = 0;
  Estimate correlation, independent;  // k / (1 + (k - 1) rho), with rho at least 0
};

// `judges` have the runs and topics of `truth`, and are two or more. The correlation is the mean of
// Pearson's of every two; none where a judge has the same error everywhere.
JudgePanel judge_panel(std::span<const ScoreMatrix> judges, const ScoreMatrix& truth,
                       const BootstrapSettings& settings);

// How many topics a test collection needs [Sakai, Topic set size design, Information Retrieval
// Journal 19, 2016], from the power of the paired t-test and of one-way analysis of variance.
// Powers are those of noncentral distributions; Nagata's approximations, which the paper takes,
// give the same sizes for the t-test, and up to 4 % others for analysis of variance.

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

}  // namespace subintent::internal
