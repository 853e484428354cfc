// subintent evaluate --compat: what the tools of TREC and NTCIR print.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <variant>

#include "base/parallel.h"
#include "base/progress.h"
#include "evaluate/compat/gdeval.h"
#include "evaluate/compat/ndeval.h"
#include "evaluate/compat/ntcireval.h"
#include "evaluate/compat/trec_eval.h"
#include "faces/cli/commands/evaluate.h"
#include "study/warnings.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Options = EvaluateOptions;

// The tool whose output is printed, with its options.
using Tool = std::variant<NdevalOptions, TrecEvalOptions, GdevalOptions, NtcirevalOptions>;

struct Plan {
  EvaluationSetup evaluation;
  std::vector<GivenRun> runs;
  std::optional<Tool> tool;
  std::vector<Measure> measures;                                // that it needs
  std::size_t depth = std::numeric_limits<std::size_t>::max();  // at which lists are cut
};

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

NdevalOptions ndeval_options(const Options& o) {
  if (!o.measures.empty() || o.tables["per_topic"].flag) {
    throw Error::usage("--compat ndeval always prints ndeval's own table",
                       "leave out -m and --per-topic");
  }
  return {compat_number("--alpha", o.tables["alpha"].text, 0.5, 1),
          compat_number("--beta", o.beta, 0.5, 1), o.all_topics,
          compat_number("--risk-alpha", o.risk_alpha, 0, 1e9), o.risk_alpha.value_or("0")};
}

TrecEvalOptions trec_eval_options(const Options& o) {
  const std::vector<std::string> official = {"official"};
  TrecEvalOptions options;
  options.measures = parse_trec_eval_measures(o.measures.empty() ? official : o.measures);
  options.per_topic = o.tables["per_topic"].flag;
  options.all_topics = o.all_topics;
  if (o.depth) options.depth = static_cast<std::uint64_t>(*o.depth);
  if (o.min_grade && (*o.min_grade < 1 || *o.min_grade > 1000000)) {
    throw Error::usage(fmt::format("--min-grade: {} is not from 1 to 1000000", *o.min_grade));
  }
  options.min_grade = static_cast<std::int32_t>(o.min_grade.value_or(1));
  return options;
}

// --depth, where it is the tool's cutoff.
std::uint32_t cutoff_of(const Options& o, std::int64_t otherwise) {
  const std::int64_t depth = o.depth.value_or(otherwise);
  if (depth > greatest_cutoff) {
    throw Error::usage(fmt::format("--depth: {} is above {}", depth, greatest_cutoff));
  }
  return static_cast<std::uint32_t>(depth);
}

GdevalOptions gdeval_options(const Options& o) {
  if (!o.measures.empty() || o.tables["per_topic"].flag) {
    throw Error::usage("--compat gdeval always prints gdeval's own table",
                       "leave out -m and --per-topic");
  }
  return {cutoff_of(o, 20), o.all_topics};
}

NtcirevalOptions ntcireval_options(const Options& o) {
  if (o.tables["per_topic"].flag || o.all_topics || o.runs.size() != 1) {
    throw Error::usage("--compat ntcireval prints the topics of a single run",
                       "give one run, and leave out --per-topic and --all-topics");
  }
  NtcirevalOptions options;
  options.cutoff = cutoff_of(o, 10);
  const std::vector<std::string> all = {"Dnev,DINnev,nevIA2,PQsharp.nev"};
  for (const std::string& names : o.measures.empty() ? all : o.measures) {
    for (const std::string& name : split(names, ',')) {
      options.files.push_back(parse_ntcireval_file(name));
    }
  }
  return options;
}

}  // namespace

void check_compat(const Options& o) {
  if (o.compat) {
    CommandLine::require_one_of("--compat", *o.compat,
                                {"ndeval", "trec_eval", "gdeval", "ntcireval"});
  }
  const auto given = [&](const char* option) { return o.tables[option].given(); };
  const bool of_ndeval = given("alpha") || o.beta || given("baseline") || o.risk_alpha;
  // Of these, the significance tests have a level and a baseline, too.
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

// Tools write names as they are: those that would act on a terminal are refused, as in other
// formats for programs.
void require_no_controls(std::string_view what, std::string_view name, const std::string& file) {
  const auto held = control_in(name);
  if (!held) return;
  throw Error(Location{file, 0}, fmt::format("the {} {} has {}", what, printable(name), *held),
              "rename it");
}

// The order in which the tool reads runs, unless --order says another.
void expect_order(const Options& o, Plan& plan, RunOrder order) {
  if (o.evaluation.order) return;
  plan.evaluation.order = order;
}

bool takes_adhoc_qrels(const std::string& name) {
  return name == "trec_eval" || name == "gdeval";
}

// Fills the tool, the measures it needs, and the order of runs it expects.
void read_tool(const Options& o, Plan& plan) {
  plan.evaluation.inputs.judgments.all_intents = false;
  if (*o.compat == "ndeval") {
    const NdevalOptions options = ndeval_options(o);
    plan.tool = options;
    plan.measures = ndeval_measures(options);
  } else if (*o.compat == "trec_eval") {
    plan.tool = trec_eval_options(o);
    expect_order(o, plan, RunOrder::trec_eval);
  } else if (*o.compat == "gdeval") {
    plan.tool = gdeval_options(o);
    expect_order(o, plan, RunOrder::score);
  } else {
    const NtcirevalOptions options = ntcireval_options(o);
    plan.tool = options;
    plan.measures = ntcireval_measures(options);
    plan.depth = options.cutoff;
    expect_order(o, plan, RunOrder::file);
  }
}

// Options that were given and have no effect on the tool, "--topics, --hierarchy".
std::string options_unused_by_tool(const Options& o) {
  const JudgmentOptions& judgments = o.evaluation.judgments;
  const SimilarityOptions& similarity = o.evaluation.similarity;
  const bool has_intents = *o.compat == "ntcireval";
  std::vector<std::string> unused;
  const auto check = [&](bool given, const char* option) {
    if (given) unused.emplace_back(option);
  };
  check(!judgments.adhoc_qrels.empty() && !takes_adhoc_qrels(*o.compat), "--adhoc-qrels");
  check(judgments.topic_grades.has_value(), "--topic-grades");
  check(judgments.topics && !has_intents, "--topics");
  check(judgments.probabilities && !has_intents, "--probabilities");
  check(!o.evaluation.hierarchies.empty(), "--hierarchy");
  check(!o.evaluation.groups.groups.empty(), "--groups");
  check(similarity.fingerprints.has_value(), "--fingerprints");
  check(!similarity.vectors.empty(), "--vectors");
  check(similarity.dense.has_value(), "--dense");
  check(o.duplicates && takes_adhoc_qrels(*o.compat), "--duplicates");
  check(o.evaluation.max_grade.has_value(), "--max-grade");
  check(o.run_name && *o.compat != "ndeval", "--run-name");
  return fmt::format("{}", fmt::join(unused, ", "));
}

// What a tool for topic-level judgments, which needs no scorer, prints: each run for itself.
std::string adhoc_tool_text(const Plan& plan) {
  const auto* const gdeval = std::get_if<GdevalOptions>(&*plan.tool);
  const JudgmentInputs& files = plan.evaluation.inputs.judgments;
  const Qrels qrels = qrels_of(files.adhoc_qrels.value_or(files.qrels), QrelsKind::ad_hoc, "qrels");
  for (const TopicQrels& topic : qrels.topics()) {
    require_no_controls("topic", topic.topic, qrels.location(topic.topic).file);
  }
  std::vector<std::string> texts(plan.runs.size());
  parallel_for(plan.runs.size(), [&](std::size_t i) {
    Run run = read_run(plan.runs[i].path, plan.evaluation.order, plan.evaluation.on_duplicate);
    plan.runs[i].rename(run);
    require_no_controls("tag", run.tag, run.file);
    texts[i] = gdeval != nullptr
                   ? gdeval_lines(qrels, run, *gdeval)
                   : trec_eval_text(qrels, run, std::get<TrecEvalOptions>(*plan.tool));
  });
  std::string text = gdeval != nullptr ? gdeval_header(*gdeval) : "";
  for (const std::string& part : texts) text += part;
  return text;
}

TaggedScores score_run(const Options& o, const Plan& plan, const Scorer& scorer,
                       const GivenRun& given, RunCounts& counts) {
  const RunReader run(given.path, plan.evaluation.order, plan.evaluation.on_duplicate);
  TaggedScores scored{scorer.score(run, plan.depth, counts), run.tag()};
  if (o.run_name == "tag" && !run.tag().empty()) scored.scores.run = run.tag();
  if (given.name) scored.scores.run = scored.tag = *given.name;
  return scored;
}

// Every run is read, scored and forgotten, so that memory holds a few at a time.
std::vector<TaggedScores> score_all(const Options& o, const Plan& plan, const Scorer& scorer,
                                    const CommandLine& line) {
  std::vector<TaggedScores> scored(plan.runs.size());
  std::vector<CheckedRun> checked(plan.runs.size());
  {
    ProgressLine shown(line.shows_progress() && plan.runs.size() > 1);
    ProgressMeter progress(shown.callback(), "scoring", "runs", plan.runs.size());
    parallel_for(plan.runs.size(), [&](std::size_t i) {
      scored[i] = score_run(o, plan, scorer, plan.runs[i], checked[i].counts);
      checked[i].scores = &scored[i].scores;
      checked[i].order = plan.evaluation.order;
      progress.advance();
    });
  }
  Remarks remarks;
  check_runs(checked, scorer, remarks, {"", false});  // the tools leave topics out
  say(remarks, line);
  return scored;
}

std::string scored_tool_text(const Options& o, const Plan& plan, const CommandLine& line) {
  Remarks remarks;
  const EvaluationData data = read_evaluation(plan.evaluation.inputs, plan.measures, remarks);
  say(remarks, line);
  const Scorer scorer = data.scorer(plan.measures);
  const std::vector<TaggedScores> runs = score_all(o, plan, scorer, line);
  std::optional<TaggedScores> baseline;
  RunCounts counts;
  for (const std::string& given : o.tables["baseline"].texts) {
    baseline = score_run(o, plan, scorer, given_run(given), counts);
  }
  for (const TaggedScores& run : runs) require_no_controls("tag", run.tag, run.scores.run);
  for (const TopicData& topic : scorer.topics()) require_no_controls("topic", topic.topic, {});
  if (const auto* const ndeval = std::get_if<NdevalOptions>(&*plan.tool)) {
    return ndeval_text(scorer.topics(), runs, baseline, *ndeval);
  }
  return ntcireval_text(scorer.topics(), runs.at(0).scores.values,
                        std::get<NtcirevalOptions>(*plan.tool));
}

}  // namespace

Work compat_work(CommandLine& line, std::shared_ptr<const Options> options, EvaluatePlan given) {
  Plan plan;
  plan.evaluation = std::move(given.evaluation);
  plan.runs = std::move(given.runs);
  if (options->depth) plan.depth = static_cast<std::size_t>(*options->depth);
  read_tool(*options, plan);
  return [options, plan = std::move(plan), &line] {
    OutputFile output(options->output);
    if (const std::string unused = options_unused_by_tool(*options); !unused.empty()) {
      line.warn("--compat " + *options->compat + " ignores " + unused);
    }
    output.write(takes_adhoc_qrels(*options->compat) ? adhoc_tool_text(plan)
                                                     : scored_tool_text(*options, plan, line));
    output.close();
  };
}

}  // namespace subintent::internal
