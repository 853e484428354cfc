// What the files of the command `subintent evaluate` share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "evaluate/compat/gdeval.h"
#include "evaluate/compat/ndeval.h"
#include "evaluate/compat/ntcireval.h"
#include "evaluate/compat/trec_eval.h"
#include "faces/cli/options/evaluation.h"
#include "faces/cli/options/runs.h"
#include "faces/cli/options/significance.h"
#include "render/run_table.h"
#include "render/table_format.h"

namespace subintent::internal::evaluate_command {

// The command line as it is given.
struct Options {
  EvaluationOptions evaluation;
  std::optional<std::string> duplicates;
  std::optional<std::string> duplicates_as;
  std::optional<std::string> compat, digits, significance, intervals, run_name, format;
  TestOptions testing;  // --baseline is that of --compat ndeval, too
  std::vector<std::string> runs, measures, assignments;
  std::string output = "-";
  std::optional<std::string> alpha, beta, risk_alpha;
  std::optional<std::int64_t> depth, min_grade;
  bool p_values = false, per_topic = false, answered_topics = false, all_topics = false,
       standardise = false, list_measures = false;
};

// The tool whose output is printed, with its options.
using Tool = std::variant<NdevalOptions, TrecEvalOptions, GdevalOptions, NtcirevalOptions>;

// What the command line means.
struct Plan {
  EvaluationSetup evaluation;
  std::vector<GivenRun> runs;
  std::vector<Measure> measures;
  std::vector<bool> named;  // by measure: it has a name by NAME=MEASURE
  std::size_t depth = std::numeric_limits<std::size_t>::max();  // at which lists are cut
  const TableFormat* format = nullptr;
  NumberFormat number;
  RunTableOptions statistics;
  std::optional<Tool> tool;
};

// --compat: fills the tool, the measures it needs, and the order of runs it expects. Throws
// Error::usage for options that do not go with it, or without --compat.
void read_tool(const Options& options, Plan& plan);

// Options that were given and have no effect on the tool, "--topics, --hierarchy"; empty without
// --compat, or if there are none.
std::string options_unused_by_tool(const Options& options);

// What a tool for topic-level judgments, which needs no scorer, prints: each run for itself. Reads
// judgments and runs. Nothing for other tools.
std::optional<std::string> adhoc_tool_text(const Options& options, const Plan& plan);

// What a tool that needs a scorer prints of runs that are scored by the measures of the plan.
std::string scored_tool_text(const Tool& tool, const Scorer& scorer,
                             const std::vector<TaggedScores>& runs,
                             const std::optional<TaggedScores>& baseline);

}  // namespace subintent::internal::evaluate_command
