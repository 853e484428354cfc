#include "compare/study/leave_out.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "compare/exchanged_scores.h"
#include "core/base/progress.h"
#include "core/collection/run.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// Which run has contributed each document, of those that only one has.
class Contributions {
 public:
  Contributions(const JudgedTopics& topics, std::span<const Run> runs, std::uint32_t depth)
      : topics_(topics), contributors_(topics.size()) {
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const std::vector<std::uint32_t> topic_of =
          topics.find_all(runs[r].topic_names(), runs[r].file);
      for (std::size_t i = 0; i < topic_of.size(); ++i) {
        if (topic_of[i] == JudgedTopics::none) continue;
        const auto& list = runs[r].topics[i].docnos;
        for (std::size_t d = 0; d < std::min<std::size_t>(depth, list.size()); ++d) {
          const auto [at, is_new] = contributors_[topic_of[i]].emplace(list[d], r);
          if (!is_new) at->second = several;
        }
      }
    }
  }

  bool is_of(std::size_t run, std::string_view topic, std::string_view docno) const {
    const auto& documents = contributors_[topics_.find(topic)];
    const auto at = documents.find(docno);
    return at != documents.end() && at->second == run;
  }

 private:
  static constexpr std::size_t several = static_cast<std::size_t>(-1);
  const JudgedTopics& topics_;
  std::vector<std::unordered_map<std::string_view, std::size_t>> contributors_;  // by topic
};

// The place of a run by its mean, from 1; equal ones share the best.
std::uint32_t rank_of(const ScoreMatrix& scores, std::size_t run) {
  const std::vector<double> means = scores.means();
  const auto is_better = [&](double mean) { return scores.sign() * (mean - means[run]) > 1e-12; };
  return static_cast<std::uint32_t>(std::ranges::count_if(means, is_better)) + 1;
}

// How many judged documents a run has contributed alone.
void count_contribution(const Judgments& judgments, const Contributions& contributions,
                        std::size_t run, LeftOutRun& made) {
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    const auto relevant = relevant_docnos(topic);
    for (const std::string_view docno : topic.docnos) {
      if (!contributions.is_of(run, topic.topic, docno)) continue;
      ++made.documents;
      made.relevant += std::ranges::binary_search(relevant, docno) ? 1 : 0;
    }
  }
}

}  // namespace

std::vector<LeftOutRun> leave_out_runs(const EvaluationData& data, std::span<const Run> runs,
                                       const std::vector<Measure>& measures, std::uint32_t depth,
                                       const ProgressCallback& progress) {
  JudgedTopics topics;
  for (const TopicQrels& topic : data.judgments->diversity.topics()) topics.add(topic.topic);
  const Contributions contributions(topics, runs, depth);
  const ScoreGroup before = score_runs(runs, data.scorer(measures));
  ProgressMeter meter(progress, "leaving out", "runs", runs.size());
  std::vector<LeftOutRun> made;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const Judgments rest =
        restricted(*data.judgments, [&](std::string_view topic, std::string_view docno) {
          return !contributions.is_of(run, topic, docno);
        });
    const ScoreGroup after = score_runs(runs, data.scorer(rest, data.hierarchies, measures));
    LeftOutRun counts;
    count_contribution(*data.judgments, contributions, run, counts);
    const auto exchanged = exchanged_measures(before, after, {}, Correction::none);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      LeftOutRun& row = made.emplace_back(counts);
      row.measure = measures[m].name;
      row.run = runs[run].name;
      row.depth = depth;
      row.mean_with = before.measures[m].mean(run);
      row.mean_without = after.measures[m].mean(run);
      row.rank_with = rank_of(before.measures[m], run);
      row.rank_without = rank_of(after.measures[m], run);
      row.tau_b = exchanged[m].runs.tau_b;
    }
    meter.advance();
  }
  std::ranges::stable_sort(made, {}, [&](const LeftOutRun& one) {
    return std::ranges::find(measures, one.measure, &Measure::name);
  });
  return made;
}

}  // namespace subintent::internal
