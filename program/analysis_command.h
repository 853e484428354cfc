// Commands that make analyses from files: one analysis each, or, as `compare`, one of several.
#pragma once

#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/analysis.h"
#include "subintent/records.h"

namespace subintent::internal {

// The options of analyses as they are given, by the names of the records.
class AnalysisArguments {
 public:
  struct Argument {
    std::vector<std::string> texts;
    std::optional<std::string> text;
    bool flag = false;

    bool given() const { return flag || text || !texts.empty(); }
  };

  bool is_declared(const std::string& name) const { return given_.contains(name); }
  Argument& declare(const std::string& name) { return given_[name]; }
  const std::map<std::string, Argument>& given() const { return given_; }
  const Argument& operator[](const std::string& name) const { return given_.at(name); }

  // --measures, cut at commas outside of brackets; none where it was not given. Throws Error.
  std::vector<std::string> measures() const;

 private:
  std::map<std::string, Argument> given_;  // nodes stay where they are
};

// "pool-depths" of "pool_depths".
std::string command_line_name(std::string name);

// The help of an option, and the option itself.
std::string help_of(const AnalysisOption& option);
void declare_record_option(CommandLine& line, AnalysisArguments& arguments,
                           const AnalysisOption& option, const std::string& help);
// Declares the options of a list from the first name to the last.
void declare_record_options(CommandLine& line, AnalysisArguments& arguments,
                            const std::vector<AnalysisOption>& options, std::string_view first,
                            std::string_view last);
const AnalysisOption& option_named(const std::vector<AnalysisOption>& options,
                                   std::string_view name);

// Declares the option of that name, which one of the analyses has at least, with the defaults that
// it has in all of them.
void declare_analysis_option(CommandLine& line, AnalysisArguments& arguments,
                             const std::string& name, const std::vector<AnalysisRecord>& analyses);

// The values that were given. Throws Error for invalid ones.
AnalysisValues values_of(const AnalysisArguments& arguments, std::vector<AnalysisOption> options);

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
