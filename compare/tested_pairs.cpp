#include "compare/tested_pairs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// "a (file)", or "a" where its scores were in no file.
std::string run_and_files(const ScoreGroup& group) {
  const std::string files = fmt::format("{}", fmt::join(group.files, ", "));
  return printable(group.runs[0]) + (files.empty() ? "" : " (" + printable(files) + ")");
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

Warnings single_run_warnings(const std::vector<ScoreGroup>& groups) {
  std::vector<std::string> names;
  for (const ScoreGroup& group : groups) {
    if (group.runs.size() == 1 && groups.size() > 1) names.push_back(run_and_files(group));
  }
  if (names.empty()) return {};
  const std::size_t shown = std::min<std::size_t>(names.size(), 12);
  return {fmt::format("{} not compared with any, no other has the same topics: {}{}",
                      count_of(names.size(), "run"), fmt::join(std::span(names).first(shown), ", "),
                      shown < names.size() ? ", ..." : "")};
}

std::vector<RunPair> pairs_of(const ScoreGroup& group, const std::optional<std::string>& baseline) {
  if (!baseline) return all_pairs(group.runs.size());
  const auto second = static_cast<std::uint32_t>(group.find_run(*baseline));
  std::vector<RunPair> pairs;
  for (std::uint32_t run = 0; run < group.runs.size(); ++run) {
    if (run != second) pairs.push_back({run, second});
  }
  return pairs;
}

std::uint64_t number_of_tests(const std::vector<ScoreGroup>& groups,
                              const std::optional<std::string>& baseline) {
  std::uint64_t tests = 0;
  for (const ScoreGroup& group : groups) {
    const std::uint64_t runs = group.runs.size();
    tests += group.measures.size() * (baseline ? runs - 1 : runs * (runs - 1) / 2);
  }
  return tests;
}

Warnings trial_warnings(const std::vector<ScoreGroup>& groups,
                        const std::optional<std::string>& baseline, const TestSettings& settings,
                        Correction correction) {
  if (!settings.test->is_random()) return {};
  correction = correction_for(*settings.test, correction);
  std::size_t pairs = 1;
  for (const ScoreGroup* group : comparable(groups)) {
    if (correction != Correction::none) pairs = std::max(pairs, pairs_of(*group, baseline).size());
  }
  const double smallest = smallest_corrected(pairs, settings.trials);
  if (smallest < settings.alpha) return {};
  const std::string alpha = shortest(settings.alpha);
  const std::string what =
      correction == Correction::none
          ? fmt::format("too few trials for alpha = {}, chance gives p = 0 at a rate of {:.2g}",
                        alpha, smallest)
          : fmt::format(
                "none of {} can be significant at alpha = {}: the smallest p-value after "
                "the {} correction is {:.2g}",
                count_of(pairs, "pair"), alpha, name_of(correction), smallest);
  return {description(settings) + ": " + what + "; " + trials_advice(pairs, settings.alpha)};
}

namespace {

// The pairs of one measure, with what the test says about them and the corrections make of it.
std::vector<ComparedPair> compared_by(const ScoreGroup& group, const ScoreMatrix& scores,
                                      std::span<const RunPair> pairs, const TestResult& result,
                                      const TestSettings& settings, Correction correction) {
  const auto p = corrected(result, settings, Correction::none);
  const auto holm_p = corrected(result, settings, Correction::holm);
  const auto bonferroni_p = corrected(result, settings, Correction::bonferroni);
  const auto decisive = corrected(result, settings, correction_for(*settings.test, correction));
  const std::vector<double> means = scores.means();
  std::vector<ComparedPair> compared(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [first, second] = pairs[i];
    const PairTest& tested = result.pairs[i];
    ComparedPair& pair = compared[i];
    pair.measure = scores.measure;
    pair.run1 = group.runs[first];
    pair.run2 = group.runs[second];
    pair.topics = scores.topics;
    pair.mean1 = means[first];
    pair.mean2 = means[second];
    pair.difference = tested.difference;
    pair.effect_size = tested.effect_size;
    pair.low = tested.low;
    pair.high = tested.high;
    pair.wins = tested.wins;
    pair.losses = tested.losses;
    pair.ties = tested.ties;
    pair.p = p[i];
    pair.p_holm = holm_p[i];
    pair.p_bonferroni = bonferroni_p[i];
    pair.corrected = decisive[i];
    pair.significant = decisive[i] < settings.alpha;
    if (pair.significant && pair.difference != 0) {
      pair.winner = pair.difference > 0 ? pair.run1 : pair.run2;
    }
  }
  return compared;
}

}  // namespace

std::vector<std::vector<ComparedPair>> compare_pairs(const ScoreGroup& group, std::size_t number,
                                                     std::span<const RunPair> pairs,
                                                     const TestSettings& settings,
                                                     Correction correction,
                                                     const PairsDone& progress) {
  const auto results = run_tests(group.measures, pairs, settings, progress);
  std::vector<std::vector<ComparedPair>> compared;
  for (std::size_t measure = 0; measure < results.size(); ++measure) {
    compared.push_back(
        compared_by(group, group.measures[measure], pairs, results[measure], settings, correction));
    for (ComparedPair& pair : compared.back()) pair.group = number;
  }
  return compared;
}

std::vector<DiscriminativePower> discriminative_powers(const std::vector<ScoreGroup>& groups,
                                                       const TestSettings& settings,
                                                       Correction correction,
                                                       const PairsDone& progress) {
  std::vector<std::vector<TestResult>> by_measure(groups.at(0).measures.size());
  for (const ScoreGroup* group : comparable(groups)) {
    auto results = run_tests(group->measures, all_pairs(group->runs.size()), settings, progress);
    for (std::size_t i = 0; i < results.size(); ++i) by_measure[i].push_back(std::move(results[i]));
  }
  std::vector<DiscriminativePower> powers;
  for (const auto& results : by_measure) {
    powers.push_back(
        discriminative_power(results, settings, correction_for(*settings.test, correction)));
  }
  return powers;
}

}  // namespace subintent::internal
