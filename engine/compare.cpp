#include "subintent/compare.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/progress.h"
#include "collection/preferences.h"
#include "compare/agreement.h"
#include "compare/concordance.h"
#include "compare/consistency.h"
#include "compare/discriminative_power.h"
#include "compare/measure_correlations.h"
#include "compare/participants.h"
#include "compare/significance.h"
#include "compare/tested_pairs.h"
#include "compare/topic_set_size.h"
#include "engine/score_groups.h"
#include "engine/test_settings.h"
#include "study/measure_names.h"
#include "subintent/error.h"

namespace subintent {
namespace {

void append(Warnings& warnings, const Warnings& more) {
  warnings.insert(warnings.end(), more.begin(), more.end());
}

// With the names of their pools in messages.
std::vector<internal::PreferencePool> checked_pools(const std::vector<PreferencePool>& pools) {
  if (pools.empty()) throw Error::argument("pools", "pools: there are none");
  std::vector<internal::PreferencePool> checked;
  for (const PreferencePool& pool : pools) {
    const std::string name = pool.name.empty() ? "preferences" : pool.name;
    checked.push_back({pool.name, name, internal::checked_preferences(pool.preferences, name)});
  }
  return checked;
}

// Progress of tests of all pairs of runs.
class PairProgress {
 public:
  PairProgress(const ProgressCallback& progress, const std::vector<internal::ScoreGroup>& groups,
               std::span<const std::string> baselines = {})
      : meter_(progress, "testing", "pairs", internal::number_of_tests(groups, baselines)) {}

  internal::PairsDone done() {
    return [this](std::uint64_t pairs) { meter_.advance(pairs); };
  }

 private:
  internal::ProgressMeter meter_;
};

}  // namespace

std::vector<std::string> significance_test_names() {
  std::vector<std::string> names;
  for (const auto& test : internal::significance_tests()) names.emplace_back(test.name);
  return names;
}

Significance significance(const std::vector<Scores>& scores, const SignificanceOptions& options,
                          const ProgressCallback& progress) {
  const internal::TestSettings settings =
      internal::test_settings(options.test, options.trials, options.seed, options.alpha);
  Significance made;
  made.test = internal::test_used(settings, options.correction);
  const auto groups =
      internal::score_groups(scores, options.measures, options.missing, made.warnings);
  internal::Comparison comparison{{}, options.correction, options.family};
  if (options.baseline) comparison.baselines.push_back(*options.baseline);
  append(made.warnings, internal::trial_warnings(groups, comparison, settings));
  append(made.warnings, internal::single_run_warnings(groups));
  PairProgress meter(progress, groups, comparison.baselines);
  for (const internal::ScoreGroup* const group : internal::comparable(groups)) {
    const auto number = static_cast<std::size_t>(group - groups.data()) + 1;
    const auto tested = internal::pairs_of(*group, comparison.baselines);
    const auto pairs =
        internal::compare_pairs(*group, number, tested, settings, comparison, meter.done());
    made.pairs.insert(made.pairs.end(), pairs.begin(), pairs.end());
  }
  return made;
}

DiscriminativePower discriminative_power(const std::vector<Scores>& scores,
                                         const PowerOptions& options,
                                         const ProgressCallback& progress) {
  const internal::TestSettings settings =
      internal::test_settings(options.test, options.trials, options.seed, options.alpha);
  DiscriminativePower made;
  made.test = internal::test_used(settings, options.correction);
  const auto groups =
      internal::score_groups(scores, options.measures, options.missing, made.warnings);
  append(made.warnings, internal::trial_warnings(groups, {{}, options.correction}, settings));
  append(made.warnings, internal::single_run_warnings(groups));
  PairProgress meter(progress, groups);
  const auto powers =
      internal::discriminative_powers(groups, settings, options.correction, meter.done());
  const std::vector<std::string> measures = groups[0].measure_names();
  made.powers = internal::measure_powers(measures, powers);
  made.overlaps = internal::measure_overlaps(measures, powers, settings.alpha);
  return made;
}

Correlations rank_correlation(const std::vector<Scores>& scores, const ScoreSelection& selection) {
  Correlations made;
  const auto groups =
      internal::score_groups(scores, selection.measures, selection.missing, made.warnings);
  append(made.warnings, internal::single_run_warnings(groups));
  made.correlations = internal::run_correlations(groups);
  return made;
}

Correlations p_value_correlation(const std::vector<Scores>& scores, const PowerOptions& options,
                                 const ProgressCallback& progress) {
  internal::TestSettings settings =
      internal::test_settings(options.test, options.trials, options.seed, options.alpha);
  settings.intervals = false;
  Correlations made;
  const auto groups =
      internal::score_groups(scores, options.measures, options.missing, made.warnings);
  append(made.warnings, internal::single_run_warnings(groups));
  PairProgress meter(progress, groups);
  made.correlations =
      internal::p_value_correlations(groups, settings, options.correction, meter.done());
  return made;
}

Concordances concordance(const std::vector<Scores>& scores, const std::vector<std::string>& gold,
                         const ScoreSelection& selection) {
  if (gold.empty()) {
    throw Error::argument("gold", "gold: there is none",
                          "give the measure that is the gold standard");
  }
  internal::require_different_measures("gold", gold);
  const auto standards = internal::known_names(gold, selection.measures);
  Concordances made;
  const auto groups = internal::score_groups(scores, selection.measures, selection.missing,
                                             made.warnings, standards);
  append(made.warnings, internal::single_run_warnings(groups));
  made.concordances = internal::measure_concordances(groups, standards);
  return made;
}

std::vector<UserPreference> read_preferences(const Source& source) {
  return internal::read_preferences(source);
}

PreferenceAgreements preference_agreement(const std::vector<Scores>& scores,
                                          const std::vector<PreferencePool>& pools,
                                          const PreferenceOptions& options) {
  const auto checked = checked_pools(pools);
  PreferenceAgreements made;
  const auto groups =
      internal::score_groups(scores, options.measures, options.missing, made.warnings);
  for (const internal::QuestionPools& answers : internal::by_question(checked)) {
    for (PreferenceAgreement& agreement : internal::preference_agreements(
             internal::pool_agreements(answers.pools, groups, options.ties))) {
      agreement.question = answers.question;
      made.agreements.push_back(std::move(agreement));
    }
  }
  return made;
}

UserAgreement user_agreement(const std::vector<PreferencePool>& pools,
                             const UserAgreementOptions& options) {
  internal::check_trials(options.trials);
  internal::check_alpha(options.alpha);
  UserAgreement made;
  for (const internal::QuestionPools& answers : internal::by_question(checked_pools(pools))) {
    const auto reliability = internal::user_reliabilities(
        answers, options.ties, {options.trials, options.seed, options.alpha});
    made.reliability.insert(made.reliability.end(), reliability.begin(), reliability.end());
    const auto participants = internal::participant_summaries(answers, options.alpha);
    made.participants.insert(made.participants.end(), participants.begin(), participants.end());
  }
  return made;
}

PreferenceTests preference_tests(const std::vector<Scores>& scores,
                                 const std::vector<PreferencePool>& pools,
                                 const PreferenceTestOptions& options) {
  const internal::TestSettings settings =
      internal::test_settings(options.test, options.trials, options.seed, options.alpha);
  const auto checked = checked_pools(pools);
  PreferenceTests made;
  made.test = internal::test_used(settings, options.correction);
  const auto groups =
      internal::score_groups(scores, options.measures, options.missing, made.warnings);
  for (const internal::QuestionPools& answers : internal::by_question(checked)) {
    const auto tests =
        internal::preference_tests(answers, groups, options.ties, settings, options.correction);
    made.tests.insert(made.tests.end(), tests.begin(), tests.end());
  }
  return made;
}

Consistencies consistency(const std::vector<Scores>& scores, const ConsistencyOptions& options,
                          const ProgressCallback& progress) {
  internal::check_trials(options.trials);
  internal::check_alpha(options.alpha);
  Consistencies made;
  const auto groups =
      internal::score_groups(scores, options.measures, options.missing, made.warnings);
  append(made.warnings, internal::single_run_warnings(groups));
  made.consistencies =
      internal::consistencies(groups, {options.trials, options.seed, options.alpha}, progress);
  return made;
}

TopicSetSize topic_set_size(const TopicSetDesign& design) {
  return internal::topic_set_size(design);
}

TopicSetSizes topic_set_sizes(const std::vector<Scores>& scores, const TopicSetOptions& options) {
  TopicSetSizes made;
  const auto groups =
      internal::score_groups(scores, options.measures, options.missing, made.warnings);
  made.sizes = internal::topic_set_sizes(groups, {options.alpha, options.beta, options.differences,
                                                  options.systems, options.variance});
  append(made.warnings, internal::variance_warnings(groups, made.sizes));
  return made;
}

}  // namespace subintent
