#include "compare/topic_bootstrap.h"

#include <algorithm>
#include <vector>

#include "compare/philox.h"
#include "support/parallel.h"

namespace subintent::internal {
namespace {

std::vector<std::uint32_t> resample(std::size_t topics, std::uint64_t trial, std::uint64_t seed) {
  std::vector<std::uint32_t> words(topics), counts(topics, 0);
  random_words({seed, RandomPurpose::bootstrap, static_cast<std::uint32_t>(trial), 0}, words);
  for (const std::uint32_t word : words) ++counts[(std::uint64_t{word} * topics) >> 32];
  return counts;
}

}  // namespace

std::optional<Interval> topic_interval(std::size_t topics, const BootstrapSettings& settings,
                                       const TopicStatistic& statistic) {
  if (topics < 2) return std::nullopt;
  std::vector<std::optional<double>> made(settings.trials);
  parallel_for(made.size(), [&](std::size_t trial) {
    made[trial] = statistic(resample(topics, trial, settings.seed));
  });
  std::vector<double> values;
  for (const auto& value : made) {
    if (value) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  const auto outside =
      static_cast<std::size_t>(settings.alpha / 2 * static_cast<double>(values.size()));
  return Interval{values[outside], values[values.size() - 1 - outside]};
}

}  // namespace subintent::internal
