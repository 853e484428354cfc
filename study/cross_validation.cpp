#include "study/cross_validation.h"

#include <fmt/format.h>

#include <numeric>

#include "base/error.h"
#include "base/shuffle.h"

namespace subintent::internal {
namespace {

std::vector<std::size_t> folds_of_topics(std::size_t topics, std::size_t folds,
                                         std::uint64_t seed) {
  std::vector<std::uint32_t> order(topics);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(order, {seed, RandomPurpose::folds, 0, 0});
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

CrossValidation cross_validated(const ScoreMatrix& scores, std::size_t folds, std::uint64_t seed) {
  if (folds < 2 || folds > scores.topics) {
    throw Error(
        Error::Kind::input, Location{},
        fmt::format("{} judged topics cannot be divided into {} folds", scores.topics, folds),
        "use as many folds as there are topics, or fewer, but at least two");
  }
  CrossValidation made;
  made.folds = folds_of_topics(scores.topics, folds, seed);
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

}  // namespace subintent::internal
