// Bounds of scores over all ways to judge what is not judged [Moffat and Zobel 2008 for RBP], and
// of the differences of runs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/progress.h"
#include "study/evaluation.h"
#include "study/list_bounds.h"
#include "study/unjudged.h"

namespace subintent::internal {

// Throws Error::argument, "measures", for a measure whose bounds are not known.
void require_bounds(std::span<const Measure> measures);

// What judging a pair can do to the mean difference of two runs.
struct PairEffect {
  std::size_t topic;
  std::uint32_t pair;  // of Unjudged::pairs
  double raises, lowers;
};

// Of all runs by one measure.
class ScoreBounds {
 public:
  // Lists are read to the cutoff of the measure unless options name a depth. What is not retrieved
  // by any run is taken for not relevant. Data and runs must live as long. Throws the errors of
  // Scorer and require_bounds(), and Error for gains that fall with grades.
  ScoreBounds(const EvaluationData& data, const Measure& measure, std::span<const Run> runs,
              UnjudgedOptions options, ProgressMeter& meter);
  ~ScoreBounds();
  ScoreBounds(ScoreBounds&&) noexcept;

  const std::vector<TopicData>& topics() const { return scorer_->topics(); }
  const Unjudged& unjudged() const { return *unjudged_; }
  double score(std::size_t run, std::size_t topic) const { return scores_[topic][run]; }
  const Bounds& bounds(std::size_t run, std::size_t topic) const { return bounds_[topic][run]; }
  // Of the ranks of a run that count, over all topics: those with a document of which something is
  // not judged.
  double unjudged_share(std::size_t run) const { return unjudged_shares_[run]; }
  // Of run a minus run b.
  Range difference(std::size_t a, std::size_t b, std::size_t topic) const;
  // Means over topics.
  double score(std::size_t run) const;
  Range bounds(std::size_t run) const;
  Range difference(std::size_t a, std::size_t b) const;
  void for_each_effect(std::size_t a, std::size_t b,
                       const std::function<void(const PairEffect&)>& use) const;

 private:
  class TopicBounds;

  void count_unjudged(const ListsOfRuns& lists, std::uint32_t cutoff);

  std::unique_ptr<const Scorer> scorer_;
  std::unique_ptr<const Unjudged> unjudged_;
  std::vector<std::vector<char>> answered_;  // by topic, then run; as the next two
  std::vector<std::vector<double>> scores_;
  std::vector<std::vector<Bounds>> bounds_;
  std::vector<double> unjudged_shares_;  // by run
  std::vector<std::unique_ptr<const TopicBounds>> topic_bounds_;
};

}  // namespace subintent::internal
