#include "subintent/evaluate.h"

#include <algorithm>
#include <utility>

#include "api/inside.h"
#include "evaluate/measure.h"
#include "evaluate/scorer.h"
#include "study/warnings.h"
#include "subintent/error.h"
#include "support/error.h"

namespace subintent {
namespace {

std::size_t place_of(const std::vector<std::string>& names, std::string_view name,
                     const std::string& what) {
  const auto at = std::ranges::find(names, name);
  if (at != names.end()) return at - names.begin();
  throw Error::argument(what, what + ": " + internal::printable(name) + " is not there");
}

}  // namespace

double Scores::value(std::string_view measure, std::string_view topic) const {
  return value(place_of(measures, measure, "measure"), place_of(topics, topic, "topic"));
}

double Scores::mean(std::size_t measure) const {
  double sum = 0;
  for (std::size_t topic = 0; topic < topics.size(); ++topic) sum += value(measure, topic);
  return topics.empty() ? 0 : sum / static_cast<double>(topics.size());
}

double Scores::mean(std::string_view measure) const {
  return mean(place_of(measures, measure, "measure"));
}

// The scorer keeps references to what stands above it.
struct Evaluator::Data {
  Data(Judgments judged, EvaluatorOptions given)
      : judgments(std::move(judged)), options(std::move(given)) {}

  Judgments judgments;
  EvaluatorOptions options;
  std::vector<internal::NamedHierarchies> hierarchies;
  Warnings warnings;
  std::optional<internal::Scorer> scorer;
};

namespace {

// Those of the caller as a reader gives them, which finds what is wrong with them.
internal::NamedHierarchies checked(const std::string& name,
                                   const std::vector<Hierarchy>& hierarchies) {
  std::string lines;
  for (const Hierarchy& hierarchy : hierarchies) lines += to_json(hierarchy) + "\n";
  return {name, name, read_hierarchies(Source::memory(lines, "hierarchies " + name))};
}

std::vector<internal::Measure> parse(const std::vector<std::string>& names,
                                     const EvaluatorOptions& options) {
  internal::MeasureContext context;
  for (const auto& [name, hierarchies] : options.hierarchies) context.hierarchies.push_back(name);
  context.has_similarity = options.similarity.has_value();
  const internal::Gain::Table gains(options.gains.begin(), options.gains.end());
  if (!gains.empty()) context.gains = &gains;
  std::vector<internal::Measure> measures;
  for (const std::string& name : names) {
    for (internal::Measure& measure : internal::parse_measures(name, context)) {
      measures.push_back(std::move(measure));
    }
  }
  if (measures.empty()) throw Error::argument("measures", "measures: there are none");
  return measures;
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
  const auto* const similarity =
      data->options.similarity ? &internal::Inside::of(*data->options.similarity) : nullptr;
  data->scorer.emplace(inside, data->hierarchies, parse(measures, data->options), similarity,
                       data->options.max_grade);
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

Scores Evaluator::score(const Run& run) const {
  const internal::Run& inside = internal::Inside::of(run);
  const internal::RunScores scored = data_->scorer->score(inside);
  Scores scores{run.name(), measures(), topics(), {}, {}, {}};
  for (const std::vector<double>& values : scored.values) {
    scores.values.insert(scores.values.end(), values.begin(), values.end());
  }
  scores.answered.assign(scored.answered.begin(), scored.answered.end());
  internal::warn_of_run(scored, inside.counts, "rank", "they score 0", scores.warnings);
  return scores;
}

}  // namespace subintent
