// subintent evaluate --compat: what the tools of TREC and NTCIR print.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "program/commands/evaluate.h"
#include "program/options/names.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using CompatOptions = EvaluateOptions;

// The value of an option that goes with --compat; its default where it is not given.
double compat_number(const char* option, const std::optional<std::string>& text, double otherwise,
                     double most) {
  if (!text) return otherwise;
  const auto number = parse_double(*text);
  if (!number || *number < 0 || *number > most) {
    throw Error::usage(
        fmt::format("{}: '{}' is not a number from 0 to {}", option, printable(*text), most));
  }
  return *number;
}

// Options that change what the tool prints, and are not for it.
void refuse_tables(const CompatOptions& o) {
  const bool per_topic = o.tables["per_topic"].flag;
  if (*o.compat == "ntcireval" && (per_topic || o.all_topics || o.runs.size() != 1)) {
    throw Error::usage("--compat ntcireval prints the topics of a single run",
                       "give one run, and leave out --per-topic and --all-topics");
  }
  if ((*o.compat == "ndeval" || *o.compat == "gdeval") && (!o.measures.empty() || per_topic)) {
    throw Error::usage(fmt::format("--compat {0} always prints {0}'s own table", *o.compat),
                       "leave out -m and --per-topic");
  }
}

}  // namespace

void check_compat(const CompatOptions& o) {
  if (o.compat) {
    CommandLine::require_one_of("--compat", *o.compat, names_of(evaluation_tools()));
  }
  const auto given = [&](const char* option) { return o.tables[option].given(); };
  const bool of_ndeval = given("alpha") || o.beta || given("baseline") || o.risk_alpha;
  // The significance tests have a level and a baseline, too.
  const bool of_test = given("significance") || given("baseline") || given("intervals");
  const bool of_compat =
      (given("alpha") && !of_test) || o.beta || o.risk_alpha || o.all_topics || o.min_grade;
  if (!o.compat && of_compat) {
    throw Error::usage("--alpha, --beta, --all-topics, --min-grade and --risk-alpha need --compat",
                       "write parameters into the name, alpha-nDCG(alpha=0.9)@20; means are over "
                       "all judged topics anyway");
  }
  if (!o.compat) return;
  if (given("answered_topics") || given("format") || given("digits") || given("standardise") ||
      given("caption") || given("label") || o.evaluation.gains) {
    throw Error::usage(
        "--compat " + *o.compat + " prints that tool's own table",
        "leave out --answered-topics, --format, --digits, --caption, --label, --standardise and "
        "--gains");
  }
  const auto of_tests = {"significance", "intervals", "correction", "family", "trials", "seed"};
  if (std::ranges::any_of(of_tests, given)) {
    throw Error::usage("--compat " + *o.compat + " prints that tool's own table",
                       "leave out --significance, its options and --intervals");
  }
  if (o.evaluation.judgments.all_intents) {
    throw Error::usage("--all-intents does not go with --compat",
                       "leave it out: the tools count intents with a relevant document");
  }
  if (o.tables["baseline"].texts.size() > 1) {
    throw Error::usage("--baseline: " + *o.compat + " has one", "leave the others out");
  }
  if (of_ndeval && *o.compat != "ndeval") {
    throw Error::usage("--alpha, --beta, --baseline and --risk-alpha need --compat ndeval");
  }
  if (o.min_grade && *o.compat != "trec_eval") {
    throw Error::usage("--min-grade needs --compat trec_eval");
  }
}

namespace {

const EvaluationTool& tool_of(const CompatOptions& o) {
  return *std::ranges::find(evaluation_tools(), *o.compat, &EvaluationTool::name);
}

RunFile run_file(const CompatOptions& o, const EvaluatePlan& plan, const GivenRun& run) {
  return {run.path, run.name, o.run_name == "tag",
          o.evaluation.order ? plan.evaluation.order : tool_of(o).order,
          plan.evaluation.on_duplicate};
}

ToolOptions tool_options(const CompatOptions& o, const EvaluatePlan& plan) {
  ToolOptions options;
  refuse_tables(o);
  options.measures = o.measures;
  options.per_topic = o.tables["per_topic"].flag;
  options.all_topics = o.all_topics;
  if (o.depth) options.depth = static_cast<std::size_t>(*o.depth);
  options.min_grade = o.min_grade.value_or(options.min_grade);
  options.alpha = compat_number("--alpha", o.tables["alpha"].text, options.alpha, 1);
  options.beta = compat_number("--beta", o.beta, options.beta, 1);
  compat_number("--risk-alpha", o.risk_alpha, 0, 1e9);
  options.risk_alpha = o.risk_alpha.value_or(options.risk_alpha);
  for (const std::string& given : o.tables["baseline"].texts) {
    options.baseline = run_file(o, plan, given_run(given));
  }
  check_tool(*o.compat, options);
  return options;
}

// Options that were given and have no effect on the tool, "--topics, --hierarchy".
std::string options_unused_by_tool(const CompatOptions& o) {
  const JudgmentOptions& judgments = o.evaluation.judgments;
  const SimilarityOptions& similarity = o.evaluation.similarity;
  const EvaluationTool& tool = tool_of(o);
  std::vector<std::string> unused;
  const auto check = [&](bool given, const char* option) {
    if (given) unused.emplace_back(option);
  };
  check(!judgments.adhoc_qrels.empty() && !tool.on_topics, "--adhoc-qrels");
  check(judgments.judged.has_value(), "--judged");
  check(judgments.topic_grades.has_value(), "--topic-grades");
  check(judgments.topics && !tool.weighs_intents, "--topics");
  check(judgments.probabilities && !tool.weighs_intents, "--probabilities");
  check(!o.evaluation.hierarchies.empty(), "--hierarchy");
  check(!o.evaluation.groups.groups.empty(), "--groups");
  check(similarity.fingerprints.has_value(), "--fingerprints");
  check(!similarity.vectors.empty(), "--vectors");
  check(similarity.dense.has_value(), "--dense");
  check(o.duplicates && tool.on_topics, "--duplicates");
  check(o.evaluation.max_grade.has_value(), "--max-grade");
  check(o.run_name && !tool.names_runs, "--run-name");
  return fmt::format("{}", fmt::join(unused, ", "));
}

}  // namespace

Work compat_work(CommandLine& line, std::shared_ptr<const CompatOptions> options,
                 EvaluatePlan plan) {
  const ToolOptions of_tool = tool_options(*options, plan);
  return [options, plan = std::move(plan), of_tool, &line] {
    OutputFile output(options->output);
    if (const std::string unused = options_unused_by_tool(*options); !unused.empty()) {
      line.warn("--compat " + *options->compat + " ignores " + unused);
    }
    std::vector<RunFile> runs;
    for (const GivenRun& run : plan.runs) runs.push_back(run_file(*options, plan, run));
    ProgressLine progress(line.shows_progress() && runs.size() > 1);
    output.write(tool_output(*options->compat, inputs_of_evaluate(*options, plan), runs, of_tool,
                             line.remarks(&progress), progress.callback()));
    output.close();
  };
}

}  // namespace subintent::internal
