// Commands that make analyses from files: one analysis each, or, as `compare`, one of several.
#pragma once

#include "program/command_line.h"
#include "program/options/analysis.h"
#include "program/options/inputs.h"
#include "subintent/analysis.h"

namespace subintent::internal {

// The command line as it is given.
struct AnalysisCommandOptions {
  EvaluationOptions evaluation;
  TopicViewArguments view;
  AnalysisArguments analysis;
  CaptionOptions captions;
  std::vector<std::string> arguments, preferences, pooled_runs, more_judgments, lower_is_better;
  std::optional<std::string> human, model, dendrograms, curves, svg, junit, markdown, superintents,
      missing, run_name, scores_format, limit, answers;  // answers: what they hold, beside runs
  std::string format = "table", output = "-";
  bool leave_out = false;
  bool between_judges = false;  // `judges` without people and a model: correlation of judges
};

// The request that the options mean, as far as that can be known without opening a file.
struct AnalysisRequest {
  const AnalysisRecord* analysis = nullptr;  // of a series without what it makes of each setting
  std::string name;                          // with that: "pooling significance"
  std::vector<AnalysisOption> options;       // that it takes
  std::vector<std::string> inputs;           // scores, or two files to compare
  std::optional<std::string> truth;          // the judge who is taken for the truth
  std::vector<GivenRun> runs, pooled;
  AnalysisValues values{std::vector<AnalysisOption>()};
  AnalysisSources files;
  AnalysisLayout layout;

  AnalysisRequest() = default;
  AnalysisRequest(const AnalysisRecord& analysis, const std::string& name);
};

// All options that an analysis takes, of which `own` are those of its record, by the names of the
// command line.
std::vector<std::string> options_taken(const AnalysisRecord& analysis,
                                       const std::vector<AnalysisOption>& own, bool has_runs);

// Declares --format and --output.
void declare_output(CommandLine& line, AnalysisCommandOptions& options);

// The files and runs of `request.analysis`: the arguments behind so many words. Throws
// Error::usage.
void read_inputs(const AnalysisCommandOptions& options, std::size_t words,
                 AnalysisRequest& request);

// Makes the analysis of a request that has its files and runs. Throws Error of Kind::argument for
// what else makes no sense.
Work analysis_work(CommandLine& line, std::shared_ptr<AnalysisCommandOptions> options,
                   AnalysisRequest request);

// A command that makes this analysis alone, with the options and the words of its record.
Work setup_analysis(CommandLine& line, const AnalysisRecord& analysis);

}  // namespace subintent::internal
