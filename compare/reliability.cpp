#include "compare/reliability.h"

#include <cmath>
#include <numeric>
#include <set>

#include "compare/correlation.h"
#include "compare/distributions.h"
#include "compare/mean_test.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::vector<std::uint32_t> resample(std::size_t topics, std::uint64_t trial, std::uint64_t seed) {
  std::vector<std::uint32_t> words(topics), counts(topics, 0);
  random_words({seed, RandomPurpose::bootstrap, static_cast<std::uint32_t>(trial), 0}, words);
  for (const std::uint32_t word : words) ++counts[(std::uint64_t{word} * topics) >> 32];
  return counts;
}

std::optional<Interval> percentile_interval(std::vector<double> values, double alpha) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  const auto outside = static_cast<std::size_t>(alpha / 2 * static_cast<double>(values.size()));
  return Interval{values[outside], values[values.size() - 1 - outside]};
}

using Values = std::array<std::optional<double>, judge_coefficients.size()>;

// The higher the better.
std::vector<double> judged_means(const ScoreMatrix& scores, std::span<const std::uint32_t> counts) {
  std::vector<double> means(scores.runs, 0);
  double topics = 0;
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    if (counts[topic] == 0) continue;
    topics += counts[topic];
    for (std::size_t run = 0; run < scores.runs; ++run)
      means[run] += counts[topic] * scores.at(topic, run);
  }
  for (double& mean : means) mean *= scores.sign() / topics;
  return means;
}

std::vector<std::uint32_t> ranks_of(const std::vector<double>& means) {
  std::vector<double> lower(means.size());
  std::ranges::transform(means, lower.begin(), std::negate<>());
  return dense_ranks(lower, 1e-12, 1e-12);
}

// Compares rankings; names break ties.
class JudgeRankings {
 public:
  JudgeRankings(const std::vector<std::string>& runs, std::size_t best)
      : best_(std::min(best, runs.size())), tie_break_(places_of_names(runs)) {}

  Values compared(const std::vector<double>& first, const std::vector<double>& second) const {
    const auto ranks1 = ranks_of(first), ranks2 = ranks_of(second);
    const auto taus = correlation(ranks1, ranks2, tie_break_);
    Values values;
    if (taus) values = {taus->tau_b, taus->tau_ap_first};
    values[2] = of_the_best(first, second, strict_ranks(ranks1, tie_break_));
    values[3] = spearman(ranks1, ranks2);
    values[4] = pearson(first, second);
    return values;
  }

 private:
  std::optional<double> of_the_best(const std::vector<double>& first,
                                    const std::vector<double>& second,
                                    const std::vector<std::uint32_t>& places) const {
    std::vector<double> best1, best2;
    for (std::size_t run = 0; run < places.size(); ++run) {
      if (places[run] >= best_) continue;
      best1.push_back(first[run]);
      best2.push_back(second[run]);
    }
    return kendall_tau_b(ranks_of(best1), ranks_of(best2));
  }

  std::size_t best_;
  std::vector<std::uint32_t> tie_break_;
};

std::vector<ComparedJudges> judges_to_compare(const ScoreGroup& group,
                                              const std::optional<std::string>& truth) {
  std::vector<ComparedJudges> compared;
  const std::vector<ScoreMatrix>& measures = group.measures;
  if (truth) {
    const auto truths = measures_of_judge(group, *truth);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      if (std::ranges::count(truths, m) > 0) continue;
      for (const std::size_t t : truths)
        if (is_true_measure(group, truths, t, m)) compared.push_back({t, m, {}, {}, 0});
    }
    if (compared.empty()) {
      throw Error(Location{}, "no other judge has a measure of the truth, " + printable(*truth),
                  "give scores by the same measure");
    }
    return compared;
  }
  for (std::size_t i = 0; i < measures.size(); ++i) {
    for (std::size_t j = i + 1; j < measures.size(); ++j) {
      if (measures[i].judged.judge == measures[j].judged.judge) continue;
      if (measures[i].plain_measure() == measures[j].plain_measure())
        compared.push_back({i, j, {}, {}, 0});
    }
  }
  return compared;
}

void add_changes(const ScoreGroup& group, ComparedJudges& judges) {
  const ScoreMatrix &first = group.measures[judges.first], &second = group.measures[judges.second];
  for (const RunPair& runs : all_pairs(first.runs)) {
    const SampleMean mean1 = sample_mean(differences(first, runs)),
                     mean2 = sample_mean(differences(second, runs));
    if (mean1.mean == 0 || mean2.mean == 0) continue;
    ++judges.pairs;
    if (first.sign() * mean1.mean * second.sign() * mean2.mean > 0) continue;
    judges.changes.push_back(
        {runs, mean1.mean, mean2.mean, mean1.p_different(), mean2.p_different()});
  }
  std::ranges::stable_sort(judges.changes, std::ranges::greater(),
                           [](const ChangedOrder& one) { return std::abs(one.difference1); });
}

// Pairs of compared judges whose agreement with the same truth is compared.
std::vector<JudgeAdvantage> advantages_of(const std::vector<ComparedJudges>& compared) {
  std::vector<JudgeAdvantage> advantages;
  for (std::size_t i = 0; i < compared.size(); ++i) {
    for (std::size_t j = i + 1; j < compared.size(); ++j)
      if (compared[i].first == compared[j].first) advantages.push_back({i, j, {}});
  }
  return advantages;
}

}  // namespace

void Coincidences::add(std::span<const std::size_t> values, std::uint64_t units) {
  if (values.size() < 2) return;
  const double weight = static_cast<double>(units) / static_cast<double>(values.size() - 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j)
      if (i != j) counts_[values[i] * size_ + values[j]] += weight;
  }
}

std::vector<double> Coincidences::margins() const {
  std::vector<double> margins(size_, 0);
  for (std::size_t i = 0; i < counts_.size(); ++i) margins[i / size_] += counts_[i];
  return margins;
}

std::optional<double> Coincidences::alpha(ValueMetric metric) const {
  const std::vector<double> n = margins();
  double observed = 0, expected = 0;
  for (std::size_t c = 0; c < size_; ++c) {
    double between = n[c] / 2;  // values from the middle of c to the middle of k
    for (std::size_t k = c + 1; k < size_; ++k) {
      between += n[k] / 2;
      const double distance = metric == ValueMetric::ordinal ? between * between : 1;
      observed += counts_[c * size_ + k] * distance;
      expected += n[c] * n[k] * distance;
      between += n[k] / 2;
    }
  }
  if (expected == 0) return std::nullopt;
  return 1 - (total() - 1) * observed / expected;
}

void Ratings::add(std::span<const std::size_t> values) {
  std::vector<double> counts(counts_.size(), 0);
  for (const std::size_t value : values) ++counts[value];
  const auto n = static_cast<double>(values.size());
  double pairs = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts_[i] += counts[i];
    pairs += counts[i] * (counts[i] - 1);
  }
  agreed_ += pairs / (n * (n - 1));
  ++units_;
}

void Ratings::add(const Ratings& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  units_ += other.units_;
  agreed_ += other.agreed_;
}

std::optional<double> Ratings::kappa() const {
  const double all = std::accumulate(counts_.begin(), counts_.end(), 0.0);
  if (units_ == 0) return std::nullopt;
  double by_chance = 0;
  for (const double count : counts_) {
    if (count == all) return std::nullopt;
    by_chance += count / all * (count / all);
  }
  return (agreed_ / units_ - by_chance) / (1 - by_chance);
}

std::uint64_t Confusion::equal() const {
  std::uint64_t equal = 0;
  for (std::size_t i = 0; i < size_; ++i) equal += at(i, i);
  return equal;
}

std::optional<double> Confusion::kappa() const {
  std::vector<double> rows(size_, 0), columns(size_, 0);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j) {
      rows[i] += static_cast<double>(at(i, j));
      columns[j] += static_cast<double>(at(i, j));
    }
  }
  const auto n = static_cast<double>(total());
  double by_chance = 0;
  for (std::size_t i = 0; i < size_; ++i) by_chance += rows[i] * columns[i];
  const double expected = n * n - by_chance;  // disagreements, times n
  if (expected == 0) return std::nullopt;
  return 1 - n * (n - static_cast<double>(equal())) / expected;
}

Coincidences Confusion::coincidences() const {
  Coincidences sums(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j) {
      const std::size_t values[] = {i, j};
      sums.add(values, at(i, j));
    }
  }
  return sums;
}

Interval wilson_interval(std::uint64_t count, std::uint64_t n, double alpha) {
  if (n == 0) return {0, 1};
  const double z = normal_border(alpha), trials = static_cast<double>(n);
  const double share = static_cast<double>(count) / trials, z2 = z * z;
  const double middle = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const double width =
      z / (1 + z2 / trials) * std::sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
  // Exact at the ends, where rounding would pass them.
  return {count == 0 ? 0 : middle - width, count == n ? 1 : middle + width};
}

std::vector<std::optional<Interval>> percentile_intervals(
    std::span<const std::vector<std::optional<double>>> drawn, std::size_t number, double alpha) {
  std::vector<std::optional<Interval>> intervals(number);
  for (std::size_t i = 0; i < number; ++i) {
    std::vector<double> values;
    for (const auto& of_trial : drawn)
      if (of_trial.at(i)) values.push_back(*of_trial[i]);
    intervals[i] = percentile_interval(std::move(values), alpha);
  }
  return intervals;
}

std::vector<std::optional<Interval>> topic_intervals(std::size_t topics, std::size_t number,
                                                     const BootstrapSettings& settings,
                                                     const TopicStatistics& statistics) {
  if (topics < 2) return std::vector<std::optional<Interval>>(number);
  std::vector<std::vector<std::optional<double>>> drawn(settings.trials);
  parallel_for(drawn.size(), [&](std::size_t trial) {
    drawn[trial] = statistics(resample(topics, trial, settings.seed));
  });
  return percentile_intervals(drawn, number, settings.alpha);
}

std::vector<Estimate> topic_estimates(std::size_t topics, const BootstrapSettings& settings,
                                      const TopicStatistics& statistics) {
  const auto values = statistics(std::vector<std::uint32_t>(topics, 1));
  const auto intervals = topic_intervals(topics, values.size(), settings, statistics);
  std::vector<Estimate> estimates;
  for (std::size_t i = 0; i < values.size(); ++i)
    estimates.push_back({values[i], values[i] ? intervals[i] : std::nullopt});
  return estimates;
}

Estimate topic_estimate(std::size_t topics, const BootstrapSettings& settings,
                        const TopicStatistic& statistic) {
  return topic_estimates(topics, settings,
                         [&](auto counts) { return std::vector{statistic(counts)}; })[0];
}

std::vector<std::size_t> measures_of_judge(const ScoreGroup& group, const std::string& judge) {
  std::vector<std::size_t> measures;
  std::set<std::string> judges;
  for (std::size_t m = 0; m < group.measures.size(); ++m) {
    const std::string& name = group.measures[m].judged.judge;
    if (name == judge) measures.push_back(m);
    if (!name.empty()) judges.insert(printable(name));
  }
  if (!measures.empty()) return measures;
  std::string known;
  for (const std::string& name : judges) known += (known.empty() ? "" : ", ") + name;
  throw Error::argument("truth", "truth: there are no scores by the judge " + printable(judge),
                        known.empty() ? "name judges: NAME=FILE" : "choose from " + known);
}

bool is_true_measure(const ScoreGroup& group, const std::vector<std::size_t>& truths,
                     std::size_t truth, std::size_t measure) {
  const auto name_of = [&](std::size_t m) -> const std::string& {
    return group.measures[m].plain_measure();
  };
  return name_of(truth) == name_of(measure) ||
         std::ranges::all_of(truths, [&](std::size_t m) { return name_of(m) == name_of(truth); });
}

JudgeCorrelations judge_correlations(const ScoreGroup& group,
                                     const std::optional<std::string>& truth, std::size_t best,
                                     const BootstrapSettings& settings) {
  JudgeCorrelations correlations;
  correlations.compared = judges_to_compare(group, truth);
  if (truth) correlations.advantages = advantages_of(correlations.compared);
  const JudgeRankings rankings(group.runs, best);
  constexpr std::size_t each = judge_coefficients.size();
  const auto statistics = [&](std::span<const std::uint32_t> counts) {
    std::vector<std::vector<double>> means;
    for (const ScoreMatrix& scores : group.measures) means.push_back(judged_means(scores, counts));
    std::vector<std::optional<double>> values;
    for (const ComparedJudges& judges : correlations.compared) {
      const Values compared = rankings.compared(means[judges.first], means[judges.second]);
      values.insert(values.end(), compared.begin(), compared.end());
    }
    for (const JudgeAdvantage& judges : correlations.advantages) {
      for (std::size_t c = 0; c < each; ++c) {
        const auto &first = values[judges.first * each + c],
                   &second = values[judges.second * each + c];
        values.push_back(first && second ? std::optional(*first - *second) : std::nullopt);
      }
    }
    return values;
  };
  const auto estimates = topic_estimates(group.topics.size(), settings, statistics);
  auto next = estimates.begin();
  const auto take = [&](std::array<Estimate, each>& coefficients) {
    std::copy_n(next, each, coefficients.begin());
    next += each;
  };
  for (ComparedJudges& judges : correlations.compared) {
    take(judges.coefficients);
    add_changes(group, judges);
  }
  for (JudgeAdvantage& judges : correlations.advantages) take(judges.differences);
  return correlations;
}

}  // namespace subintent::internal
