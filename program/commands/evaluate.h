// Declarations that the files of the command `subintent evaluate` share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/command.h"
#include "program/options/analysis.h"
#include "program/options/evaluation.h"
#include "program/options/runs.h"

namespace subintent::internal {

// The command line as it is given.
struct EvaluateOptions {
  EvaluationOptions evaluation;
  AnalysisArguments tables;  // what is made of scores; --alpha and --baseline of --compat, too
  std::optional<std::string> duplicates, duplicates_as, run_name, compat, beta, risk_alpha;
  std::vector<std::string> runs, measures;
  std::string output = "-";
  std::optional<std::int64_t> depth, min_grade;
  bool all_topics = false, list_measures = false;
};

// The plan that the options mean.
struct EvaluatePlan {
  EvaluationSetup evaluation;
  std::vector<GivenRun> runs;
};

// The inputs with duplicates, which are read.
EvaluationInputs inputs_of_evaluate(const EvaluateOptions& options, const EvaluatePlan& plan);

// --compat: what the tools of TREC and NTCIR print. Throws Error::usage for options that do not go
// with it, or need it.
void check_compat(const EvaluateOptions& options);
Work compat_work(CommandLine& line, std::shared_ptr<const EvaluateOptions> options,
                 EvaluatePlan plan);

}  // namespace subintent::internal
