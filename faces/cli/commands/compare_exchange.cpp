// What subintent compare hierarchies and judgments share: runs that are compared on one thing, then
// on another.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "faces/cli/commands/compare.h"

namespace subintent::internal::compare_command {
namespace {

bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::count(names, name) > 0;
}

}  // namespace

void check_exchange(const char* analysis, const CommandLine& line, const Options& o,
                    std::vector<std::string_view> own, std::vector<std::string_view> unused,
                    bool has_runs) {
  own.insert(own.end(), {"format", "output", "provenance", "quiet", "threads"});
  constexpr std::string_view of_tests[] = {"measures", "test",       "trials",     "seed",
                                           "alpha",    "correction", "standardise"};
  const std::vector<std::string> scoring = o.evaluation.given();
  for (const std::string& option : line.given()) {
    if (has(own, option)) continue;
    const bool scores = !has(unused, option) &&
                        (has(of_tests, option) || std::ranges::count(scoring, "--" + option) > 0);
    if (scores && has_runs) continue;
    if (!scores)
      throw Error::usage(fmt::format("--{} cannot be used with {}", option, analysis),
                         "leave it out");
    throw Error::usage(fmt::format("--{} cannot be used with {} without runs", option, analysis),
                       has(unused, "qrels") ? "give runs after the judgments"
                                            : "give runs after the two files, and --qrels");
  }
}

PairTests pair_tests(const Options& o) {
  check_numbers(o);
  AnalysisOptions analysis;
  if (o.testing.trials) analysis.trials = static_cast<std::uint64_t>(*o.testing.trials);
  if (o.testing.seed) analysis.seed = static_cast<std::uint64_t>(*o.testing.seed);
  analysis.alpha = o.alpha;
  PairTests made;
  for (const SignificanceTest* test : tests_named(o.tests.value_or("t"))) {
    made.settings.push_back(settings_of(analysis, *test, false));
  }
  made.correction = comparison_of(o.testing, Correction::none).correction;
  return made;
}

void warn_of_trials(const ScoreGroup& scores, const PairTests& tests, Warnings& warnings) {
  for (const TestSettings& settings : tests.settings) {
    const Warnings more = trial_warnings({scores}, {{}, tests.correction}, settings);
    warnings.insert(warnings.end(), more.begin(), more.end());
  }
}

}  // namespace subintent::internal::compare_command
