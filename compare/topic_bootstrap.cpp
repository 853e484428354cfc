#include "compare/topic_bootstrap.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/philox.h"

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

}  // namespace

std::vector<std::optional<Interval>> percentile_intervals(
    std::span<const std::vector<std::optional<double>>> drawn, std::size_t number, double alpha) {
  std::vector<std::optional<Interval>> intervals(number);
  for (std::size_t i = 0; i < number; ++i) {
    std::vector<double> values;
    for (const auto& of_trial : drawn) {
      if (of_trial.at(i)) values.push_back(*of_trial[i]);
    }
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

std::optional<Interval> topic_interval(std::size_t topics, const BootstrapSettings& settings,
                                       const TopicStatistic& statistic) {
  return topic_intervals(topics, 1, settings,
                         [&](auto counts) { return std::vector{statistic(counts)}; })[0];
}

}  // namespace subintent::internal
