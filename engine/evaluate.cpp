#include "subintent/evaluate.h"

#include <utility>
#include <variant>

#include "base/parallel.h"
#include "collection/scored_lists.h"
#include "engine/evaluation_values.h"
#include "engine/inside.h"
#include "engine/loaded_source.h"
#include "evaluate/measure.h"
#include "evaluate/scorer.h"
#include "study/warnings.h"

namespace subintent {
namespace {

EvaluatorOptions loaded(EvaluatorOptions options) {
  const auto load = [](auto& source) {
    if (auto* const file = std::get_if<Source>(&source)) *file = loaded(*file);
  };
  for (auto& [name, attribute] : options.groups) {
    load(attribute.memberships);
    if (attribute.targets) load(*attribute.targets);
  }
  return options;
}

}  // namespace

// The scorer keeps references to what stands above it.
struct Evaluator::Data {
  Data(Judgments given, const std::vector<std::string>& measures, EvaluatorOptions own_options)
      : judgments(std::move(given)),
        options(loaded(std::move(own_options))),
        values(judgments, options),
        scorer(values.data.scorer(internal::parse_names(measures, values.context()))),
        warnings(values.remarks(scorer.measures()).all()) {
    options.hierarchies.clear();
  }

  Judgments judgments;
  EvaluatorOptions options;  // but for hierarchies, which are among the values
  internal::EvaluationValues values;
  internal::Scorer scorer;
  Warnings warnings;
};

Evaluator::Evaluator(Judgments judgments, const std::vector<std::string>& measures,
                     EvaluatorOptions options)
    : data_(std::make_shared<const Data>(std::move(judgments), measures, std::move(options))) {}

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

const Judgments& Evaluator::judgments() const {
  return data_->judgments;
}

EvaluatorOptions Evaluator::options() const {
  EvaluatorOptions options = data_->options;
  for (const internal::NamedHierarchies& named : data_->values.data.hierarchies) {
    options.hierarchies.emplace(named.name, named.topics);
  }
  return options;
}

const Warnings& Evaluator::warnings() const {
  return data_->warnings;
}

namespace {

Scores scores_of(const Evaluator& evaluator, const internal::Scorer& scorer,
                 const internal::CheckedRun& run) {
  const internal::RunScores& scored = *run.scores;
  Scores scores{scored.run, evaluator.measures(), evaluator.topics(), {}, {}, {}};
  for (const std::vector<double>& values : scored.values) {
    scores.values.insert(scores.values.end(), values.begin(), values.end());
  }
  scores.answered.assign(scored.answered.begin(), scored.answered.end());
  internal::Remarks remarks;
  internal::check_runs({&run, 1}, scorer, remarks);
  scores.warnings = remarks.all();
  return scores;
}

}  // namespace

Scores Evaluator::score(const Run& run, std::size_t depth) const {
  if (depth != all_documents) return score(run.cut(depth));
  const internal::Run& inside = internal::Inside::of(run);
  const internal::RunScores scored = data_->scorer.score(inside);
  return scores_of(*this, data_->scorer, {&scored, inside.counts, inside.order});
}

namespace {

// The first documents of each list of a run, in their order.
class CutRun {
 public:
  CutRun(const RunView& run, std::size_t depth) : name_(run.name) {
    for (const ScoredList& list : run.lists) {
      ranked_.push_back(internal::ranked(list, run.order, depth, run.name));
    }
    for (const internal::RankedList& list : ranked_) {
      lists_.push_back({list.topic, list.docnos, {}, true});
    }
  }
  RunView view() const { return {name_, lists_, RunOrder::file}; }

 private:
  const std::string& name_;
  std::vector<internal::RankedList> ranked_;
  std::vector<ScoredList> lists_;
};

}  // namespace

std::vector<Scores> Evaluator::score(std::span<const RunView> runs, std::size_t depth) const {
  std::vector<Scores> scores(runs.size());
  if (depth != all_documents) {
    internal::parallel_for(runs.size(), [&](std::size_t i) {
      const CutRun cut(runs[i], depth);
      const RunView view = cut.view();
      scores[i] = score({&view, 1}).at(0);
    });
    return scores;
  }
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    const internal::RunScores scored = data_->scorer.score(runs[i]);
    scores[i] = scores_of(*this, data_->scorer, {&scored, {}, runs[i].order});
  });
  return scores;
}

}  // namespace subintent
