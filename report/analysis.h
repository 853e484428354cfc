// One analysis of the scores of some groups of runs, from options to report.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"
#include "subintent/progress.h"

namespace subintent {

enum class AnalysisKind {
  significance,
  discriminative_power,
  correlation,
  concordance,
  preferences
};

std::optional<AnalysisKind> analysis_named(std::string_view name);

struct AnalysisOptions {
  AnalysisKind kind = AnalysisKind::significance;
  std::vector<const SignificanceTest*> tests;
  std::optional<std::uint64_t> trials;  // none: the test's default
  std::uint64_t seed = 1;
  double alpha = 0.05;
  Correction correction = Correction::none;
  std::optional<std::string> baseline;  // significance: pairs with this run only
  bool of_runs = true;                  // correlation of rankings of runs
  bool of_pairs = false;                // and of the order of pairs by p-value
  std::vector<std::string> gold;        // concordance
  // preferences: each file and the name of its pool, its name in messages
  struct Pool {
    std::string name, file;
    std::vector<UserPreference> preferences;
  };
  std::vector<Pool> pools;
  TiedPreference tied = TiedPreference::disagree;
};

struct Analysis {
  Report report;
  std::vector<std::string> warnings;  // what a reader of the report should know
  std::vector<TestedMeasures>
      tested;  // by test; for discriminative power and the correlation of p-values
};

// All groups have the same measures. Progress is counted in measures times pairs times tests.
// Throws Error where there is nothing to compare: fewer than two runs; for correlation fewer than
// two measures.
Analysis analyse(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                 const ProgressCallback& progress = {});

}  // namespace subintent
