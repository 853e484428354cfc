#include "subintent/hierarchy_study.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/progress.h"
#include "cluster/dendrogram.h"
#include "compare/exchanged_scores.h"
#include "compare/tested_pairs.h"
#include "engine/evaluation_values.h"
#include "engine/inside.h"
#include "engine/test_settings.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/pruning_rules.h"
#include "study/analyses/placebo_power.h"
#include "study/exchange.h"
#include "study/hierarchy_agreement.h"
#include "study/placebo.h"
#include "study/stability.h"
#include "subintent/error.h"

namespace subintent {
namespace {

void check_count(const char* argument, std::uint32_t count, std::int64_t largest) {
  if (count >= 1 && count <= largest) return;
  throw Error::argument(argument, fmt::format("{}: not a number from 1 to {}", argument, largest));
}

internal::StabilityOptions checked(const StabilityOptions& options) {
  check_count("samples", options.samples, internal::max_samples);
  if (!(options.delta >= 0 && options.delta <= 1)) {
    throw Error::argument("delta", "delta: not a number from 0 to 1");
  }
  internal::check(options.rules);
  return {options.samples,
          options.seed,
          options.clustering.linkage,
          {options.clustering.contrast, options.clustering.neighbours,
           options.clustering.contrast_power},
          options.delta,
          options.compress,
          options.rules};
}

EvaluatorOptions with_both(EvaluatorOptions options, const std::vector<Hierarchy>& first,
                           const std::vector<Hierarchy>& second) {
  if (!options.hierarchies.empty()) {
    throw Error::argument("hierarchies", "hierarchies: there are already two to compare",
                          "leave them out");
  }
  options.hierarchies = {{"1", first}, {"2", second}};
  return options;
}

}  // namespace

void add_stability(std::vector<Hierarchy>& hierarchies, const std::vector<Dendrogram>& dendrograms,
                   const Similarity& similarity, const StabilityOptions& options,
                   const ProgressCallback& progress) {
  const internal::StabilityOptions inside = checked(options);
  for (const Dendrogram& dendrogram : dendrograms) internal::check(dendrogram);
  std::vector<Hierarchy> made = internal::checked(hierarchies, "hierarchies");
  internal::add_stability(made, dendrograms, internal::Inside::of(similarity), inside, progress);
  hierarchies = std::move(made);
}

HierarchiesAgreement hierarchy_agreement(const std::vector<Hierarchy>& first,
                                         const std::vector<Hierarchy>& second,
                                         const ProgressCallback& progress, Warnings* warnings) {
  HierarchiesAgreement made =
      internal::compare_hierarchies(internal::checked(first, "the first hierarchies"),
                                    internal::checked(second, "the second hierarchies"), progress);
  if (made.topics.empty()) {
    throw Error::argument("second", "second: has none of the topics of the first",
                          "give hierarchies of the same topics");
  }
  if (warnings != nullptr) {
    const Warnings found = internal::agreement_warnings(made, "the first", "the second");
    warnings->insert(warnings->end(), found.begin(), found.end());
  }
  return made;
}

HierarchyExchange exchange_hierarchies(const Judgments& judgments,
                                       const std::vector<Hierarchy>& first,
                                       const std::vector<Hierarchy>& second,
                                       const std::vector<Run>& runs,
                                       const ExchangeOptions& options) {
  const internal::EvaluationValues values(judgments, with_both(options.evaluation, first, second));
  const auto settings =
      internal::test_settings(options.test, options.trials, options.seed, options.alpha);
  if (options.measures.empty()) throw Error::argument("measures", "measures: there are none");
  const auto measures = internal::exchange_measures(options.measures, values.context());
  const auto scored = internal::compared_runs(runs);
  HierarchyExchange made;
  internal::Remarks remarks = values.remarks(measures);
  const auto [before, after] = internal::score_on_both(values.data, scored, measures, remarks);
  made.warnings = remarks.all();
  const Warnings more = internal::trial_warnings({before}, {{}, options.correction}, settings);
  made.warnings.insert(made.warnings.end(), more.begin(), more.end());
  for (const internal::ExchangedMeasure& measure :
       internal::exchanged_measures(before, after, {&settings, 1}, options.correction)) {
    made.measures.push_back({measure.runs, measure.pairs.at(0)});
  }
  made.test = internal::test_used(settings, options.correction);
  return made;
}

std::vector<Hierarchy> shuffled(const std::vector<Hierarchy>& hierarchies, std::uint64_t seed,
                                std::uint32_t number) {
  return internal::shuffled(internal::checked(hierarchies, "hierarchies"), seed, number);
}

namespace {

std::vector<internal::Measure> measures_of(const PlaceboOptions& options,
                                           const internal::MeasureContext& context) {
  std::vector<std::string> names = options.measures;
  if (names.empty()) names = internal::placebo_measures(context.hierarchies);
  const auto measures = internal::parse_names(names, context);
  internal::require_hierarchies(measures);
  return measures;
}

}  // namespace

PlaceboStudy placebo_study(const Judgments& judgments, const std::vector<Run>& runs,
                           const PlaceboOptions& options, const ProgressCallback& progress) {
  check_count("count", options.count, internal::max_placebos);
  const internal::EvaluationValues values(judgments, options.evaluation);
  if (values.data.hierarchies.empty()) {
    throw Error::argument("hierarchies", "hierarchies: there are none to shuffle");
  }
  const auto settings =
      internal::test_settings(options.test, options.trials, options.seed, options.alpha);
  AnalysisValues tests(internal::find_analysis("placebo")->options);
  internal::set_test(settings, options.correction, tests);
  const auto measures = measures_of(options, values.context());
  const auto scored = internal::compared_runs(runs);
  PlaceboStudy made;
  internal::Remarks remarks = values.remarks(measures);
  internal::ProgressMeter meter(progress, "comparing", "hierarchies", 1 + options.count);
  const auto scores = internal::score_runs(scored, values.data.scorer(measures), remarks);
  made.warnings = remarks.all();
  internal::PlaceboPoint point = internal::placebo_point({}, tests, scores);
  meter.advance();
  internal::score_placebos(
      values.data, scored, values.data.hierarchies, measures, {options.count, options.seed},
      [&](internal::ScoreGroup placebo) {
        internal::add_placebo(point, tests, std::move(placebo));
      },
      meter);
  const Warnings more = internal::trial_warnings({scores}, {{}, options.correction}, settings);
  made.warnings.insert(made.warnings.end(), more.begin(), more.end());
  made.powers = point.tested.at(0).powers;
  made.test = internal::test_used(settings, options.correction);
  return made;
}

}  // namespace subintent
