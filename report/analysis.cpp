#include "report/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "support/error.h"
#include "support/progress.h"
#include "support/strings.h"

namespace subintent {
namespace {

TestSettings settings_of(const AnalysisOptions& options, const SignificanceTest& test,
                         bool intervals) {
  return {&test, options.trials.value_or(test.default_trials), options.seed, options.alpha,
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

// What each of several groups is: a table before the others, and above the text.
void add_groups(const std::vector<ScoreGroup>& groups, Report& report) {
  DataTable table{"groups", {"group", "runs", "topics", "first_topic", "last_topic", "files"}, {}};
  TextTable text(0);
  text.add({"group", "runs", "topics", "first", "last", "files"});
  for (const ScoreGroup& group : groups) {
    const std::string files = fmt::format("{}", fmt::join(group.files, ", "));
    const auto number = static_cast<std::int64_t>(table.rows.size() + 1);
    table.rows.push_back({number, static_cast<std::int64_t>(group.runs.size()),
                          static_cast<std::int64_t>(group.topics.size()), group.topics.front(),
                          group.topics.back(), files});
    text.add({std::to_string(number), std::to_string(group.runs.size()),
              std::to_string(group.topics.size()), printable(group.topics.front()),
              printable(group.topics.back()), printable(files)});
  }
  report.tables.insert(report.tables.begin(), std::move(table));
  report.text.insert(0, text.text() + "\n");
}

// Runs that are compared with none, for no other has their topics.
std::vector<std::string> single_run_warnings(const std::vector<ScoreGroup>& groups) {
  std::vector<std::string> names;
  for (const ScoreGroup& group : groups) {
    if (group.runs.size() != 1 || groups.size() == 1) continue;
    names.push_back(fmt::format("{} ({})", printable(group.runs[0]),
                                printable(fmt::format("{}", fmt::join(group.files, ", ")))));
  }
  if (names.empty()) return {};
  const std::size_t shown = std::min<std::size_t>(names.size(), 12);
  return {fmt::format("{} not compared with any, no other has the same topics: {}{}",
                      count_of(names.size(), "run"), fmt::join(std::span(names).first(shown), ", "),
                      shown < names.size() ? ", ..." : "")};
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

// What a random test needs for any of so many pairs to be significant.
std::string trials_advice(std::size_t pairs, double alpha) {
  const std::uint64_t needed = trials_needed(pairs, alpha);
  if (needed <= max_trials) return fmt::format("use `trials={}` or more", needed);
  return fmt::format("{} trials would be needed, at most {} can be made: use `test=tukey` or t",
                     needed, max_trials);
}

// Random tests with too few trials for any pair of a group to be significant.
std::vector<std::string> trial_warnings(const AnalysisOptions& options,
                                        const std::vector<ScoreGroup>& groups) {
  std::vector<std::string> warnings;
  for (const SignificanceTest* const test : options.tests) {
    if (!test->is_random()) continue;
    const TestSettings settings = settings_of(options, *test, false);
    const Correction correction = correction_for(*test, options.correction);
    std::size_t pairs = 1;
    for (const ScoreGroup* group : comparable(groups)) {
      if (correction != Correction::none) pairs = std::max(pairs, pairs_of(options, *group).size());
    }
    const double smallest = smallest_corrected(pairs, settings.trials);
    if (smallest < options.alpha) continue;
    warnings.push_back(
        correction == Correction::none
            ? fmt::format(
                  "{}: too few trials for alpha = {}, chance gives p = 0 at a rate of {:.2g}",
                  description(settings), shortest(options.alpha), smallest)
            : fmt::format("{}: none of {} can be significant at alpha = {}: the smallest p-value "
                          "after the {} correction is {:.2g}",
                          description(settings), count_of(pairs, "pair"), shortest(options.alpha),
                          name_of(correction), smallest));
    warnings.back() += "; " + trials_advice(pairs, options.alpha);
  }
  return warnings;
}

// Measures times pairs times tests.
std::uint64_t work_of(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups) {
  std::uint64_t work = 0;
  for (const ScoreGroup& group : groups) {
    const std::uint64_t runs = group.runs.size();
    const std::uint64_t pairs = options.baseline ? runs - 1 : runs * (runs - 1) / 2;
    work += pairs * group.measures.size() * options.tests.size();
  }
  return work;
}

std::vector<TestedMeasures> test_powers(const AnalysisOptions& options,
                                        const std::vector<ScoreGroup>& groups, bool deltas,
                                        const std::function<void(std::uint64_t)>& progress) {
  std::vector<TestedMeasures> tested;
  for (const SignificanceTest* const test : options.tests) {
    TestedMeasures& one = tested.emplace_back();
    one.settings = settings_of(options, *test, deltas);
    for (const ScoreMatrix& scores : groups.at(0).measures) one.measures.push_back(scores.measure);
    std::vector<std::vector<TestResult>> by_measure(one.measures.size());
    for (const ScoreGroup* group : comparable(groups)) {
      auto results =
          run_tests(group->measures, all_pairs(group->runs.size()), one.settings, progress);
      for (std::size_t i = 0; i < results.size(); ++i)
        by_measure[i].push_back(std::move(results[i]));
    }
    for (const auto& results : by_measure) {
      one.powers.push_back(
          discriminative_power(results, one.settings, correction_for(*test, options.correction)));
    }
  }
  return tested;
}

Report significance(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                    const std::function<void(std::uint64_t)>& progress) {
  std::vector<TestedGroup> tested;
  for (const ScoreGroup* group : comparable(groups)) {
    for (const SignificanceTest* const test : options.tests) {
      TestedGroup& one = tested.emplace_back();
      one.group = group;
      if (groups.size() > 1) one.number = static_cast<std::size_t>(group - groups.data()) + 1;
      one.pairs = pairs_of(options, *group);
      one.settings = settings_of(options, *test, true);
      one.results = run_tests(group->measures, one.pairs, one.settings, progress);
    }
  }
  return significance_report(tested, options.correction);
}

Report correlations(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                    std::vector<TestedMeasures>& tested,
                    const std::function<void(std::uint64_t)>& progress) {
  if (groups.at(0).measures.size() < 2) {
    throw Error(Location{}, "there is only one measure", "give scores by another one");
  }
  std::vector<ScoreGroup> rankings;
  for (const ScoreGroup* group : comparable(groups)) rankings.push_back(*group);
  if (options.of_pairs) tested = test_powers(options, groups, false, progress);
  return correlation_report(rankings, tested, options.of_runs);
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
  return preference_report(pools, options.tied);
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

Analysis analyse(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                 const ProgressCallback& callback) {
  ProgressMeter meter(callback, "testing", "pairs", work_of(options, groups));
  const auto progress = [&](std::uint64_t done) { meter.advance(done); };
  Analysis made;
  switch (options.kind) {
    case AnalysisKind::significance:
      made.warnings = trial_warnings(options, groups);
      made.report = significance(options, groups, progress);
      break;
    case AnalysisKind::discriminative_power:
      made.warnings = trial_warnings(options, groups);
      made.tested = test_powers(options, groups, true, progress);
      made.report = power_report(made.tested, options.correction);
      break;
    case AnalysisKind::correlation:
      made.report = correlations(options, groups, made.tested, progress);
      break;
    case AnalysisKind::concordance:
      comparable(groups);
      made.report = concordance_report(groups, options.gold);
      break;
    case AnalysisKind::preferences:
      made.report = preferences(options, groups);
      break;
  }
  if (groups.size() > 1) add_groups(groups, made.report);
  if (options.kind != AnalysisKind::preferences) {
    const auto singles = single_run_warnings(groups);
    made.warnings.insert(made.warnings.end(), singles.begin(), singles.end());
  }
  return made;
}

}  // namespace subintent
