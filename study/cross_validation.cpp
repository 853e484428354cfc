#include "study/cross_validation.h"

#include <fmt/format.h>

#include <numeric>

#include "base/parallel.h"
#include "base/shuffle.h"
#include "compare/mean_interval.h"
#include "subintent/program.h"

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

std::size_t highest(const std::vector<double>& sums) {
  std::size_t best = 0;
  for (std::size_t parameter = 1; parameter < sums.size(); ++parameter) {
    // Sums that are equal but for rounding are.
    if (sums[parameter] > sums[best] + 1e-12) best = parameter;
  }
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
        if (fold != made.folds[topic]) sums[fold][parameter] += scores.at(topic, parameter);
      }
    }
  }
  std::vector<std::size_t> best;
  for (const std::vector<double>& of_fold : sums) best.push_back(highest(of_fold));
  made.best = best.back();
  for (const std::size_t fold : made.folds) made.chosen.push_back(best[fold]);
  return made;
}

Selection selected(const ScoreMatrix& scores, const SelectionSettings& settings) {
  const auto n = static_cast<double>(scores.topics);
  std::vector<CrossValidation> splits(settings.splits);
  parallel_for(splits.size(), [&](std::size_t split) {
    splits[split] =
        cross_validated(scores, settings.folds, settings.seed, static_cast<std::uint32_t>(split));
  });
  Selection made;
  made.best = splits.at(0).best;
  made.mean = scores.mean(made.best);
  made.chosen.assign(scores.runs, 0);
  const double weight = 1 / (n * static_cast<double>(splits.size()));
  double sum = 0;
  for (const CrossValidation& split : splits) {
    for (std::size_t topic = 0; topic < scores.topics; ++topic) {
      sum += scores.at(topic, split.chosen[topic]);
      made.chosen[split.chosen[topic]] += weight;
    }
  }
  made.estimate = sum * weight;
  std::vector<double> of_best;
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    of_best.push_back(scores.at(topic, made.best));
  }
  const auto [low, high] = mean_interval(of_best, settings.alpha);
  made.low = made.estimate - (high - low) / 2;
  made.high = made.estimate + (high - low) / 2;
  return made;
}

}  // namespace subintent::internal
