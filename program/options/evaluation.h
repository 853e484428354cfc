// The options that the commands that score runs share.
#pragma once

#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/evaluate.h"
#include "subintent/values.h"

namespace subintent::internal {

// The options of evaluations, as they are given.
struct EvaluationOptions {
  JudgmentOptions judgments;
  SimilarityOptions similarity;
  std::vector<std::string> hierarchies;
  GroupOptions groups;
  std::optional<std::string> gains, order;
  std::optional<std::int64_t> max_grade;
  std::optional<std::string> on_duplicate;
  std::vector<std::string> assignments;  // nuggets assigned to answers, by --assignments
  bool may_lack_judgments = false;       // where no measure needs them
};

// What they mean.
struct EvaluationSetup {
  EvaluationInputs inputs;
  RunOrder order = RunOrder::rank;
  OnDuplicate on_duplicate = OnDuplicate::error;
  std::vector<std::string> paths;  // of all files but the runs
};

// Declares them but --order, which commands explain in their own words.
void declare_evaluation(CommandLine& line, EvaluationOptions& options);

// Declares --assignments, whose answers stand in the place of `replaced`, "--qrels and runs".
void declare_assignments(CommandLine& line, EvaluationOptions& options,
                         const std::string& replaced = "--qrels and runs");

// Where there are assignments: they and `more` files of them become the judgments. Throws
// Error::usage where judgments are given, too.
void take_assignments(EvaluationOptions& options, std::vector<std::string>& more);

// Prints what there is to say of an evaluation.
void say(const Remarks& remarks, const CommandLine& line);

// What they mean. Throws Error of Kind::argument.
EvaluationSetup evaluation_setup(const EvaluationOptions& options);

// Runs, to be read as the setup says.
std::vector<RunFile> run_files(const std::vector<GivenRun>& runs, const EvaluationSetup& setup);

}  // namespace subintent::internal
