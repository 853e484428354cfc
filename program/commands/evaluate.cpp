// subintent evaluate: scores of runs by any measure.
#include "program/commands/evaluate.h"

#include <fmt/format.h>

#include "program/error_text.h"
#include "program/options/names.h"
#include "program/terminal_width.h"
#include "subintent/basics.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"
#include "subintent/report.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

// Options of tests but --alpha, which --compat has, too.
void declare_significance(CommandLine& line, EvaluateOptions& o,
                          const std::vector<AnalysisOption>& options) {
  const AnalysisOption& baseline = option_named(options, "baseline");
  line.section("Significance");
  declare_record_options(line, o.tables, options, "significance", "significance");
  declare_record_option(
      line, o.tables, baseline,
      help_of(baseline) +
          "; with --compat ndeval a file, [NAME=]RUN: print differences to this run");
  declare_record_options(line, o.tables, options, "trials", "p_values");
}

void declare_compat(CommandLine& line, EvaluateOptions& o,
                    const std::vector<AnalysisOption>& options) {
  const AnalysisOption& alpha = option_named(options, "alpha");
  line.section("Output of other tools");
  line.option("compat", &o.compat, "ndeval|trec_eval|gdeval|ntcireval",
              "print what this tool of TREC or NTCIR prints");
  declare_record_option(line, o.tables, alpha,
                        "with --significance or --intervals: " + help_of(alpha) +
                            "; with --compat ndeval: redundancy intolerance (default: 0.5)");
  line.option("beta", &o.beta, "B", "with --compat ndeval: patience of NRBP (default: 0.5)");
  line.flag("all-topics", &o.all_topics, "with --compat: means over all judged topics");
  line.option("min-grade", &o.min_grade, "G",
              "with --compat trec_eval: lowest grade that is relevant (default: 1)");
  line.option("risk-alpha", &o.risk_alpha, "R",
              "with --compat ndeval: losses against the baseline have weight 1+R (default: 0)");
}

void declare_runs(CommandLine& line, EvaluateOptions& o) {
  line.option("duplicates", &o.duplicates, "FILE",
              "near-duplicates, pairs or groups from simhash --within: a document with a duplicate "
              "above it does not count");
  line.option("duplicates-as", &o.duplicates_as, choice(names_of(duplicate_treatments)),
              "count such a document as not relevant (default), or remove it from the list");
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run: by rank (default), by score with ties by docno descending (default "
              "with --compat trec_eval and gdeval), or by the order of the lines (default with "
              "--compat ntcireval)");
  line.option("depth", &o.depth, "N", "cut all ranked lists at N documents");
  line.option("run-name", &o.run_name, "file|tag",
              "name runs without NAME after their files (default) or by column six");
}

void declare_evaluate(CommandLine& line, EvaluateOptions& o) {
  const std::vector<AnalysisOption>& options = evaluate_record().options;
  line.summary(evaluate_record().summary);
  line.inputs(&o.runs, "[NAME=]RUN...",
              "runs, TREC six-column format; - is standard input; NAME is the name of the run in "
              "the output");
  line.example("evaluate --qrels qrels.txt -m alpha-nDCG@10,D#-nDCG@10 runs/*");
  line.example("evaluate --qrels qrels.txt --per-topic --format tsv -o scores.tsv runs/*");
  line.example("evaluate --assignments a.jsonl b.jsonl");
  line.example("evaluate --dense vectors.jsonl -m ILD@10,NearDup@10 runs/*");
  declare_evaluation(line, o.evaluation);
  declare_assignments(line, o.evaluation);
  declare_runs(line, o);
  line.section("Measures");
  line.option("measures,m", &o.measures, "[NAME=]MEASURE,...",
              "measures, e.g. 'D#-nDCG@20,alpha_nDCG(alpha=0.9)@10' (default: those of Dou et al. "
              "2019 at 20); NAME is the name of the measure in the output");
  line.flag("list-measures", &o.list_measures,
            "list all measures with formula, parameters and source, and do nothing else");
  declare_record_options(line, o.tables, options, "answered_topics", "standardise");
  line.section("Output");
  declare_record_options(line, o.tables, options, "per_topic", "label");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
  declare_significance(line, o, options);
  declare_compat(line, o, options);
}

void check_duplicates(const EvaluateOptions& o, EvaluationSetup& setup) {
  value_named("--duplicates-as", o.duplicates_as, duplicate_treatments);  // or an error
  if (o.duplicates) {
    setup.paths.push_back(*o.duplicates);
  } else if (o.duplicates_as) {
    throw Error::usage("--duplicates-as needs --duplicates",
                       "give the duplicates, or leave it out");
  }
}

// Are there answers in the place of runs?
bool scores_answers(const EvaluateOptions& o) {
  return !o.evaluation.assignments.empty();
}

std::vector<std::string> measures_of(const EvaluateOptions& o, const EvaluationInputs& inputs) {
  const bool of_answers = o.measures.empty() && scores_answers(o);
  return subintent::measures_of(of_answers ? answer_measures() : o.measures, inputs);
}

// The values of the analysis that is made of scores. How many systems have answered is not known
// yet.
AnalysisValues table_values(const EvaluateOptions& o, std::size_t runs, std::size_t measures) {
  AnalysisValues values = values_of(o.tables, evaluate_record().options);
  check_score_tables(values, scores_answers(o) ? 2 : runs, measures);
  return values;
}

EvaluatePlan plan_of_evaluate(CommandLine& line, const EvaluateOptions& o) {
  EvaluatePlan plan;
  plan.evaluation = evaluation_setup(o.evaluation);
  check_duplicates(o, plan.evaluation);
  if (o.runs.empty() && !scores_answers(o)) {
    throw Error::usage("no runs given", "give at least one run file");
  }
  plan.runs = given_runs(o.runs);
  plan.evaluation.inputs.usual_measures = o.measures.empty();
  if (o.run_name) CommandLine::require_one_of("--run-name", *o.run_name, {"file", "tag"});
  std::vector<std::string> inputs = plan.evaluation.paths;
  for (const GivenRun& run : plan.runs) inputs.push_back(run.path);
  if (o.compat) {
    for (const std::string& run : o.tables["baseline"].texts) inputs.push_back(given_run(run).path);
  }
  line.check_files(inputs, {o.output});
  check_compat(o);
  return plan;
}

void check_names(const EvaluateOptions& o, const std::vector<RunFile>& files,
                 const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (const RunFile& file : files) shown.push_back(file.source.name());
  require_different_names(names, shown,
                          fmt::format("{}, or use --run-name {}", different_names_advice,
                                      o.run_name == "tag" ? "file" : "tag"));
}

std::string evaluate(const EvaluateOptions& o, const EvaluatePlan& plan,
                     const std::vector<std::string>& measures, const AnalysisValues& values,
                     const CommandLine& line) {
  std::vector<Remarks> kept;  // until it is known that these are assignments to answers
  std::vector<RunFile> files = run_files(plan.runs, plan.evaluation);
  for (RunFile& file : files) file.named_by_tag = o.run_name == "tag";
  std::vector<AnyRun> runs(files.begin(), files.end());
  EvaluationInputs inputs = inputs_of_evaluate(o, plan);
  take_topics(inputs, runs);
  const Evaluator evaluator(inputs, measures, [&](const Remarks& remarks) {
    if (!scores_answers(o)) return say(remarks, line);
    kept.push_back(remarks);
  });
  const ScoredRuns scored = [&] {
    ProgressLine progress(line.shows_progress() && files.size() > 1);
    if (scores_answers(o)) return evaluator.score_answers(values.flag("answered_topics"));
    return evaluator.score(runs, values.flag("answered_topics"),
                           o.depth ? static_cast<std::size_t>(*o.depth) : all_documents,
                           progress.callback());
  }();
  for (const Remarks& remarks : kept) say(remarks, line);
  say(scored.remarks(), line);
  if (!scores_answers(o)) check_names(o, files, scored.runs());
  ProgressLine progress(line.shows_progress());
  const ScoreTables made =
      score_tables(scored, values, {evaluator.captions(), o.output == "-" ? terminal_width() : 0},
                   progress.callback());
  line.warn(made.warnings);
  return made.text;
}

void write(const std::string& text, OutputFile& output) {
  output.write(text);
  output.close();
}

}  // namespace

EvaluationInputs inputs_of_evaluate(const EvaluateOptions& o, const EvaluatePlan& plan) {
  EvaluationInputs inputs = plan.evaluation.inputs;
  if (!o.duplicates) return inputs;
  inputs.duplicates = DuplicateGroups(Source(*o.duplicates));
  inputs.duplicates_as = value_named("--duplicates-as", o.duplicates_as, duplicate_treatments);
  return inputs;
}

Work setup_evaluate(CommandLine& line) {
  const auto options = std::make_shared<EvaluateOptions>();
  declare_evaluate(line, *options);
  line.parse();
  if (options->list_measures) {
    return [options] {
      OutputFile output(options->output);
      write(with_options(measure_list()), output);
    };
  }
  if (scores_answers(*options) && options->compat) {
    throw Error::usage("--assignments is itself the judgments and the runs", "leave out --compat");
  }
  take_assignments(options->evaluation, options->runs);
  options->evaluation.may_lack_judgments = !options->compat;
  EvaluatePlan plan = plan_of_evaluate(line, *options);
  if (options->compat) return compat_work(line, options, std::move(plan));
  const auto measures = internal::measures_of(*options, plan.evaluation.inputs);
  const AnalysisValues values = table_values(*options, plan.runs.size(), measures.size());
  return [options, plan, measures, values, &line] {
    OutputFile output(options->output);
    write(evaluate(*options, plan, measures, values, line), output);
  };
}

}  // namespace subintent::internal
