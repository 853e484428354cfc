#include "subintent/evaluate.h"

#include <utility>

#include "api/evaluation_values.h"
#include "api/inside.h"
#include "evaluate/measure.h"
#include "evaluate/scorer.h"
#include "study/warnings.h"
#include "support/parallel.h"

namespace subintent {

// The scorer keeps references to what stands above it.
struct Evaluator::Data {
  Data(const Judgments& judgments, const std::vector<std::string>& measures,
       EvaluatorOptions options)
      : values(judgments, std::move(options)),
        scorer(values.data.scorer(internal::parse_names(measures, values.context()))) {
    internal::warn_of_topic_level_judgments(*values.data.judgments, scorer.measures(),
                                            values.warnings);
    internal::warn_of_vital_weights(*values.data.judgments, scorer.measures(), values.warnings);
  }

  internal::EvaluationValues values;
  internal::Scorer scorer;
};

Evaluator::Evaluator(Judgments judgments, const std::vector<std::string>& measures,
                     EvaluatorOptions options)
    : data_(std::make_shared<const Data>(judgments, measures, std::move(options))) {}

std::vector<std::string> Evaluator::measures() const {
  std::vector<std::string> names;
  for (const internal::Measure& measure : data_->scorer.measures()) names.push_back(measure.name);
  return names;
}

std::vector<std::string> Evaluator::topics() const {
  std::vector<std::string> names;
  for (const internal::TopicData& topic : data_->scorer.topics()) names.emplace_back(topic.topic);
  return names;
}

const Warnings& Evaluator::warnings() const {
  return data_->values.warnings;
}

namespace {

Scores scores_of(const Evaluator& evaluator, const internal::RunScores& scored,
                 const internal::RunCounts& counts, RunOrder order) {
  Scores scores{scored.run, evaluator.measures(), evaluator.topics(), {}, {}, {}};
  for (const std::vector<double>& values : scored.values) {
    scores.values.insert(scores.values.end(), values.begin(), values.end());
  }
  scores.answered.assign(scored.answered.begin(), scored.answered.end());
  internal::warn_of_run(scored, counts, internal::name_of(order), "they score 0", scores.warnings);
  return scores;
}

}  // namespace

Scores Evaluator::score(const Run& run) const {
  const internal::Run& inside = internal::Inside::of(run);
  return scores_of(*this, data_->scorer.score(inside), inside.counts, inside.order);
}

std::vector<Scores> Evaluator::score(std::span<const RunView> runs) const {
  std::vector<Scores> scores(runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    scores[i] = scores_of(*this, data_->scorer.score(runs[i]), {}, runs[i].order);
  });
  return scores;
}

}  // namespace subintent
