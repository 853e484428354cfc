// Reliability of judgments, and intervals over topics.
#pragma once

#include <numeric>

#include "compare/score_matrix.h"

namespace subintent::internal {

// A metric says which two values differ more than two others [Krippendorff 2011, E].
enum class ValueMetric {
  nominal,  // nothing: they are equal or not
  ordinal   // how many of the values given lie between them
};

// Values that any number of judges gave to units, each of which any number of judges may have left
// out, as the coincidences of values within units [Krippendorff 2011, C].
class Coincidences {
 public:
  // Values are numbers below `values`, in their order.
  explicit Coincidences(std::size_t values) : size_(values), counts_(values * values, 0) {}

  // The values that one unit got, or several alike. Fewer than two agree with nothing and do not
  // count.
  void add(std::span<const std::size_t> values, std::uint64_t units = 1);
  void add(const Coincidences& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  }

  // Counts each value and the one from the other end alike: where values say which of two is
  // better, the order of the two means nothing.
  void forget_order() {
    for (std::size_t i = 0, j = counts_.size(); i < j--; ++i)
      counts_[i] = counts_[j] = (counts_[i] + counts_[j]) / 2;
  }

  // How many values count, n.
  double total() const { return std::accumulate(counts_.begin(), counts_.end(), 0.0); }

  // Krippendorff's alpha: 1 - observed / expected disagreement. 1 for perfect agreement, 0 for what
  // chance makes of the values given. None where no two values that count are different.
  std::optional<double> alpha(ValueMetric metric) const;

 private:
  std::vector<double> margins() const;

  std::size_t size_;
  std::vector<double> counts_;  // [value][value], symmetric
};

// Values that the same number of judges gave to each of some units, whoever the judges were [Fleiss
// 1971].
class Ratings {
 public:
  explicit Ratings(std::size_t values) : counts_(values, 0) {}

  // The values that one unit got, numbers below `values`; of all units as many, two or more.
  void add(std::span<const std::size_t> values);
  void add(const Ratings& other);

  // Fleiss' kappa: (P - P_e) / (1 - P_e). None without units, and where chance agrees on
  // everything: all values are the same.
  std::optional<double> kappa() const;

 private:
  std::vector<double> counts_;     // of each value
  double units_ = 0, agreed_ = 0;  // agreed: the sum over units of agreeing pairs / pairs
};

// How often two judges gave a unit each two values.
class Confusion {
 public:
  explicit Confusion(std::size_t values) : size_(values), counts_(values * values, 0) {}

  void add(std::size_t first, std::size_t second) { ++counts_[first * size_ + second]; }
  void add(const Confusion& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  }

  std::uint64_t at(std::size_t first, std::size_t second) const {
    return counts_[first * size_ + second];
  }
  std::uint64_t total() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  }
  std::uint64_t equal() const;

  // Cohen's kappa [Cohen 1960]: (p_o - p_e) / (1 - p_e). None where chance agrees on everything:
  // all values are the same.
  std::optional<double> kappa() const;
  // Krippendorff's alpha of the two judges.
  Coincidences coincidences() const;

 private:
  std::size_t size_;
  std::vector<std::uint64_t> counts_;
};

// One of these for each topic, and what they add up to over a resample of the topics.
template <typename Table>
class TopicTables {
 public:
  TopicTables(std::size_t topics, std::size_t values) : none_(values), topics_(topics, none_) {}

  Table& operator[](std::size_t topic) { return topics_[topic]; }
  Table sum(std::span<const std::uint32_t> counts) const {
    Table sum = none_;
    for (std::size_t t = 0; t < topics_.size(); ++t)
      for (std::uint32_t i = 0; i < counts[t]; ++i) sum.add(topics_[t]);
    return sum;
  }

 private:
  Table none_;
  std::vector<Table> topics_;
};

struct Interval {
  double low = 0, high = 0;
};

// A statistic with its interval; each is none where it is not defined.
struct Estimate {
  std::optional<double> value;
  std::optional<Interval> interval;
};

// The interval of a share of n independent trials by its score [Wilson 1927], 0 to 1 where n is 0.
Interval wilson_interval(std::uint64_t count, std::uint64_t n, double alpha);

struct BootstrapSettings {
  std::uint64_t trials = 1000;  // 1 to max_trials
  std::uint64_t seed = 1;
  double alpha = 0.05;  // the interval has confidence 1 - alpha
};

// A statistic of a resample of topics, given how often each topic is in it.
using TopicStatistic = std::function<std::optional<double>(std::span<const std::uint32_t> counts)>;

// The percentile interval: of the values that resamples of whole topics have, in ascending order,
// all but floor(alpha / 2 * values) at either end. What belongs to a topic stays together, since it
// is not independent. Resamples are those of the bootstrap test (RandomPurpose::bootstrap);
// `statistic` is called from several threads, and resamples for which it gives none do not count.
// None for fewer than two topics, where no resample counts, and of a statistic without a value.
Estimate topic_estimate(std::size_t topics, const BootstrapSettings& settings,
                        const TopicStatistic& statistic);

// Several statistics of a resample that are computed together.
using TopicStatistics =
    std::function<std::vector<std::optional<double>>(std::span<const std::uint32_t> counts)>;
std::vector<Estimate> topic_estimates(std::size_t topics, const BootstrapSettings& settings,
                                      const TopicStatistics& statistics);
std::vector<std::optional<Interval>> topic_intervals(std::size_t topics, std::size_t number,
                                                     const BootstrapSettings& settings,
                                                     const TopicStatistics& statistics);

// The percentile interval of each of several statistics, by trial.
std::vector<std::optional<Interval>> percentile_intervals(
    std::span<const std::vector<std::optional<double>>> drawn, std::size_t number, double alpha);

// How judges rank runs: against the truth, or one against another.

// They compare the means of runs over topics. "tau_b of the best" is of the runs at the top for the
// first judge, the truth; tau_ap, too, takes the first for the truth.
inline constexpr std::array<std::string_view, 5> judge_coefficients = {
    "tau_b", "tau_ap", "tau_b of the best", "spearman", "pearson"};

// Two runs that two judges order differently.
struct ChangedOrder {
  RunPair runs;
  double difference1 = 0, difference2 = 0;  // of the means, first run minus second
  double p1 = 1, p2 = 1;                    // of the paired t-tests of these, not corrected
};

struct ComparedJudges {
  std::size_t first = 0, second = 0;  // measures of the group
  std::array<Estimate, judge_coefficients.size()> coefficients;
  std::vector<ChangedOrder> changes;  // the largest difference by the first judge first
  std::size_t pairs = 0;              // of runs that both order
};

// How much more one judge agrees with the truth than another does.
struct JudgeAdvantage {
  std::size_t first = 0, second = 0;  // places among the compared judges
  std::array<Estimate, judge_coefficients.size()> differences;
};

struct JudgeCorrelations {
  std::vector<ComparedJudges> compared;
  std::vector<JudgeAdvantage> advantages;  // none without a truth
};

// With the name of a judge as the truth, that judge against all others, by the same measure, or
// where the truth has one measure, by all; else all judges of a measure against each other. `best`
// is the number of runs at the top. Throws Error where the truth, or a counterpart, is not there.
JudgeCorrelations judge_correlations(const ScoreGroup& group,
                                     const std::optional<std::string>& truth, std::size_t best,
                                     const BootstrapSettings& settings);

// The measures of that judge. Throws Error where there are none, naming the judges.
std::vector<std::size_t> measures_of_judge(const ScoreGroup& group, const std::string& judge);

// Is another measure held against this one of the truth, whose measures are `truths`? It is the
// same, or the only one.
bool is_true_measure(const ScoreGroup& group, const std::vector<std::size_t>& truths,
                     std::size_t truth, std::size_t measure);

}  // namespace subintent::internal
