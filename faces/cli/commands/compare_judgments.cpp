// subintent compare judgments: how far two sets of judgments agree, and what it changes for runs to
// take one for the other; or what it changes to leave out the contribution of each run.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "faces/cli/commands/compare.h"
#include "faces/cli/options/numbers.h"
#include "faces/cli/terminal_width.h"
#include "io/input_file.h"
#include "io/output_file.h"
#include "render/judgments_report.h"
#include "render/table_format.h"
#include "study/judgment_agreement.h"
#include "study/leave_out.h"

namespace subintent::internal::compare_command {
namespace {

constexpr const char* default_measures = "nDCG@20,alpha-nDCG@20,D#-nDCG@20";

struct Inputs {
  std::vector<std::string> qrels;  // one with --leave-out, else two
  std::vector<GivenRun> runs;      // none: only the judgments are compared
  EvaluationSetup evaluation;      // by the first
  std::vector<Measure> measures;
  PairTests tests;
  BootstrapSettings bootstrap;
  std::vector<std::uint32_t> depths;  // of pools
};

void check_use(const Options& o, const CommandLine& line, bool has_runs) {
  std::vector<std::string_view> own = {"leave-out"}, unused = {"qrels", "adhoc-qrels"};
  if (o.leave_out) {
    own.insert(own.end(), {"pool-depths", "measures"});
    unused.insert(unused.end(), {"test", "trials", "seed", "alpha", "correction", "standardise"});
  } else {
    own.insert(own.end(), {"trials", "seed", "alpha"});
  }
  check_exchange("judgments", line, o, std::move(own), std::move(unused), has_runs);
}

// The same evaluation by the judgments of one file.
EvaluationInputs inputs_by(const Inputs& inputs, std::size_t which) {
  EvaluationInputs made = inputs.evaluation.inputs;
  made.judgments.qrels = Source(inputs.qrels.at(which));
  return made;
}

Inputs checked(const Options& o, CommandLine& line) {
  const std::size_t files = o.leave_out ? 1 : 2;
  if (o.arguments.size() < 1 + files) {
    throw Error::usage(o.leave_out ? "judgments --leave-out takes judgments and runs"
                                   : "judgments compares two files",
                       o.leave_out ? "name them" : "name both");
  }
  const auto first_run = o.arguments.begin() + static_cast<std::ptrdiff_t>(1 + files);
  Inputs inputs;
  inputs.qrels = {o.arguments.begin() + 1, first_run};
  inputs.runs = given_runs({first_run, o.arguments.end()});
  check_use(o, line, !inputs.runs.empty());
  if (inputs.runs.size() == 1 || (o.leave_out && inputs.runs.empty())) {
    throw Error::usage("judgments compares rankings of runs", "give two runs or more");
  }
  EvaluationOptions evaluation = o.evaluation;
  evaluation.judgments.qrels = {inputs.qrels[0]};
  inputs.evaluation = evaluation_setup(evaluation);
  inputs.measures =
      parse_measures(o.measures.value_or(default_measures), inputs.evaluation.measure_context());
  inputs.tests = pair_tests(o);
  inputs.bootstrap.alpha = o.alpha;
  if (o.testing.trials) inputs.bootstrap.trials = static_cast<std::uint64_t>(*o.testing.trials);
  if (o.testing.seed) inputs.bootstrap.seed = static_cast<std::uint64_t>(*o.testing.seed);
  inputs.depths = ascending_depths("pool_depths", o.pool_depths.value_or("100"));
  std::vector<std::string> paths = inputs.evaluation.paths;
  for (const auto& more : {inputs.qrels, paths_of(inputs.runs)}) {
    paths.insert(paths.end(), more.begin(), more.end());
  }
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  line.check_files(paths, {o.output});
  return inputs;
}

void warn_of_topics(const std::vector<std::string>& missing, const std::string& has,
                    const std::string& lacks, Warnings& warnings) {
  if (missing.empty()) return;
  warnings.push_back(fmt::format("{} of {} left out: not in {}; the first is {}",
                                 count_of(missing.size(), "topic"), display_name(has),
                                 display_name(lacks), printable(missing[0])));
}

void agree(const Inputs& inputs, const Judgments& first, const Judgments& second,
           JudgmentComparison& made, Warnings& warnings) {
  const auto only1 = topics_missing(first.diversity, second.diversity);
  if (only1.size() == first.diversity.topics().size()) {
    throw Error(Location{made.second, 0}, "has none of the topics of " + made.first,
                "give judgments of the same topics");
  }
  warn_of_topics(only1, inputs.qrels[0], inputs.qrels[1], warnings);
  warn_of_topics(topics_missing(second.diversity, first.diversity), inputs.qrels[1],
                 inputs.qrels[0], warnings);
  made.bootstrap = inputs.bootstrap;
  made.agreements.push_back(
      judgment_agreement("topic", first.adhoc, second.adhoc, inputs.bootstrap));
  made.agreements.push_back(
      judgment_agreement("intents", first.diversity, second.diversity, inputs.bootstrap));
}

// Those of the topics that both have.
ScoreGroup common_topics(const ScoreGroup& scores, const ScoreGroup& other) {
  ScoreGroup made{scores.runs, {}, {}};
  std::vector<std::size_t> kept;
  for (std::size_t t = 0; t < scores.topics.size(); ++t) {
    if (std::ranges::count(other.topics, scores.topics[t]) == 0) continue;
    kept.push_back(t);
    made.topics.push_back(scores.topics[t]);
  }
  for (const ScoreMatrix& all : scores.measures) {
    ScoreMatrix& part =
        made.measures.emplace_back(ScoreMatrix{all.measure, kept.size(), all.runs, {}});
    for (const std::size_t topic : kept) {
      for (std::size_t run = 0; run < all.runs; ++run) part.values.push_back(all.at(topic, run));
    }
  }
  return made;
}

// Scores the runs by the one, then by the other.
void exchange(const Options& o, const Inputs& inputs, const EvaluationData& first,
              const EvaluationData& second, Remarks& remarks, JudgmentComparison& made) {
  const std::vector<Run> runs =
      read_runs(inputs.runs, inputs.evaluation.order, inputs.evaluation.on_duplicate);
  const ScoreGroup scores1 = score_runs(runs, first.scorer(inputs.measures), remarks);
  const ScoreGroup scores2 = score_runs(runs, second.scorer(inputs.measures));
  ScoreGroup before = common_topics(scores1, scores2), after = common_topics(scores2, scores1);
  if (o.standardise) {
    standardise(before);
    standardise(after);
  }
  warn_of_trials(before, inputs.tests, remarks.warnings);
  made.tests = inputs.tests.settings;
  made.correction = inputs.tests.correction;
  made.measures = exchanged_measures(before, after, made.tests, made.correction);
  add_intervals(before, after, made.tests, made.correction, inputs.bootstrap, made.measures);
}

// Of files that both evaluations read, the same is said once.
void add_new(const Warnings& more, Warnings& said) {
  for (const std::string& sentence : more) {
    if (std::ranges::count(said, sentence) == 0) said.push_back(sentence);
  }
}

Report compared(const Options& o, const Inputs& inputs, const CommandLine& line) {
  JudgmentComparison made;
  made.first = display_name(inputs.qrels[0]);
  made.second = display_name(inputs.qrels[1]);
  const std::span<const Measure> measures =
      inputs.runs.empty() ? std::span<const Measure>() : inputs.measures;
  Remarks remarks;
  const EvaluationData first = read_evaluation(inputs_by(inputs, 0), measures, remarks);
  Remarks on_second;
  const EvaluationData second = read_evaluation(inputs_by(inputs, 1), measures, on_second);
  add_new(on_second.warnings, remarks.warnings);
  add_new(on_second.notes, remarks.notes);
  agree(inputs, *first.judgments, *second.judgments, made, remarks.warnings);
  if (!inputs.runs.empty()) exchange(o, inputs, first, second, remarks, made);
  say(remarks, line);
  return judgments_report(made);
}

Report left_out(const Inputs& inputs, const CommandLine& line) {
  Remarks remarks;
  const EvaluationData data = read_evaluation(inputs_by(inputs, 0), inputs.measures, remarks);
  const std::vector<Run> runs =
      read_runs(inputs.runs, inputs.evaluation.order, inputs.evaluation.on_duplicate);
  check_runs(data, inputs.measures, runs, remarks);
  say(remarks, line);
  ProgressLine progress(line.shows_progress());
  std::vector<LeftOutRun> found;
  for (const std::uint32_t depth : inputs.depths) {
    const auto more = leave_out_runs(data, runs, inputs.measures, depth, progress.callback());
    found.insert(found.end(), more.begin(), more.end());
  }
  return leave_out_report(found);
}

}  // namespace

bool is_of_judgments(const Options& o) {
  return !o.arguments.empty() && o.arguments[0] == "judgments";
}

Work judgments_work(const Options& o, CommandLine& line) {
  CommandLine::require_one_of("--format", o.format, report_formats());
  return [o, &line, inputs = checked(o, line)] {
    OutputFiles files;
    OutputFile& output = files.open(o.output);
    const Report report = o.leave_out ? left_out(inputs, line) : compared(o, inputs, line);
    output.write(find_table_format(o.format)->report("compare judgments", report,
                                                     o.output == "-" ? terminal_width() : 0));
    files.close();
  };
}

}  // namespace subintent::internal::compare_command
