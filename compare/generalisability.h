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

// What varies: any of the facets run, topic and judge together, as bits, or draws.
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

}  // namespace subintent::internal
