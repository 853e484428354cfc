// Commands that make analyses from files: one analysis each, or, as `compare`, one of several.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/options/analysis.h"
#include "faces/cli/options/captions.h"
#include "faces/cli/options/evaluation.h"
#include "faces/cli/options/runs.h"
#include "study/analyses/analysis.h"

namespace subintent::internal {

// The command line as it is given.
struct AnalysisCommandOptions {
  EvaluationOptions evaluation;
  TopicViewArguments view;
  AnalysisArguments analysis;
  CaptionOptions captions;
  std::vector<std::string> arguments, preferences, pooled_runs, more_judgments, dendrograms;
  std::optional<std::string> human, model, curves, svg, junit, markdown, superintents, missing,
      run_name, scores_format, limit, answers;  // answers: what they hold, beside runs
  std::string format = "table", output = "-";
  bool leave_out = false;
};

// What it means, as far as that can be known without opening a file.
struct AnalysisPlan {
  const Analysis* analysis = nullptr;
  const Analysis* each = nullptr;
  AnalysisValues values{{}};
  std::vector<std::string> files;  // scores, or two files to compare
  std::vector<GivenRun> runs, pooled;
  bool of_answers = false;              // in the place of judgments and runs, or of scores
  std::vector<std::string> answers;     // names of those; none: all
  std::optional<std::size_t> baseline;  // of a gate: one of the runs
  EvaluationSetup evaluation;
  std::vector<Measure> measures;
  std::size_t limit = 10;  // rows of tables in the text; 0: all
};

// All options that an analysis takes, by the names of the command line.
std::vector<std::string> options_taken(const Analysis& analysis, const Analysis* each,
                                       bool has_runs);

// The formats of a report.
std::vector<std::string_view> report_formats();

// Declares --format and --output.
void declare_output(CommandLine& line, AnalysisCommandOptions& options);

// The files and runs of `plan.analysis`: the arguments behind so many words. Throws Error::usage.
void read_inputs(const AnalysisCommandOptions& options, std::size_t words, AnalysisPlan& plan);

// Makes the analysis of a plan that has its files and runs. Throws Error::usage for what else makes
// no sense.
Work analysis_work(CommandLine& line, std::shared_ptr<AnalysisCommandOptions> options,
                   AnalysisPlan plan);

// A command that makes this analysis alone, with the options and the words of its record.
Work setup_analysis(CommandLine& line, const Analysis& analysis);

}  // namespace subintent::internal
