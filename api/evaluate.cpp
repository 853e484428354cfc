#include "subintent/evaluate.h"

#include <algorithm>
#include <utility>

#include "api/inside.h"
#include "cluster/coverage.h"
#include "evaluate/gain.h"
#include "evaluate/measure.h"
#include "evaluate/scorer.h"
#include "study/warnings.h"
#include "subintent/error.h"
#include "support/error.h"
#include "support/parallel.h"

namespace subintent {
// The scorer keeps references to what stands above it.
struct Evaluator::Data {
  Data(Judgments judged, EvaluatorOptions given)
      : judgments(std::move(judged)), options(std::move(given)) {}

  Judgments judgments;
  EvaluatorOptions options;
  internal::Gain::Table gains;
  std::vector<internal::NamedHierarchies> hierarchies;
  Warnings warnings;
  std::optional<internal::Scorer> scorer;
};

namespace {

internal::NamedHierarchies checked(const std::string& name,
                                   const std::vector<Hierarchy>& hierarchies) {
  internal::check_hierarchy_name(name);
  const std::string shown = "hierarchies " + internal::printable(name);
  return {name, shown, internal::checked(hierarchies, shown)};
}

internal::Gain::Table checked(const std::map<int, double>& gains) {
  for (const auto& [grade, gain] : gains) {
    if (internal::Gain::is_possible(grade, gain)) continue;
    throw Error::argument("gains", "gains: that of grade " + std::to_string(grade) +
                                       " is not above 0 and at most 1e9, of a grade of 1 to 1000");
  }
  return {gains.begin(), gains.end()};
}

// `gains` must outlive the measures.
std::vector<internal::Measure> parse(const std::vector<std::string>& names,
                                     const EvaluatorOptions& options,
                                     const internal::Gain::Table& gains) {
  if (names.empty()) throw Error::argument("measures", "measures: there are none");
  internal::MeasureContext context;
  for (const auto& [name, hierarchies] : options.hierarchies) context.hierarchies.push_back(name);
  context.has_similarity = options.similarity.has_value();
  if (!gains.empty()) context.gains = &gains;
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
  return internal::parse_measures(list, context);
}

}  // namespace

Evaluator::Evaluator(Judgments judgments, const std::vector<std::string>& measures,
                     EvaluatorOptions options) {
  internal::check_max_grade(options.max_grade);
  const auto data = std::make_shared<Data>(std::move(judgments), std::move(options));
  const internal::Judgments& inside = internal::Inside::of(data->judgments);
  data->warnings = data->judgments.warnings();
  for (const auto& [name, hierarchies] : data->options.hierarchies) {
    data->hierarchies.push_back(checked(name, hierarchies));
    internal::warn_of_hierarchies(data->hierarchies.back(), inside, data->warnings);
  }
  const internal::DocumentSimilarity* similarity = nullptr;
  if (data->options.similarity) {
    similarity = &internal::Inside::of(*data->options.similarity);
    const auto relevant = internal::relevant_docnos(inside);
    if (const auto warning = internal::coverage_warning(relevant, *similarity, "similarity")) {
      data->warnings.push_back(*warning);
    }
  }
  data->gains = checked(data->options.gains);
  data->scorer.emplace(inside, data->hierarchies, parse(measures, data->options, data->gains),
                       similarity, data->options.max_grade);
  data_ = data;
}

std::vector<std::string> Evaluator::measures() const {
  std::vector<std::string> names;
  for (const internal::Measure& measure : data_->scorer->measures()) names.push_back(measure.name);
  return names;
}

std::vector<std::string> Evaluator::topics() const {
  std::vector<std::string> names;
  for (const internal::TopicData& topic : data_->scorer->topics()) names.emplace_back(topic.topic);
  return names;
}

const Warnings& Evaluator::warnings() const {
  return data_->warnings;
}

namespace {

std::string name_of(RunOrder order) {
  switch (order) {
    case RunOrder::rank:
      return "rank";
    case RunOrder::file:
      return "file";
    default:
      return "score";
  }
}

}  // namespace

namespace {

Scores scores_of(const Evaluator& evaluator, const internal::RunScores& scored,
                 const internal::RunCounts& counts, RunOrder order) {
  Scores scores{scored.run, evaluator.measures(), evaluator.topics(), {}, {}, {}};
  for (const std::vector<double>& values : scored.values) {
    scores.values.insert(scores.values.end(), values.begin(), values.end());
  }
  scores.answered.assign(scored.answered.begin(), scored.answered.end());
  internal::warn_of_run(scored, counts, name_of(order), "they score 0", scores.warnings);
  return scores;
}

}  // namespace

Scores Evaluator::score(const Run& run) const {
  const internal::Run& inside = internal::Inside::of(run);
  return scores_of(*this, data_->scorer->score(inside), inside.counts, inside.order);
}

std::vector<Scores> Evaluator::score(std::span<const RunView> runs) const {
  std::vector<Scores> scores(runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    scores[i] = scores_of(*this, data_->scorer->score(runs[i]), {}, runs[i].order);
  });
  return scores;
}

}  // namespace subintent
