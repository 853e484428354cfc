// subintent evaluate: scores of runs by any measure.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/strings.h"
#include "evaluate/identifier.h"
#include "evaluate/measure_table.h"
#include "evaluate/scorer.h"
#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/commands/evaluate.h"
#include "faces/cli/error_text.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/numbers.h"
#include "faces/cli/terminal_width.h"
#include "io/output_file.h"
#include "study/standardise.h"
#include "study/warnings.h"

namespace subintent::internal {
namespace evaluate_command {
namespace {

void declare(CommandLine& line, Options& o) {
  line.summary("Scores runs with flat, hierarchical and similarity-based diversity measures.");
  line.inputs(&o.runs, "[NAME=]RUN...",
              "runs, TREC six-column format; - is standard input; NAME is the name of the run in "
              "the output");
  line.example("evaluate --qrels qrels.txt -m alpha-nDCG@10,D#-nDCG@10 runs/*");
  line.example("evaluate --qrels qrels.txt --per-topic --format tsv -o scores.tsv runs/*");
  line.example("evaluate --assignments a.jsonl b.jsonl");
  declare_evaluation(line, o.evaluation);
  line.option("assignments", &o.assignments, "FILE",
              "nuggets assigned to answers (nuggetizer, RAGDoll): scores the answers, in the place "
              "of --qrels and runs; more files may follow (repeatable)");
  line.option("duplicates", &o.duplicates, "FILE",
              "near-duplicates, pairs or groups from simhash --within: a document with a duplicate "
              "above it does not count");
  line.option("duplicates-as", &o.duplicates_as, "irrelevant|removed",
              "count such a document as not relevant (default), or remove it from the list");
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run: by rank (default), by score with ties by docno descending (default "
              "with --compat trec_eval and gdeval), or by the order of the lines (default with "
              "--compat ntcireval)");
  line.option("depth", &o.depth, "N", "cut all ranked lists at N documents");
  line.option("run-name", &o.run_name, "file|tag",
              "name runs without NAME after their files (default) or by column six");
  line.section("Measures");
  line.option("measures,m", &o.measures, "[NAME=]MEASURE,...",
              "measures, e.g. 'D#-nDCG@20,alpha_nDCG(alpha=0.9)@10' (default: those of Dou et al. "
              "2019 at 20); NAME is the name of the measure in the output");
  line.flag("list-measures", &o.list_measures,
            "list all measures with formula, parameters and source, and do nothing else");
  line.flag("answered-topics", &o.answered_topics,
            "means over the topics that a run answers (default: over all judged topics)");
  line.flag("standardise", &o.standardise,
            "standardise scores: (score - mean) / standard deviation over the runs, by topic");
  line.section("Output");
  line.flag("per-topic", &o.per_topic, "print the scores of every topic as well as the means");
  line.option("format", &o.format, choice(names_of(table_formats())),
              "output (default: table); csv is a topic x run matrix of one measure");
  line.option("digits", &o.digits, "N|full",
              "decimals (default: 4 in tables, 6 elsewhere), or full precision");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
  line.section("Significance");
  line.option(
      "significance", &o.significance, choice(names_of(significance_tests())),
      "mark significant differences by this test, between all pairs of runs or from --baseline");
  line.option("baseline", &o.testing.baselines, "NAME",
              "with --significance: differences from this run only; may be repeated; with --compat "
              "ndeval a file, [NAME=]RUN: print differences to this run");
  declare_tests(line, o.testing, "holm");
  declare_family(line, o.testing);
  line.option("intervals", &o.intervals, "mean|difference",
              "confidence intervals: of the means, or of the differences from the one --baseline");
  line.flag("p-values", &o.p_values,
            "p-values behind the means: corrected, of the differences from the one --baseline");
  line.section("Output of other tools");
  line.option("compat", &o.compat, "ndeval|trec_eval|gdeval|ntcireval",
              "print what this tool of TREC or NTCIR prints");
  line.option("alpha", &o.alpha, "A",
              "with --significance or --intervals: significance level (default: 0.05); with "
              "--compat ndeval: redundancy intolerance (default: 0.5)");
  line.option("beta", &o.beta, "B", "with --compat ndeval: patience of NRBP (default: 0.5)");
  line.flag("all-topics", &o.all_topics, "with --compat: means over all judged topics");
  line.option("min-grade", &o.min_grade, "G",
              "with --compat trec_eval: lowest grade that is relevant (default: 1)");
  line.option("risk-alpha", &o.risk_alpha, "R",
              "with --compat ndeval: losses against the baseline have weight 1+R (default: 0)");
}

// "V_strict" of "V_strict=I-rec(rel=2)@1", and the rest in `measure`. Parameters, too, have a "=".
std::optional<std::string> take_name(std::string& measure) {
  const std::size_t sign = measure.find_first_of("=(@");
  if (sign == std::string::npos || measure[sign] != '=') return std::nullopt;
  std::string name(trim(std::string_view(measure).substr(0, sign)));
  if (name.empty()) {
    throw Error::usage("--measures: a name is missing before '" + printable(measure) + "'",
                       "write NAME=MEASURE, or the measure alone");
  }
  measure.erase(0, sign + 1);
  return name;
}

constexpr std::string_view assigned_measures =
    "nugget-all,nugget-vital,nugget-all-strict,nugget-vital-strict";

// A measure that is given twice is there once, if it has no other name.
void set_measures(const Options& o, Plan& plan) {
  const MeasureContext context = plan.evaluation.measure_context();
  if (o.measures.empty()) {
    plan.measures = o.assignments.empty() ? default_measures(context)
                                          : parse_measures(assigned_measures, context);
  }
  for (std::string& given : split_measure_names(o.measures)) {
    const auto name = take_name(given);
    Measure measure = parse_measures(std::vector{given}, context)[0];
    if (name) measure.name = *name;
    const auto same = std::ranges::find(plan.measures, measure.name, &Measure::name);
    const bool is_new = same == plan.measures.end();
    if (is_new) {
      plan.measures.push_back(std::move(measure));
      plan.named.push_back(name.has_value());
    } else if (name || plan.named[static_cast<std::size_t>(same - plan.measures.begin())]) {
      throw Error::usage("--measures: two measures have the name " + printable(measure.name),
                         "give them different names");
    }
  }
}

double alpha_of(const Options& o) {
  if (!o.alpha) return RunTableOptions().alpha;
  const auto alpha = parse_double(*o.alpha);
  if (!alpha) throw Error::usage("--alpha: '" + printable(*o.alpha) + "' is not a number");
  check_alpha(*alpha);
  return *alpha;
}

TableIntervals intervals_of(const Options& o) {
  if (!o.intervals) return TableIntervals::none;
  CommandLine::require_one_of("--intervals", *o.intervals, {"mean", "difference"});
  if (*o.intervals == "mean") return TableIntervals::mean;
  if (!o.significance || o.testing.baselines.size() != 1) {
    throw Error::usage("--intervals difference: there is no baseline",
                       "give a test with --significance, and one --baseline");
  }
  return TableIntervals::difference;
}

// What goes with statistics only, or does not go with them.
void check_statistics(const Options& o, const TableFormat& format) {
  const bool of_tests = o.testing.correction || o.testing.family || o.testing.is_random();
  if (!o.significance && of_tests) {
    throw Error::usage("--trials, --seed, --correction and --family need --significance");
  }
  if (!o.significance && !o.intervals) return;
  if (!format.statistics) {
    throw Error::usage(fmt::format("--format {} can contain scores only", format.name),
                       "leave out --significance and --intervals");
  }
  if (!o.significance) return;
  if (o.answered_topics) {
    throw Error::usage("--significance compares runs over the same topics",
                       "leave out --answered-topics");
  }
  if (o.assignments.empty() && o.runs.size() < 2) {
    throw Error::usage("--significance needs two runs or more");
  }
}

RunTableOptions statistics_of(const Options& o, const TableFormat& format) {
  RunTableOptions options;
  if (o.compat) return options;
  check_statistics(o, format);
  options.alpha = alpha_of(o);
  options.intervals = intervals_of(o);
  options.p_values = o.p_values;
  if (o.p_values && (!o.significance || o.testing.baselines.size() != 1)) {
    throw Error::usage("--p-values: there is no baseline",
                       "give a test with --significance, and one --baseline");
  }
  if (!o.significance) return options;
  options.comparison = comparison_of(o.testing, Correction::holm);
  check_trials(o.testing);
  const SignificanceTest& test = test_named("--significance", *o.significance);
  TestSettings& settings = options.test.emplace();
  settings.test = &test;
  settings.trials = static_cast<std::uint64_t>(
      o.testing.trials.value_or(static_cast<std::int64_t>(test.default_trials)));
  settings.seed = static_cast<std::uint64_t>(o.testing.seed.value_or(1));
  settings.alpha = options.alpha;
  return options;
}

void add_duplicates(const Options& o, EvaluationSetup& setup) {
  if (o.duplicates_as) {
    CommandLine::require_one_of("--duplicates-as", *o.duplicates_as, {"irrelevant", "removed"});
  }
  if (!o.duplicates) {
    if (!o.duplicates_as) return;
    throw Error::usage("--duplicates-as needs --duplicates",
                       "give the duplicates, or leave it out");
  }
  setup.inputs.duplicates = *o.duplicates;
  if (o.duplicates_as == "removed") setup.inputs.duplicates_as = DuplicatesAs::removed;
  setup.paths.push_back(*o.duplicates);
}

// Answers are judged documents, and each system has a list of one. A mean is over what a system has
// answered, so that it does not depend on the others, unless systems are tested over shared topics.
void take_assignments(Options& o) {
  if (o.assignments.empty()) return;
  if (!o.evaluation.judgments.qrels.empty() || o.compat) {
    throw Error::usage("--assignments is itself the judgments and the runs",
                       "leave out --qrels and --compat");
  }
  o.assignments.insert(o.assignments.end(), o.runs.begin(), o.runs.end());
  o.runs.clear();
  o.evaluation.judgments.qrels = o.assignments;
  if (!o.significance) o.answered_topics = true;
}

Plan plan_of(CommandLine& line, const Options& o) {
  Plan plan;
  plan.evaluation = evaluation_setup(o.evaluation);
  add_duplicates(o, plan.evaluation);
  if (o.runs.empty() && o.assignments.empty()) {
    throw Error::usage("no runs given", "give at least one run file");
  }
  plan.runs = given_runs(o.runs);
  const std::string format = o.format.value_or("table");
  CommandLine::require_one_of("--format", format, names_of(table_formats()));
  plan.format = find_table_format(format);
  if (o.run_name) CommandLine::require_one_of("--run-name", *o.run_name, {"file", "tag"});
  if (o.standardise && o.assignments.empty() && o.runs.size() < 2) {
    throw Error::usage("--standardise needs two runs or more", "give more runs, or leave it out");
  }
  std::vector<std::string> inputs = plan.evaluation.paths;
  for (const GivenRun& run : plan.runs) inputs.push_back(run.path);
  if (o.compat) {
    for (const std::string& run : o.testing.baselines) inputs.push_back(given_run(run).path);
  }
  line.check_files(inputs, {o.output});
  plan.number = number_format(o.digits, plan.format->decimals);
  if (o.depth) plan.depth = static_cast<std::size_t>(*o.depth);
  read_tool(o, plan);
  if (!plan.tool) set_measures(o, plan);
  if (plan.format->one_measure && plan.measures.size() != 1) {
    throw Error::usage("--format csv can contain only one measure",
                       "give one measure with -m, or use --format tsv");
  }
  if (plan.format->one_run && plan.runs.size() != 1) {
    throw Error::usage("--format ir_measures can contain only one run",
                       "give one run, or use --format tsv");
  }
  if (plan.format->means_only && o.per_topic) {
    throw Error::usage(fmt::format("--format {} can contain means only", plan.format->name),
                       "leave out --per-topic, or use --format tsv");
  }
  plan.statistics = statistics_of(o, *plan.format);
  return plan;
}

struct ScoredRun {
  TaggedScores tagged;
  RunCounts counts;
};

ScoredRun score_run(const Options& o, const Plan& plan, const Scorer& scorer,
                    const GivenRun& given) {
  const RunReader run(given.path, plan.evaluation.order, plan.evaluation.on_duplicate);
  ScoredRun scored;
  scored.tagged = {scorer.score(run, plan.depth, scored.counts), run.tag()};
  if (o.run_name == "tag" && !run.tag().empty()) scored.tagged.scores.run = run.tag();
  if (given.name) scored.tagged.scores.run = scored.tagged.tag = *given.name;
  return scored;
}

// Every run is read, scored and forgotten, so that memory holds a few at a time.
std::vector<ScoredRun> score_all(const Options& o, const Plan& plan, const Scorer& scorer,
                                 bool shows_progress) {
  std::vector<ScoredRun> scored(plan.runs.size());
  ProgressLine shown(shows_progress && plan.runs.size() > 1);
  ProgressMeter progress(shown.callback(), "scoring", "runs", plan.runs.size());
  parallel_for(plan.runs.size(), [&](std::size_t i) {
    scored[i] = score_run(o, plan, scorer, plan.runs[i]);
    progress.advance();
  });
  return scored;
}

// The answers of each system, a list of one for each topic that it has answered.
std::vector<ScoredRun> score_answers(const Scorer& scorer, const Qrels& assigned) {
  std::map<std::string_view, std::vector<RunRow>> rows;
  for (const TopicQrels& topic : assigned.topics()) {
    for (const std::string_view answer : topic.docnos) {
      rows[answer].push_back({topic.topic, answer, 1, 1});
    }
  }
  std::vector<ScoredRun> scored;
  for (const auto& [name, answers] : rows) {
    const Run run = Run::of(answers, std::string(name), RunOrder::rank);
    scored.push_back({{scorer.score(run), std::string(name)}, {}});
  }
  return scored;
}

Remarks remarks_on(const Options& o, const Plan& plan, const std::vector<ScoredRun>& runs,
                   const Scorer& scorer) {
  // The tools of TREC and NTCIR leave such topics out, unless they are told not to.
  const bool counts_missing = !plan.tool && !o.answered_topics;
  const RunChecks checks{
      counts_missing ? "they score 0 and count in the mean; --answered-topics leaves them out" : "",
      !plan.tool};
  std::vector<CheckedRun> checked;
  for (const ScoredRun& run : runs) {
    checked.push_back({&run.tagged.scores, run.counts, plan.evaluation.order});
  }
  Remarks remarks;
  check_runs(checked, scorer, remarks, checks);
  return remarks;
}

void check_names(const Options& o, const Plan& plan, const std::vector<ScoredRun>& runs) {
  std::vector<std::string> names, files;
  for (const ScoredRun& run : runs) names.push_back(run.tagged.scores.run);
  for (const GivenRun& run : plan.runs) files.push_back(display_name(run.path));
  require_different_names(names, files,
                          fmt::format("{}, or use --run-name {}", different_names_advice,
                                      o.run_name == "tag" ? "file" : "tag"));
}

std::string tool_text(const Options& o, const Plan& plan, const Scorer& scorer,
                      const std::vector<ScoredRun>& runs) {
  std::optional<TaggedScores> baseline;
  if (!o.testing.baselines.empty()) {
    baseline = score_run(o, plan, scorer, given_run(o.testing.baselines[0])).tagged;
  }
  std::vector<TaggedScores> tagged;
  for (const ScoredRun& run : runs) tagged.push_back(run.tagged);
  return scored_tool_text(*plan.tool, scorer, tagged, baseline);
}

std::string scores_text(const Options& o, const Plan& plan, const Scorer& scorer,
                        const std::vector<ScoredRun>& runs, const TopicDescriptions& topics,
                        const CommandLine& line) {
  if (o.assignments.empty()) check_names(o, plan, runs);
  ScoreSet set;
  set.per_topic = o.per_topic;
  set.answered_only = o.answered_topics;
  for (const Measure& measure : scorer.measures()) {
    set.measures.push_back(measure.name);
    set.identifiers.push_back(identifier_of(measure));
    set.says_quality.push_back(!measure.record->traits.by_judged);
  }
  for (const TopicData& topic : scorer.topics()) set.topics.emplace_back(topic.topic);
  for (const ScoredRun& run : runs) set.runs.push_back(run.tagged.scores);
  require_writable_names(set, *plan.format);
  ScoreReport report{std::move(set), {}, {}, plan.number, {{}, topics}};
  report.table = run_table(report.scores, plan.number);
  report.table.named = plan.named;
  Warnings warnings;
  ProgressLine progress(line.shows_progress());
  add_statistics(report.scores, plan.statistics, report.table, report.tables, warnings,
                 progress.callback());
  if (plan.statistics.test && o.testing.is_random() && !plan.statistics.test->test->is_random()) {
    warnings.emplace_back(no_random_test);
  }
  line.warn(warnings);
  return plan.format->scores(report, o.output == "-" ? terminal_width() : 0);
}

std::string evaluate(const Options& o, const Plan& plan, const CommandLine& line) {
  if (const std::string unused = options_unused_by_tool(o); !unused.empty()) {
    line.warn("--compat " + *o.compat + " ignores " + unused);
  }
  if (const auto text = adhoc_tool_text(o, plan)) return *text;
  Remarks remarks;
  const EvaluationData data = read_evaluation(plan.evaluation.inputs, plan.measures, remarks);
  say(remarks, line);
  const Scorer scorer = data.scorer(plan.measures);
  std::vector<ScoredRun> runs = o.assignments.empty()
                                    ? score_all(o, plan, scorer, line.shows_progress())
                                    : score_answers(scorer, data.judgments->diversity);
  say(remarks_on(o, plan, runs, scorer), line);
  if (o.standardise) {
    std::vector<RunScores*> scores;
    for (ScoredRun& run : runs) scores.push_back(&run.tagged.scores);
    standardise(scores);
  }
  return plan.tool ? tool_text(o, plan, scorer, runs)
                   : scores_text(o, plan, scorer, runs, data.judgments->topics, line);
}

void write(const std::string& text, OutputFile& output) {
  output.write(text);
  output.close();
}

}  // namespace
}  // namespace evaluate_command

Work setup_evaluate(CommandLine& line) {
  using namespace evaluate_command;
  const auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  if (options->list_measures) {
    return [options] {
      OutputFile output(options->output);
      write(with_options(measure_list()), output);
    };
  }
  take_assignments(*options);
  const auto plan = std::make_shared<Plan>(plan_of(line, *options));
  return [options, plan, &line] {
    OutputFile output(options->output);
    write(evaluate(*options, *plan, line), output);
  };
}

}  // namespace subintent::internal
