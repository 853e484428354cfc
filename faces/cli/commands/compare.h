// What the files of the command `subintent compare` share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/options/evaluation.h"
#include "faces/cli/options/runs.h"
#include "faces/cli/options/significance.h"
#include "render/analysis.h"
#include "render/placebo_report.h"
#include "render/series.h"

namespace subintent::internal::compare_command {

// The command line as it is given.
struct Options {
  EvaluationOptions evaluation;
  TopicViewArguments view;
  std::vector<std::string> arguments, gold, preferences;
  std::optional<std::string> measures, tests, of, curves, svg, dendrograms, superintents, deltas,
      pool_depths, depths;
  std::vector<std::string> pooled_runs;
  TestOptions testing;
  std::optional<std::int64_t> placebo;
  std::optional<std::string> differences, systems, residual_of;
  std::optional<std::string> missing, run_name, scores_format, ties;
  std::string format = "table", output = "-";
  double alpha = 0.05, beta = 0.2, svg_limit = 0.15, rbp_residual = 0;
  bool standardise = false, per_topic = false, by_hierarchy = false, no_overlaps = false,
       agreement = false, leave_out = false;
};

// Where the scores come from: files, or runs scored for a range of depths or deltas, or with
// placebos.
enum class ScoreSource { scores, pooling, delta, placebo };

// What it means.
struct Plan {
  ScoreSource source = ScoreSource::scores;
  AnalysisOptions analysis;
  std::vector<std::string> inputs;  // paths
  EvaluationSetup evaluation;       // of all but scores
  std::vector<GivenRun> runs, pooled_runs;
  std::vector<double> deltas;
  PlaceboOptions placebo;  // of delta and placebo
  std::vector<std::uint32_t> pool_depths, depths;
};

// compare_options.cpp: declares the options; finds out what they mean, as far as that can be done
// without opening a file. Throws Error (wrong usage).
void declare(CommandLine& line, Options& options);
Plan plan_of(CommandLine& line, const Options& options);
// Is the option of this long name given, be it with its default value?
bool is_given(const CommandLine& line, std::string_view option);
// Those that a report can be written in.
std::vector<std::string_view> report_formats();
// The names in a list of measures, at whose commas outside brackets it is cut.
std::vector<std::string> measure_names(const std::string& text);

// The tests in a list of names; what is wrong with the options of tests. Throw Error::usage.
std::vector<const SignificanceTest*> tests_named(const std::string& text);
void check_numbers(const Options& options);

// compare_exchange.cpp: runs on one thing, then on another. Which options go with the analysis:
// beside those that all have its `own`, and with runs those of evaluations and tests but `unused`.
// Throws Error::usage.
void check_exchange(const char* analysis, const CommandLine& line, const Options& options,
                    std::vector<std::string_view> own, std::vector<std::string_view> unused,
                    bool has_runs);
// Tests of pairs of runs, t by default.
struct PairTests {
  std::vector<TestSettings> settings;
  Correction correction = Correction::none;
};
// Throws Error::usage.
PairTests pair_tests(const Options& options);
void warn_of_trials(const ScoreGroup& scores, const PairTests& tests, Warnings& warnings);

// compare_judgments.cpp: two files of judgments, and what they make of runs; or one, without what
// each run alone has contributed. Throws Error::usage.
bool is_of_judgments(const Options& options);
Work judgments_work(const Options& options, CommandLine& line);

// compare_hierarchies.cpp: two files of hierarchies, and what they make of runs. Throws
// Error::usage.
bool is_of_hierarchies(const Options& options);
Work hierarchies_work(const Options& options, CommandLine& line);

// compare_similarities.cpp: what similarities compares, which are no scores. Throws Error::usage.
bool is_of_similarities(const Options& options);
Work similarities_work(const Options& options, CommandLine& line);

// compare_series.cpp: the analysis at every pooling and evaluation depth, or at every delta.
Series pooling_series(const Options& options, const Plan& plan, const CommandLine& line);
// Also of every placebo, in `placebos`, where those are asked for.
Series delta_series(const Options& options, const Plan& plan, const CommandLine& line,
                    std::vector<PlaceboPoint>& placebos);

// Discriminative power with the hierarchies that are given, and with placebos.
Report placebo_study(const Options& options, const Plan& plan, const CommandLine& line);

}  // namespace subintent::internal::compare_command
