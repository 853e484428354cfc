// One analysis of the scores of some groups of runs, from options to report.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/tested_pairs.h"
#include "compare/topic_set_size.h"
#include "render/charts/chart.h"
#include "render/report.h"
#include "subintent/progress.h"
#include "subintent/warning.h"

namespace subintent::internal {

struct Analysis;

// An analysis of this name; nullptr if there is none.
const Analysis* find_analysis(std::string_view name);

struct AnalysisOptions {
  const Analysis* analysis = find_analysis("significance");
  std::vector<const SignificanceTest*> tests;
  std::optional<std::uint64_t> trials;  // none: the test's default
  std::uint64_t seed = 1;
  double alpha = 0.05;
  Correction correction = Correction::none;
  CorrectionFamily family = CorrectionFamily::pairs;  // significance
  std::vector<std::string> baselines;                 // significance: pairs with these runs only
  bool of_runs = true;                                // correlation of rankings of runs
  bool of_pairs = false;                              // and of the order of pairs by p-value
  PowerLayout power;                                  // discriminative-power
  std::vector<std::string> gold;                      // concordance
  std::vector<PreferencePool> pools;                  // preferences
  TiedPreference tied = TiedPreference::disagree;
  bool agreement = false;   // preferences: about people also where files say no more than who chose
                            // what
  TopicSetGrid sizes;       // topic-set-size
  bool draws = false;       // makes AnalysisResult::chart
  double svg_limit = 0.15;  // discriminative-power: p-values above it are cut off
};

struct AnalysisResult {
  Report report;
  Warnings warnings;                   // what a reader of the report should know
  std::vector<TestedMeasures> tested;  // by test; of discriminative power
  std::optional<Chart> chart = {};     // where options.draws, of the first test
};

// The settings of one of the tests; `intervals` as in TestSettings.
TestSettings settings_of(const AnalysisOptions& options, const SignificanceTest& test,
                         bool intervals);

// An analysis: what it is called, what it takes, and what it makes of scores.
struct Analysis {
  std::string_view name;          // "significance"
  std::string_view summary = {};  // what it says, for the help
  // Names of those of its own; "alpha", "trials" and "seed" among them if it takes these without
  // testing significance.
  std::vector<std::string_view> parameters = {};
  std::string_view default_tests = "t";  // names separated by commas
  Correction default_correction = Correction::none;
  bool draws = false;         // has a chart
  bool resamples = false;     // has random intervals, whatever its tests
  bool compares_runs = true;  // else runs that no other has the topics of are no loss
  // Does it test significance, with these options? nullptr: never.
  bool (*tests_significance)(const AnalysisOptions& options) = nullptr;
  AnalysisResult (*run)(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                        const PairsDone& progress) = nullptr;

  // Does it take a parameter of its own of that name?
  bool takes(std::string_view parameter) const;
};

// All analyses there are, each with a file of its own.
std::span<const Analysis> analyses();

// Makes options.analysis of groups that all have the same measures. Progress is counted in measures
// times pairs times tests. Throws Error where there is nothing to compare: fewer than two runs; for
// correlation fewer than two measures.
AnalysisResult analyse(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                       const ProgressCallback& progress = {});

}  // namespace subintent::internal
