// Intervals of statistics of topics by the bootstrap.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "compare/reliability.h"

namespace subintent::internal {

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
// None for fewer than two topics, and where no resample counts.
std::optional<Interval> topic_interval(std::size_t topics, const BootstrapSettings& settings,
                                       const TopicStatistic& statistic);

// Several statistics of a resample that are computed together.
using TopicStatistics =
    std::function<std::vector<std::optional<double>>(std::span<const std::uint32_t> counts)>;
std::vector<std::optional<Interval>> topic_intervals(std::size_t topics, std::size_t number,
                                                     const BootstrapSettings& settings,
                                                     const TopicStatistics& statistics);

// The percentile interval of each of several statistics, by trial.
std::vector<std::optional<Interval>> percentile_intervals(
    std::span<const std::vector<std::optional<double>>> drawn, std::size_t number, double alpha);

}  // namespace subintent::internal
