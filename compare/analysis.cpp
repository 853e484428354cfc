#include "compare/analysis.h"

#include <algorithm>

#include "support/error.h"
#include "support/strings.h"

namespace subintent {
namespace {

TestSettings settings_of(const AnalysisOptions& options, SignificanceTest test, bool intervals) {
  return {test, options.trials.value_or(default_trials(test)), options.seed, options.alpha,
          intervals};
}

// Groups with a single run have no pairs.
std::vector<const ScoreGroup*> comparable(const std::vector<ScoreGroup>& groups) {
  std::vector<const ScoreGroup*> found;
  for (const ScoreGroup& group : groups) {
    if (group.runs.size() > 1) found.push_back(&group);
  }
  if (!found.empty()) return found;
  std::string advice = "give the scores of another run for the same topics";
  if (!groups.empty() && !groups[0].runs.empty()) {
    throw Error(Location{}, "there is only one run to compare, " + printable(groups[0].runs[0]),
                advice);
  }
  throw Error(Location{}, "there is no run to compare", advice);
}

std::vector<RunPair> pairs_of(const AnalysisOptions& options, const ScoreGroup& group) {
  if (!options.baseline) return all_pairs(group.runs.size());
  const auto baseline = static_cast<std::uint32_t>(group.find_run(*options.baseline));
  std::vector<RunPair> pairs;
  for (std::uint32_t run = 0; run < group.runs.size(); ++run) {
    if (run != baseline) pairs.push_back({run, baseline});
  }
  return pairs;
}

std::vector<TestedMeasures> test_powers(const AnalysisOptions& options,
                                        const std::vector<ScoreGroup>& groups, bool deltas,
                                        const std::function<void(std::uint64_t)>& progress) {
  std::vector<TestedMeasures> tested;
  for (const SignificanceTest test : options.tests) {
    TestedMeasures& one = tested.emplace_back();
    one.settings = settings_of(options, test, deltas);
    for (const ScoreMatrix& scores : groups.at(0).measures) one.measures.push_back(scores.measure);
    std::vector<std::vector<TestResult>> by_measure(one.measures.size());
    for (const ScoreGroup* group : comparable(groups)) {
      auto results =
          run_tests(group->measures, all_pairs(group->runs.size()), one.settings, progress);
      for (std::size_t i = 0; i < results.size(); ++i)
        by_measure[i].push_back(std::move(results[i]));
    }
    const Correction correction =
        test == SignificanceTest::tukey ? Correction::none : options.correction;
    for (const auto& results : by_measure) {
      one.powers.push_back(discriminative_power(results, one.settings, correction));
    }
  }
  return tested;
}

Report significance(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                    const std::function<void(std::uint64_t)>& progress) {
  std::vector<TestedGroup> tested;
  for (const ScoreGroup* group : comparable(groups)) {
    for (const SignificanceTest test : options.tests) {
      TestedGroup& one = tested.emplace_back();
      one.group = group;
      one.pairs = pairs_of(options, *group);
      one.settings = settings_of(options, test, true);
      one.results = run_tests(group->measures, one.pairs, one.settings, progress);
    }
  }
  return significance_report(tested, options.correction);
}

Report preferences(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups) {
  JudgedPairs all;
  std::vector<PreferencePool> pools;
  for (const AnalysisOptions::Pool& pool : options.pools) {
    pools.push_back({pool.name, join_preferences(pool.preferences, groups, pool.file)});
    all = pools.size() == 1 ? pools[0].judged : joined(all, pools.back().judged);
  }
  // Every pool gets the participants of all.
  const JudgedPairs nobody{all.measures, all.participants, {}};
  for (PreferencePool& pool : pools) pool.judged = joined(pool.judged, nobody);
  if (pools.size() == 1) {
    pools[0].name = "all";
  } else {
    pools.insert(pools.begin(), {"all", all});
  }
  for (std::size_t i = 0; i < all.measures.size(); ++i) {
    for (std::size_t j = i + 1; j < all.measures.size(); ++j) {
      pools.push_back(
          {all.measures[i] + " and " + all.measures[j] + " disagree", disagreed(all, i, j)});
    }
  }
  return preference_report(pools);
}

}  // namespace

std::optional<AnalysisKind> analysis_named(std::string_view name) {
  if (name == "significance") return AnalysisKind::significance;
  if (name == "discriminative-power") return AnalysisKind::discriminative_power;
  if (name == "correlation") return AnalysisKind::correlation;
  if (name == "concordance") return AnalysisKind::concordance;
  if (name == "preferences") return AnalysisKind::preferences;
  return std::nullopt;
}

std::optional<SignificanceTest> test_named(std::string_view name) {
  for (const SignificanceTest test :
       {SignificanceTest::t, SignificanceTest::bootstrap, SignificanceTest::tukey,
        SignificanceTest::randomisation, SignificanceTest::sign}) {
    if (name == name_of(test)) return test;
  }
  return std::nullopt;
}

Analysis analyse(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                 const std::function<void(std::uint64_t)>& progress) {
  Analysis made;
  switch (options.kind) {
    case AnalysisKind::significance:
      made.report = significance(options, groups, progress);
      break;
    case AnalysisKind::discriminative_power:
      made.tested = test_powers(options, groups, true, progress);
      made.report = power_report(made.tested, options.correction);
      break;
    case AnalysisKind::correlation: {
      if (groups.at(0).measures.size() < 2) {
        throw Error(Location{}, "there is only one measure", "give scores by another one");
      }
      comparable(groups);
      if (options.of_pairs) made.tested = test_powers(options, groups, false, progress);
      std::vector<ScoreGroup> rankings;
      for (const ScoreGroup* group : comparable(groups)) rankings.push_back(*group);
      made.report = correlation_report(rankings, made.tested, options.of_runs);
      break;
    }
    case AnalysisKind::concordance:
      comparable(groups);
      made.report = concordance_report(groups, options.gold);
      break;
    case AnalysisKind::preferences:
      made.report = preferences(options, groups);
      break;
  }
  return made;
}

std::uint64_t work_of(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups) {
  std::uint64_t work = 0;
  for (const ScoreGroup& group : groups) {
    const std::uint64_t runs = group.runs.size();
    const std::uint64_t pairs = options.baseline ? runs - 1 : runs * (runs - 1) / 2;
    work += pairs * group.measures.size() * options.tests.size();
  }
  return work;
}

}  // namespace subintent
