#include "study/all_judgments.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace subintent::internal {
namespace {

// What a pair may turn out to be; the first, to be judged by nobody, only where this differs from
// being judged not relevant.
std::vector<std::optional<std::int32_t>> grades_of(const EvaluationData& data,
                                                   const Measure& measure,
                                                   const Unjudged& unjudged) {
  const bool sees_judged = measure.parameters.judged_only || measure.record->traits.sees_pool ||
                           measure.record->traits.by_judged;
  const Judgments& judgments = *data.judgments;
  std::vector<std::optional<std::int32_t>> grades;
  if (sees_judged) grades.emplace_back();
  const bool by_topic = measure.record->traits.on_topic && !unjudged.topics_from_intents;
  const std::int32_t highest =
      std::max(by_topic ? judgments.highest_adhoc_grade : judgments.highest_intent_grade,
               data.max_grade.value_or(0));
  for (std::int32_t grade = 0; grade <= highest; ++grade) grades.emplace_back(grade);
  return grades;
}

}  // namespace

std::size_t AllJudgments::ways(const EvaluationData& data, const Measure& measure,
                               const Unjudged& unjudged, std::size_t t, std::size_t most) {
  if (measure.hierarchy || measure.similarity != nullptr || measure.parameters.given_cover) {
    return 0;
  }
  const std::size_t grades = grades_of(data, measure, unjudged).size();
  std::size_t ways = 1;
  for (std::size_t i = seen_pairs(measure, unjudged, t).size(); i > 0; --i) {
    ways *= grades;
    if (ways > most) return 0;
  }
  return most > 0 ? ways : 0;
}

AllJudgments::AllJudgments(const EvaluationData& data, const Measure& measure,
                           const Unjudged& unjudged, std::size_t t, const ListsOfRuns& lists,
                           std::size_t all) {
  const auto grades = grades_of(data, measure, unjudged);
  const std::vector<std::uint32_t> pairs = seen_pairs(measure, unjudged, t);
  const JudgedTopic topic(*data.judgments, t, unjudged.topics_from_intents);
  std::vector<GradedPair> judged;
  for (std::size_t way = 0; way < all; ++way) {
    judged.clear();
    std::size_t rest = way;
    for (const std::uint32_t pair : pairs) {
      const auto grade = grades[rest % grades.size()];
      if (grade) judged.push_back({unjudged.pairs[t][pair], *grade});
      rest /= grades.size();
    }
    const Judgments judgments = topic.with(judged);
    const Scorer scorer = data.scorer(judgments, {}, {measure});
    std::vector<double>& scores = scores_.emplace_back();
    for (const auto& of_run : lists) {
      scores.push_back(of_run[t] == nullptr
                           ? 0
                           : scorer.scoring_of(0, 0).score(scorer.ranking(0, 0, *of_run[t])));
    }
  }
}

Bounds AllJudgments::run(std::size_t run) const {
  Bounds made{scores_[0][run], scores_[0][run], true};
  for (const std::vector<double>& scores : scores_) {
    made.low = std::min(made.low, scores[run]);
    made.high = std::max(made.high, scores[run]);
  }
  return made;
}

Range AllJudgments::difference(std::size_t a, std::size_t b) const {
  const auto of = [&](const std::vector<double>& scores) { return scores[a] - scores[b]; };
  Range made{of(scores_[0]), of(scores_[0])};
  for (const std::vector<double>& scores : scores_) {
    made.low = std::min(made.low, of(scores));
    made.high = std::max(made.high, of(scores));
  }
  return made;
}

}  // namespace subintent::internal
