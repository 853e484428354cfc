#include "compare/study/cross_validation.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "compare/mean_test.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

std::vector<std::size_t> folds_of_topics(std::size_t topics, std::size_t folds, std::uint64_t seed,
                                         std::uint32_t split) {
  std::vector<std::uint32_t> order(topics);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(order, {seed, RandomPurpose::folds, split, 0});
  std::vector<std::size_t> fold(topics);
  for (std::size_t k = 0; k < topics; ++k) fold[order[k]] = k % folds;
  return fold;
}

// The parameters with the highest sum; sums that are equal but for rounding are.
std::vector<std::size_t> highest(const std::vector<double>& sums) {
  const double most = *std::ranges::max_element(sums);
  std::vector<std::size_t> best;
  for (std::size_t parameter = 0; parameter < sums.size(); ++parameter)
    if (sums[parameter] >= most - 1e-12) best.push_back(parameter);
  return best;
}

}  // namespace

CrossValidation cross_validated(const ScoreMatrix& scores, std::size_t folds, std::uint64_t seed,
                                std::uint32_t split) {
  if (folds < 2 || folds > scores.topics) {
    throw Error(
        Error::Kind::input, Location{},
        fmt::format("{} judged topics cannot be divided into {} folds", scores.topics, folds),
        "use as many folds as there are topics, or fewer, but at least two");
  }
  CrossValidation made;
  made.folds = folds_of_topics(scores.topics, folds, seed, split);
  std::vector<std::vector<double>> sums(folds + 1, std::vector<double>(scores.runs, 0));
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    for (std::size_t parameter = 0; parameter < scores.runs; ++parameter) {
      for (std::size_t fold = 0; fold <= folds; ++fold) {
        if (fold == made.folds[topic]) continue;
        sums[fold][parameter] += scores.sign() * scores.at(topic, parameter);
      }
    }
  }
  for (const std::vector<double>& of_fold : sums) made.tied.push_back(highest(of_fold));
  made.best = made.tied.back().front();
  made.tied.pop_back();  // of all topics
  for (const std::size_t fold : made.folds) made.chosen.push_back(made.tied[fold].front());
  return made;
}

Selection selected(const ScoreMatrix& scores, std::span<const std::string> names,
                   const SelectionSettings& settings) {
  const auto n = static_cast<double>(scores.topics);
  std::vector<CrossValidation> splits(settings.splits);
  parallel_for(splits.size(), [&](std::size_t split) {
    splits[split] =
        cross_validated(scores, settings.folds, settings.seed, static_cast<std::uint32_t>(split));
  });
  Selection made;
  std::vector<double> means = scores.means();
  for (double& mean : means) mean *= scores.sign();
  const std::vector<std::size_t> best = highest(means);
  made.best =
      names.empty() ? best.front() : *std::ranges::min_element(best, {}, [&](std::size_t run) {
        return std::string_view(names[run]);
      });
  made.mean = scores.mean(made.best);
  made.chosen.assign(scores.runs, 0);
  const double weight = 1 / (n * static_cast<double>(splits.size()));
  double sum = 0;
  for (const CrossValidation& split : splits) {
    for (std::size_t topic = 0; topic < scores.topics; ++topic) {
      const std::vector<std::size_t>& tied = split.tied[split.folds[topic]];
      const double share = 1 / static_cast<double>(tied.size());
      for (const std::size_t run : tied) {
        sum += share * scores.at(topic, run);
        made.chosen[run] += share * weight;
      }
    }
  }
  made.estimate = sum * weight;
  double squared_width = 0;
  for (std::size_t run = 0; run < scores.runs; ++run) {
    if (made.chosen[run] == 0) continue;
    std::vector<double> of_run;
    for (std::size_t topic = 0; topic < scores.topics; ++topic)
      of_run.push_back(scores.at(topic, run));
    const auto [low, high] = mean_interval(of_run, settings.alpha);
    squared_width += made.chosen[run] * (high - low) * (high - low) / 4;
  }
  const double half = std::sqrt(squared_width);
  made.low = made.estimate - half;
  made.high = made.estimate + half;
  return made;
}

}  // namespace subintent::internal
