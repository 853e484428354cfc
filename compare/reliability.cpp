#include "compare/reliability.h"

#include <cmath>
#include <numeric>

#include "compare/distributions.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"

namespace subintent::internal {

void Coincidences::add(std::span<const std::size_t> values, std::uint64_t units) {
  if (values.size() < 2) return;
  const double weight = static_cast<double>(units) / static_cast<double>(values.size() - 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j)
      if (i != j) counts_[values[i] * size_ + values[j]] += weight;
  }
}

void Coincidences::add(const Coincidences& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

double Coincidences::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), 0.0);
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

void Confusion::add(const Confusion& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

std::uint64_t Confusion::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
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
  Coincidences made(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j) {
      const std::size_t values[] = {i, j};
      made.add(values, at(i, j));
    }
  }
  return made;
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

}  // namespace

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
  std::vector<std::vector<std::optional<double>>> made(settings.trials);
  parallel_for(made.size(), [&](std::size_t trial) {
    made[trial] = statistics(resample(topics, trial, settings.seed));
  });
  return percentile_intervals(made, number, settings.alpha);
}

std::vector<Estimate> topic_estimates(std::size_t topics, const BootstrapSettings& settings,
                                      const TopicStatistics& statistics) {
  const auto values = statistics(std::vector<std::uint32_t>(topics, 1));
  const auto intervals = topic_intervals(topics, values.size(), settings, statistics);
  std::vector<Estimate> made;
  for (std::size_t i = 0; i < values.size(); ++i)
    made.push_back({values[i], values[i] ? intervals[i] : std::nullopt});
  return made;
}

Estimate topic_estimate(std::size_t topics, const BootstrapSettings& settings,
                        const TopicStatistic& statistic) {
  return topic_estimates(topics, settings,
                         [&](auto counts) { return std::vector{statistic(counts)}; })[0];
}

}  // namespace subintent::internal
