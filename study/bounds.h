// Bounds of scores over all ways to judge what is not judged [Moffat and Zobel 2008 for RBP], and
// of the differences of runs.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/progress.h"
#include "study/all_judgments.h"
#include "study/evaluation.h"
#include "study/list_bounds.h"
#include "study/unjudged.h"

namespace subintent::internal {

// What judging a pair can do to the mean difference of two runs.
struct PairEffect {
  std::size_t topic;
  std::uint32_t pair;  // of Unjudged::pairs
  double raises, lowers;
};

// Bounds of the scores of all runs by one measure.
class ScoreBounds {
 public:
  // Lists are read to the cutoff of the measure unless options name a depth. What is not retrieved
  // by any run is taken for not relevant. Data and runs must live as long. Throws the errors of
  // Scorer, and Error for gains that fall with grades and a measure that applies to no topic.
  ScoreBounds(const EvaluationData& data, const Measure& measure, std::span<const Run> runs,
              UnjudgedOptions options, ProgressMeter& meter);
  ~ScoreBounds();
  ScoreBounds(ScoreBounds&&) noexcept;

  const std::vector<TopicData>& topics() const { return scorer_->topics(); }
  // Topics that the measure applies to, one at least, by their places.
  const std::vector<std::size_t>& counted() const { return counted_; }
  const Unjudged& unjudged() const { return *unjudged_; }
  double score(std::size_t run, std::size_t topic) const { return scores_[topic][run]; }
  const Bounds& bounds(std::size_t run, std::size_t topic) const { return bounds_[topic][run]; }
  // Of the ranks of a run that count, over all topics: those with a document of which something is
  // not judged.
  double unjudged_share(std::size_t run) const { return unjudged_shares_[run]; }
  // Bounds of the score of run a minus that of run b.
  Range difference(std::size_t a, std::size_t b, std::size_t topic) const;
  // Means over the topics that the measure applies to.
  double score(std::size_t run) const;
  Range bounds(std::size_t run) const;
  Range difference(std::size_t a, std::size_t b) const;
  void for_each_effect(std::size_t a, std::size_t b,
                       const std::function<void(const PairEffect&)>& use) const;

 private:
  class TopicBounds;
  struct Inputs;

  void find_counted();
  void prepare(const Inputs& inputs, std::size_t topic);
  void find_open_pairs(const Inputs& inputs, std::size_t topic);
  Bounds whole(const Inputs& inputs, std::size_t run, std::size_t topic) const;
  Bounds bounds_of(const Inputs& inputs, std::size_t run, std::size_t topic) const;
  template <typename RangeOf>
  Range mean(RangeOf range_of) const;
  template <typename Use>
  void for_each_share(std::size_t a, std::size_t b, std::size_t topic, Use use) const;

  void count_unjudged(const ListsOfRuns& lists, std::uint32_t cutoff);

  std::unique_ptr<const Scorer> scorer_;
  std::unique_ptr<const Unjudged> unjudged_;
  std::vector<std::size_t> counted_;
  std::vector<std::vector<char>> answered_;  // by topic, then run; as the next two
  std::vector<std::vector<double>> scores_;
  std::vector<std::vector<Bounds>> bounds_;
  std::vector<double> unjudged_shares_;  // by run
  // By topic; nullptr where nothing is open, or nothing of the kind is known.
  std::vector<std::unique_ptr<const TopicBounds>> topic_bounds_;
  std::vector<std::unique_ptr<const AllJudgments>> all_;
  // By topic and run, of measures of which nobody knows what a single judgment does.
  std::vector<std::vector<std::vector<std::uint32_t>>> open_pairs_;
};

}  // namespace subintent::internal
