#include "compare/consistency.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "base/philox.h"
#include "base/progress.h"
#include "base/shuffle.h"
#include "compare/correlation.h"
#include "compare/mean_interval.h"
#include "compare/tested_pairs.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::vector<const ScoreGroup*> divisible(const std::vector<ScoreGroup>& groups) {
  std::vector<const ScoreGroup*> found = comparable(groups);
  std::erase_if(found, [](const ScoreGroup* group) { return group->topics.size() < 2; });
  if (!found.empty()) return found;
  throw Error(Location{}, "there is only one topic, which cannot be split",
              "give the scores of more topics");
}

// Ranks of the runs by their means over some topics, 0 for the best.
std::vector<std::uint32_t> ranking(const ScoreMatrix& scores,
                                   std::span<const std::uint32_t> topics) {
  std::vector<double> lower_is_better(scores.runs, 0);
  for (const std::uint32_t topic : topics) {
    for (std::size_t run = 0; run < scores.runs; ++run) {
      lower_is_better[run] -= scores.at(topic, run);
    }
  }
  for (double& mean : lower_is_better) mean /= static_cast<double>(topics.size());
  return dense_ranks(lower_is_better, 1e-12, 1e-12);
}

// Of one split, added to the sum of each measure.
void add_taus(const ScoreGroup& group, const RandomSequence& sequence, std::span<double> sums) {
  std::vector<std::uint32_t> topics(group.topics.size());
  std::iota(topics.begin(), topics.end(), 0);
  shuffle(topics, sequence);
  const std::size_t half = topics.size() / 2;
  const auto first = std::span(topics).first(half), second = std::span(topics).subspan(half, half);
  for (std::size_t measure = 0; measure < sums.size(); ++measure) {
    const ScoreMatrix& scores = group.measures[measure];
    sums[measure] += static_cast<double>(group.runs.size()) *
                     kendall_tau_b(ranking(scores, first), ranking(scores, second)).value_or(0);
  }
}

MeasureConsistency summary(std::vector<double> taus, double alpha) {
  MeasureConsistency made;
  made.mean_tau = std::accumulate(taus.begin(), taus.end(), 0.0) / static_cast<double>(taus.size());
  std::tie(made.low, made.high) = mean_interval(taus, alpha);
  std::ranges::sort(taus);
  const auto outside = static_cast<std::size_t>(alpha / 2 * static_cast<double>(taus.size()));
  made.split_low = taus[outside];
  made.split_high = taus[taus.size() - 1 - outside];
  return made;
}

}  // namespace

std::vector<MeasureConsistency> consistencies(const std::vector<ScoreGroup>& groups,
                                              const ConsistencySettings& settings,
                                              const ProgressCallback& progress) {
  const auto used = divisible(groups);
  const std::vector<std::string> measures = used[0]->measure_names();
  std::vector<double> taus(measures.size() * settings.splits, 0);  // [split][measure]
  ProgressMeter meter(progress, "splitting", "splits", settings.splits);
  parallel_for(settings.splits, [&](std::size_t split) {
    const std::span<double> sums =
        std::span(taus).subspan(split * measures.size(), measures.size());
    for (const ScoreGroup* const group : used) {
      const auto trial = static_cast<std::uint32_t>(split);
      add_taus(*group, {settings.seed, RandomPurpose::halves, trial, 0}, sums);
    }
    meter.advance(1);
  });
  std::uint64_t runs = 0, topics = 0;
  for (const ScoreGroup* const group : used) {
    runs += group->runs.size();
    topics += group->topics.size();
  }
  std::vector<MeasureConsistency> made;
  for (std::size_t measure = 0; measure < measures.size(); ++measure) {
    std::vector<double> of_measure(settings.splits);
    for (std::size_t split = 0; split < settings.splits; ++split) {
      of_measure[split] = taus[split * measures.size() + measure] / static_cast<double>(runs);
    }
    MeasureConsistency& one = made.emplace_back(summary(std::move(of_measure), settings.alpha));
    one.measure = measures[measure];
    one.runs = runs;
    one.topics = topics;
  }
  return made;
}

}  // namespace subintent::internal
