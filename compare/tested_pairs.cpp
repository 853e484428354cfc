#include "report/tested_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

// What a random test needs for any of so many pairs to be significant.
std::string trials_advice(std::size_t pairs, double alpha) {
  const std::uint64_t needed = trials_needed(pairs, alpha);
  if (needed <= max_trials) return fmt::format("use `trials={}` or more", needed);
  return fmt::format("{} trials would be needed, at most {} can be made: use `test=tukey` or t",
                     needed, max_trials);
}

}  // namespace

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

TestSettings settings_of(const AnalysisOptions& options, const SignificanceTest& test,
                         bool intervals) {
  return {&test, options.trials.value_or(test.default_trials), options.seed, options.alpha,
          intervals};
}

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

std::vector<TestedMeasures> test_powers(const AnalysisOptions& options,
                                        const std::vector<ScoreGroup>& groups, bool deltas,
                                        const PairsDone& progress) {
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

}  // namespace subintent::internal
