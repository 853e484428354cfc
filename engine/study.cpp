#include "subintent/study.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "base/strings.h"
#include "cluster/dendrogram.h"
#include "compare/significance.h"
#include "engine/evaluation_values.h"
#include "engine/inside.h"
#include "engine/score_groups.h"
#include "engine/test_settings.h"
#include "similarity/coverage.h"
#include "study/delta.h"
#include "study/judgment_agreement.h"
#include "study/leave_out.h"
#include "study/pooling.h"
#include "study/similarities.h"
#include "subintent/error.h"

namespace subintent {
namespace {

template <typename Number>
void check_numbers(const std::string& argument, const std::vector<Number>& numbers, Number low,
                   Number high) {
  const auto is_possible = [&](Number number) { return number >= low && number <= high; };
  if (!numbers.empty() && std::ranges::all_of(numbers, is_possible)) return;
  throw Error::argument(argument, argument + ": not numbers from " + internal::shortest(low) +
                                      " to " + internal::shortest(high));
}

internal::PoolingOptions checked(const PoolingOptions& options,
                                 const internal::EvaluationValues& values) {
  constexpr std::uint32_t deepest = 1'000'000;
  check_numbers<std::uint32_t>("pool_depths", options.pool_depths, 1, deepest);
  check_numbers<std::uint32_t>("depths", options.depths, 1, deepest);
  if (!(options.rbp_residual >= 0 && options.rbp_residual < 1)) {
    throw Error::argument("rbp_residual", "rbp_residual: not from 0 to below 1");
  }
  if (options.measures.empty()) throw Error::argument("measures", "measures: there are none");
  internal::require_different_measures("measures", options.measures);
  for (const std::string& name : options.measures) {
    if (name.find('@') == std::string::npos) continue;
    throw Error::argument(
        "measures",
        "measures: " + internal::printable(name) + " has a cutoff, but `depths` gives the cutoffs",
        "leave out @ and the number after it");
  }
  internal::PoolingOptions inside;
  inside.measures = options.measures;
  inside.pool_depths = options.pool_depths;
  inside.depths = options.depths;
  if (options.rbp_residual > 0) inside.rbp_residual = options.rbp_residual;
  inside.context = values.context();
  for (const std::uint32_t depth : inside.depths)
    internal::measures_at(inside, depth);  // or an error
  return inside;
}

}  // namespace

Pooling pooling(const Judgments& judgments, const std::vector<Run>& runs,
                const PoolingOptions& options, const ProgressCallback& progress) {
  const internal::EvaluationValues values(judgments, options.evaluation);
  const internal::PoolingOptions inside = checked(options, values);
  const std::vector<internal::Run> scored = internal::compared_runs(runs),
                                   pooled = internal::inside_of(options.pooled);
  const auto deepest = internal::measures_at(inside, std::ranges::max(inside.depths));
  Pooling made;
  internal::Remarks remarks = values.remarks(deepest);
  internal::check_runs(values.data, deepest, scored, remarks);
  made.warnings = remarks.all();
  const auto add = [&](const internal::PoolingSetting& setting, const internal::ScoreGroup& group) {
    made.settings.push_back({setting.pool_depth, setting.depth, internal::scores_of(group)});
  };
  internal::score_pools(values.data, scored, pooled.empty() ? scored : pooled, inside, add,
                        progress);
  return made;
}

namespace {

internal::DeltaOptions checked(const DeltaOptions& options,
                               const internal::EvaluationValues& values) {
  check_numbers<double>("deltas", options.deltas, 0, 1);
  internal::MeasureContext context = values.context();
  if (const auto name = internal::first_of_deltas(context.hierarchies)) {
    throw Error::argument(
        "hierarchies",
        "hierarchies: " + *name + " is the name of a hierarchy that each delta makes",
        "choose another name");
  }
  const std::vector<std::string> names = internal::delta_hierarchies();
  context.hierarchies.insert(context.hierarchies.begin(), names.begin(), names.end());
  internal::DeltaOptions inside;
  inside.deltas = options.deltas;
  inside.measures = internal::parse_names(options.measures, context);
  if (!options.superintents && internal::need_superintents(inside.measures)) {
    throw Error::argument("superintents",
                          "superintents: there are none, but SUP+WI and SUP+WD need them");
  }
  if (options.superintents) {
    inside.superintents = internal::read_superintents(*options.superintents);
    inside.sources.superintents = options.superintents->name();
  }
  inside.sources.qrels = values.data.judgments->qrels_name;
  inside.sources.dendrograms = "dendrograms";
  return inside;
}

}  // namespace

DeltaStudy delta_study(const Judgments& judgments, const std::vector<Dendrogram>& dendrograms,
                       const std::vector<Run>& runs, const DeltaOptions& options,
                       const ProgressCallback& progress) {
  for (const Dendrogram& dendrogram : dendrograms) internal::check(dendrogram);
  const internal::EvaluationValues values(judgments, options.evaluation);
  const internal::DeltaOptions inside = checked(options, values);
  const std::vector<internal::Run> scored = internal::compared_runs(runs);
  DeltaStudy made;
  internal::Remarks remarks = values.remarks(inside.measures);
  internal::check_runs(values.data, inside.measures, scored, remarks);
  made.warnings = remarks.all();
  const auto add = [&](double delta, const internal::ScoreGroup& group) {
    made.settings.push_back({delta, internal::scores_of(group)});
  };
  internal::score_deltas(values.data, scored, dendrograms, inside, add, progress);
  return made;
}

SimilarityStudy similarity_study(const Judgments& judgments, const Similarity& similarity,
                                 const ProgressCallback& progress, Warnings* warnings) {
  const internal::Qrels& qrels = internal::Inside::of(judgments).diversity;
  const internal::DocumentSimilarity& documents = internal::Inside::of(similarity);
  std::unordered_set<std::string_view> relevant;
  for (const internal::TopicQrels& topic : qrels.topics()) {
    const auto docnos = internal::relevant_docnos(topic);
    relevant.insert(docnos.begin(), docnos.end());
  }
  const auto warning = internal::coverage_warning(relevant, documents, "similarity");
  if (warning && warnings != nullptr) warnings->push_back(*warning);
  return internal::study_similarities(qrels, documents, "", progress);
}

std::vector<DeltaShape> delta_shapes(const Judgments& judgments,
                                     const std::vector<Dendrogram>& dendrograms,
                                     const std::vector<double>& deltas,
                                     const ProgressCallback& progress) {
  check_numbers<double>("deltas", deltas, 0, 1);
  for (const Dendrogram& dendrogram : dendrograms) internal::check(dendrogram);
  const internal::Judgments& inside = internal::Inside::of(judgments);
  return internal::delta_shapes(inside.diversity, dendrograms, deltas,
                                {inside.qrels_name, "dendrograms"}, progress);
}

JudgmentAgreements judgment_agreement(const Judgments& first, const Judgments& second,
                                      const JudgmentAgreementOptions& options) {
  internal::check_trials(options.trials);
  internal::check_alpha(options.alpha);
  const internal::Judgments &one = internal::Inside::of(first), &two = internal::Inside::of(second);
  JudgmentAgreements made;
  made.only1 = internal::topics_missing(one.diversity, two.diversity);
  made.only2 = internal::topics_missing(two.diversity, one.diversity);
  if (made.only1.size() == one.diversity.topics().size()) {
    throw Error::argument("second", "second: has none of the topics of the first judgments",
                          "give judgments of the same topics");
  }
  const internal::BootstrapSettings settings{options.trials, options.seed, options.alpha};
  made.levels = {internal::judgment_agreement("topic", one.adhoc, two.adhoc, settings),
                 internal::judgment_agreement("intents", one.diversity, two.diversity, settings)};
  return made;
}

LeaveOut leave_out(const Judgments& judgments, const std::vector<Run>& runs,
                   const LeaveOutOptions& options, const ProgressCallback& progress) {
  const internal::EvaluationValues values(judgments, options.evaluation);
  if (options.depth < 1) throw Error::argument("depth", "depth: not a number from 1");
  if (runs.size() < 2) throw Error::argument("runs", "runs: fewer than two");
  const std::vector<internal::Run> scored = internal::compared_runs(runs);
  const auto measures = internal::parse_names(options.measures, values.context());
  LeaveOut made;
  internal::Remarks remarks = values.remarks(measures);
  internal::check_runs(values.data, measures, scored, remarks);
  made.warnings = remarks.all();
  made.runs = internal::leave_out_runs(values.data, scored, measures, options.depth, progress);
  return made;
}

}  // namespace subintent
