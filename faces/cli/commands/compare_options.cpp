// The options of subintent compare.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "base/strings.h"
#include "evaluate/measure.h"
#include "faces/cli/commands/compare.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/numbers.h"
#include "faces/cli/options/preferences.h"
#include "render/table_format.h"
#include "study/measure_names.h"

namespace subintent::internal::compare_command {
namespace {

std::vector<ActionRecord> actions() {
  constexpr const char* of_runs = "[ANALYSIS] --qrels Q [NAME=]RUN...";
  std::vector<ActionRecord> records;
  for (const Analysis& analysis : analyses()) {
    const std::string required = analysis.takes("gold")          ? "--gold MEASURE... "
                                 : analysis.takes("preferences") ? "--preferences FILE... "
                                                                 : "";
    records.push_back(
        {std::string(analysis.name), required + "SCORES...", std::string(analysis.summary)});
  }
  records.push_back(
      {"pooling", of_runs,
       "an analysis of scores, with judgments of shallower pools (default: discriminative-power)"});
  records.push_back(
      {"delta", of_runs, "an analysis of scores, with hierarchies pruned at several cutoffs"});
  records.push_back({"placebo", "--qrels Q --hierarchy NAME=FILE... [NAME=]RUN...",
                     "discriminative power, compared with that after shuffling documents"});
  records.push_back({"hierarchies", "HIERARCHIES1 HIERARCHIES2 [--qrels Q [NAME=]RUN...]",
                     "how well two files agree, and what changes for runs"});
  records.push_back(
      {"judgments", "QRELS1 QRELS2 [[NAME=]RUN...]",
       "how well two sets agree, and what changes for runs; or --leave-out QRELS [NAME=]RUN..."});
  records.push_back({"similarities",
                     "--qrels Q (--fingerprints F | --vectors V | --dense N --docnos D)...",
                     "how similar relevant documents are, and the hierarchies for each cutoff"});
  return records;
}

void declare_analyses(CommandLine& line, Options& o) {
  line.section("Analyses");
  line.goes_with({"significance"});
  declare_family(line, o.testing);
  line.option("baseline", &o.testing.baselines, "RUN",
              "compare all runs only with this one; may be repeated");
  line.goes_with({"discriminative-power"});
  line.flag("by-hierarchy", &o.by_hierarchy, "measures as rows, hierarchies as columns");
  line.flag("no-overlaps", &o.no_overlaps, "without the overlaps of pairs of measures");
  line.option("curves", &o.curves, "FILE", "ASL curves as TSV");
  line.option("svg-limit", &o.svg_limit, "P", "highest p-value in the chart (default: 0.15)");
  line.goes_with({"correlation"});
  line.option("of", &o.of, "runs|p-values|both",
              "rankings of runs (default), of pairs of runs by p-value, or both");
  line.goes_with({"concordance"});
  line.option("gold", &o.gold, "MEASURE",
              "a gold standard among the measures (required); may be repeated");
  line.goes_with({"preferences"});
  line.option(
      "preferences", &o.preferences, "[NAME=]FILE",
      "judgments of users (required); each file is a pool, or the pools that its column pool "
      "names; may be repeated");
  line.option(
      "ties", &o.ties, "disagree|half|ignore",
      "how = against < or > counts: as a disagreement (default), as half of one, or not at all");
  line.flag("agreement", &o.agreement,
            "also print how well users agree with each other, how they answered, and which measure "
            "agrees better with them (default for files with more than five columns)");
  line.goes_with({"topic-set-size"});
  line.option("beta", &o.beta, "B", "1 - power: the risk of missing a difference (default: 0.2)");
  line.option("differences", &o.differences, "D,...",
              "differences of means to be found (default: 0.05,0.1,0.2)");
  line.option("systems", &o.systems, "M,...",
              "numbers of runs compared by analysis of variance (default: 10)");
  line.option("residual", &o.residual_of, "one-way|two-way",
              "the variance: what runs do not explain (default), or runs and topics");
}

void declare_studies(CommandLine& line, Options& o) {
  line.goes_with({"pooling", "delta", "placebo", "hierarchies", "judgments", "similarities"});
  declare_evaluation(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run (default: rank)");
  line.section("Settings that are compared");
  line.goes_with({"pooling", "judgments"});
  line.option("pool-depths", &o.pool_depths, "D,...",
              "depths of the pools (default: 5,10,20,50,100; with --leave-out 100)");
  line.goes_with({"pooling"});
  line.option("depths", &o.depths, "K,...",
              "depths of evaluation (default: 5,10,20,50,100,200,500,1000)");
  line.option("pooled-run", &o.pooled_runs, "[NAME=]RUN",
              "a run that contributes to the pools (default: all runs); may be repeated");
  line.option(
      "rbp-residual", &o.rbp_residual, "R",
      "choose p of RBP and of all measures that have a p so that a share R of the weight of "
      "ranks lies below the depth of evaluation");
  line.goes_with({"delta", "similarities"});
  line.option("dendrograms", &o.dendrograms, "FILE",
              "dendrograms of the intents (required for delta)");
  line.option("deltas", &o.deltas, "D,...",
              "cutoff thresholds, or FIRST:LAST:STEP (default: 0:0.7:0.1; for similarities "
              "0:1:0.1)");
  line.goes_with({"delta"});
  line.option("superintents", &o.superintents, "FILE",
              "superintents, for the hierarchies SUP+WI and SUP+WD");
  line.goes_with({"delta", "placebo"});
  line.option("placebo", &o.placebo, "N",
              "compare power with that of N hierarchies with shuffled documents (default: placebo "
              "20, delta none)");
  line.goes_with({"judgments"});
  line.flag(
      "leave-out", &o.leave_out,
      "score each run without the judgments that it alone contributed to pools of --pool-depths");
  line.goes_with({"hierarchies", "similarities"});
  line.flag("per-topic", &o.per_topic, "also by topic");
  line.goes_with({"similarities"});
  declare_topic_view(line, o.view);
  line.refuses("similarities", {"adhoc-qrels", "topic-grades", "topics", "probabilities",
                                "hierarchy", "gains", "max-grade", "on-duplicate", "order"});
  line.refuses("judgments", {"adhoc-qrels"});
}

}  // namespace

std::vector<std::string_view> report_formats() {
  return names_of(table_formats(), [](const TableFormat& format) { return format.report; });
}

void declare(CommandLine& line, Options& o) {
  line.actions(actions());
  line.summary("Compares runs and measures, judgments and hierarchies.");
  line.inputs(
      &o.arguments, "ANALYSIS INPUT...",
      "the analysis and its files; subintent compare ANALYSIS --help shows only its options");
  line.example("compare significance --test t -m nDCG@20 scores.tsv");
  line.example("compare discriminative-power scores.tsv");
  line.example("compare correlation --svg correlation.svg scores.tsv");
  line.example("compare concordance --gold nDCG@20 scores.tsv");
  line.example("compare preferences --preferences preferences.tsv scores.tsv");
  line.example("compare delta --qrels qrels.txt --dendrograms dendrograms.jsonl runs/*");
  line.option("measures,m", &o.measures, "MEASURE,...",
              "measures to use (default: all in the scores; for runs, see the man page)");
  line.goes_with({"significance", "discriminative-power", "correlation", "concordance",
                  "preferences", "topic-set-size", "consistency", "pooling", "delta", "placebo",
                  "hierarchies", "judgments"});
  line.flag("standardise", &o.standardise,
            "standardise scores: zero mean and unit deviation per topic");
  line.section("Scores");
  line.goes_with({"significance", "discriminative-power", "correlation", "concordance",
                  "preferences", "topic-set-size", "consistency"});
  line.option("missing", &o.missing, "error|zero|drop|group",
              "when runs do not share all topics: refuse (default), count 0, drop the topic, or "
              "compare only runs with the same topics");
  line.option("run-name", &o.run_name, "auto|file|tag",
              "how to name runs in trec_eval output (default: file) and ndeval CSV (default: tag)");
  line.option("scores-format", &o.scores_format,
              "auto|trec_eval|ir_measures|matrix|matrix-without-topics",
              "how to read files that fit two formats (default: auto, an error)");
  line.goes_with({"significance", "discriminative-power", "correlation", "preferences",
                  "topic-set-size", "consistency", "pooling", "delta", "placebo", "hierarchies",
                  "judgments"});
  line.section("Significance");
  line.option("test", &o.tests, "TEST,...",
              listed(names_of(significance_tests())) +
                  " (default: t; for discriminative-power bootstrap,tukey; for preferences "
                  "randomisation)");
  line.option("alpha", &o.alpha, "A", "significance level (default: 0.05)");
  declare_tests(line, o.testing, "holm for significance and preferences, none elsewhere");
  line.refuses("topic-set-size", {"test", "trials", "seed", "correction"});
  line.refuses("consistency", {"test", "correction"});
  declare_analyses(line, o);
  declare_studies(line, o);
  line.section("Output");
  line.goes_with(
      {"significance", "discriminative-power", "correlation", "pooling", "delta", "similarities"});
  line.option("svg", &o.svg, "FILE",
              "draw a chart: for discriminative-power, ASL curves, or power over depths or deltas; "
              "for significance with tukey, which runs differ; for correlation and similarities, "
              "the printed values");
  line.goes_with({});
  line.option("format", &o.format, choice(report_formats()), "output (default: table)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

bool is_given(const CommandLine& line, std::string_view option) {
  return std::ranges::count(line.given(), option) > 0;
}

std::vector<std::string> measure_names(const std::string& text) {
  std::vector<std::string> names = split_measure_names(text);
  require_different_measures("--measures", names);
  return names;
}

namespace {

// The words before the inputs: which analysis, of which scores.
void read_arguments(const Options& o, Plan& plan) {
  const std::string advice =
      "use " + listed(names_of(analyses())) +
      ", pooling, delta, placebo, hierarchies, judgments or similarities; see subintent compare "
      "--help";
  if (o.arguments.empty()) throw Error::usage("no analysis given", advice);
  std::size_t words = 1;
  const std::string& first = o.arguments[0];
  plan.source = first == "pooling"   ? ScoreSource::pooling
                : first == "delta"   ? ScoreSource::delta
                : first == "placebo" ? ScoreSource::placebo
                                     : ScoreSource::scores;
  const Analysis* analysis = find_analysis(first);
  if (plan.source != ScoreSource::scores) {
    const bool has_choice = plan.source != ScoreSource::placebo && o.arguments.size() > 1;
    analysis = has_choice ? find_analysis(o.arguments[1]) : nullptr;
    words += analysis != nullptr ? 1 : 0;
    if (analysis == nullptr) analysis = find_analysis("discriminative-power");
  }
  if (analysis == nullptr) {
    throw Error::usage("there is no analysis '" + printable(first) + "'", advice);
  }
  plan.analysis.analysis = analysis;
  plan.inputs.assign(o.arguments.begin() + static_cast<std::ptrdiff_t>(words), o.arguments.end());
  if (plan.inputs.empty()) {
    throw Error::usage(plan.source == ScoreSource::scores ? "no scores given" : "no runs given",
                       "give at least one file");
  }
  if (plan.source == ScoreSource::scores) return;
  plan.runs = given_runs(plan.inputs);
  plan.inputs = paths_of(plan.runs);
  plan.pooled_runs = given_runs(o.pooled_runs);
}

void only(bool given, bool useful, const std::string& options, std::string_view where) {
  if (!given || useful) return;
  throw Error::usage(fmt::format("{} can only be used with {}", options, where));
}

// The parameters of analyses that are given, by the names of their options.
std::vector<std::string_view> given_parameters(const Options& o, const CommandLine& line) {
  std::vector<std::string_view> names;
  const auto add = [&](bool given, const char* name) {
    if (given) names.emplace_back(name);
  };
  add(!o.testing.baselines.empty(), "baseline");
  add(o.testing.family.has_value(), "family");
  add(o.of.has_value(), "of");
  add(!o.gold.empty(), "gold");
  add(!o.preferences.empty(), "preferences");
  add(o.by_hierarchy, "by-hierarchy");
  add(o.no_overlaps, "no-overlaps");
  add(o.ties.has_value(), "ties");
  add(o.agreement, "agreement");
  add(is_given(line, "beta"), "beta");
  add(o.differences.has_value(), "differences");
  add(o.systems.has_value(), "systems");
  add(o.residual_of.has_value(), "residual");
  return names;
}

// "analyses that test significance, " and those that take this parameter without.
std::string tests_and_takers(std::string_view parameter) {
  std::string text = "analyses that test significance";
  for (const Analysis& analysis : analyses()) {
    if (analysis.takes(parameter)) text += ", " + std::string(analysis.name);
  }
  return text;
}

// Options that the analysis has no use for are refused, so that nobody takes them for used.
void check_use(const Options& o, const Plan& plan, const CommandLine& line) {
  const Analysis& analysis = *plan.analysis.analysis;
  const bool of_scores = plan.source == ScoreSource::scores;
  const bool tests =
      analysis.tests_significance != nullptr && analysis.tests_significance(plan.analysis);
  const auto only_of_tests = [&](bool given, const char* option) {
    only(given, tests, option, "analyses that test significance");
  };
  only_of_tests(o.tests.has_value(), "--test");
  only_of_tests(o.testing.correction.has_value(), "--correction");
  const auto also_of = [&](bool given, const std::string& name) {
    only(given, tests || analysis.takes(name), "--" + name, tests_and_takers(name));
  };
  also_of(is_given(line, "alpha"), "alpha");
  also_of(o.testing.trials.has_value(), "trials");
  also_of(o.testing.seed.has_value(), "seed");
  only(o.curves.has_value(), of_scores && analysis.takes("curves"), "--curves",
       "discriminative-power of scores");
  for (const std::string_view parameter : given_parameters(o, line)) {
    for (const Analysis& other : analyses()) {
      only(other.takes(parameter), analysis.takes(parameter), "--" + std::string(parameter),
           other.name);
    }
  }
  only(o.placebo.has_value(),
       plan.source == ScoreSource::placebo ||
           (plan.source == ScoreSource::delta && analysis.name == "discriminative-power"),
       "--placebo", "placebo and delta discriminative-power");
  only(o.svg.has_value(), plan.source != ScoreSource::placebo, "--svg",
       "scores, pooling and delta");
  only(o.svg.has_value(), of_scores ? analysis.draws : analysis.name == "discriminative-power",
       "--svg",
       of_scores
           ? fmt::format("{}", fmt::join(names_of(analyses(),
                                                  [](const Analysis& one) { return one.draws; }),
                                         ", "))
           : "discriminative-power");
  only(is_given(line, "svg-limit"), o.svg && of_scores && analysis.takes("svg-limit"),
       "--svg-limit", "--svg of discriminative-power of scores");
  only(o.missing || o.run_name || o.scores_format, of_scores,
       "--missing, --run-name and --scores-format", "scores");
  const std::vector<std::string> scoring = o.evaluation.given();
  only(!scoring.empty(), !of_scores, fmt::format("{}", fmt::join(scoring, " and ")),
       "pooling, delta and placebo");
  only(o.pool_depths || o.depths || !o.pooled_runs.empty() || is_given(line, "rbp-residual"),
       plan.source == ScoreSource::pooling,
       "--pool-depths, --depths, --pooled-run and --rbp-residual", "pooling");
  only(o.leave_out, false, "--leave-out", "judgments");
  only(!o.view.given().empty(), false, "--contrast and --neighbours", "similarities");
  only(o.dendrograms || o.superintents || o.deltas, plan.source == ScoreSource::delta,
       "--dendrograms, --superintents and --deltas", "delta");
}

}  // namespace

std::vector<const SignificanceTest*> tests_named(const std::string& text) {
  std::vector<std::string> names = split(text, ',');
  if (names.empty()) names.emplace_back();
  std::vector<const SignificanceTest*> tests;
  for (std::string& name : names) {
    tests.push_back(&test_named("--test", trim(name)));
    name = tests.back()->name;
  }
  require_different("--test", names);
  return tests;
}

void check_numbers(const Options& o) {
  check_trials(o.testing);
  check_alpha(o.alpha);
  if (!(o.svg_limit > 0 && o.svg_limit <= 1)) {
    throw Error::usage("--svg-limit must be above 0 and at most 1", "give for example 0.15");
  }
}

namespace {

TiedPreference tied_preference(const std::optional<std::string>& name) {
  if (!name) return TiedPreference::disagree;
  CommandLine::require_one_of("--ties", *name, {"disagree", "half", "ignore"});
  return *name == "half"     ? TiedPreference::half
         : *name == "ignore" ? TiedPreference::ignore
                             : TiedPreference::disagree;
}

TopicSetGrid topic_set_grid(const Options& o) {
  TopicSetGrid grid;
  grid.alpha = o.alpha;
  grid.beta = o.beta;
  if (o.differences) grid.differences = ascending_numbers("differences", *o.differences, 0, 1e100);
  if (o.systems) {
    grid.systems = ascending_whole_numbers("systems", *o.systems, 2, max_designed_systems);
  }
  if (o.residual_of) {
    CommandLine::require_one_of("--residual", *o.residual_of, {"one-way", "two-way"});
    if (*o.residual_of == "two-way") grid.variance = ResidualVariance::two_way;
  }
  check_grid(grid);
  return grid;
}

void read_analysis(const Options& o, const CommandLine& line, Plan& plan) {
  AnalysisOptions& a = plan.analysis;
  if (o.of) CommandLine::require_one_of("--of", *o.of, {"runs", "p-values", "both"});
  a.of_runs = o.of != "p-values";
  a.of_pairs = o.of && *o.of != "runs";
  check_use(o, plan, line);
  // Of many settings, those of one quick test are enough.
  const std::string_view default_tests =
      plan.source == ScoreSource::scores || a.analysis->resamples ? a.analysis->default_tests : "t";
  a.tests = tests_named(o.tests.value_or(std::string(default_tests)));
  check_numbers(o);
  const Comparison comparison = comparison_of(o.testing, a.analysis->default_correction);
  a.correction = comparison.correction;
  a.family = comparison.family;
  a.baselines = comparison.baselines;
  if (o.testing.trials) a.trials = static_cast<std::uint64_t>(*o.testing.trials);
  if (o.testing.seed) a.seed = static_cast<std::uint64_t>(*o.testing.seed);
  a.alpha = o.alpha;
  a.tied = tied_preference(o.ties);
  a.agreement = o.agreement || o.tests || o.testing.correction || o.testing.is_random() ||
                is_given(line, "alpha");
  a.power = {o.by_hierarchy, !o.no_overlaps};
  a.sizes = topic_set_grid(o);
  a.gold = o.measures ? known_names(o.gold, measure_names(*o.measures)) : o.gold;
  a.draws = o.svg && plan.source == ScoreSource::scores;
  a.svg_limit = o.svg_limit;
  require_different_measures("--gold", a.gold);
  if (a.analysis->takes("gold") && o.gold.empty()) {
    throw Error::usage("--gold is missing", "give the measure that is the gold standard");
  }
  if (a.analysis->takes("preferences") && o.preferences.empty()) {
    throw Error::usage("--preferences is missing", "give a file with judgments of users");
  }
  const bool tested =
      a.analysis->tests_significance != nullptr && a.analysis->tests_significance(a);
  if (o.svg && tested && a.tests.size() != 1) {
    throw Error::usage("--svg draws one test only", "choose it with --test");
  }
}

void check_files(CommandLine& line, const Options& o, const Plan& plan) {
  std::vector<std::string> inputs = plan.inputs, outputs{o.output};
  for (const GivenRun& run : plan.pooled_runs) inputs.push_back(run.path);
  const std::vector<std::string> pools = preference_files(o.preferences);
  inputs.insert(inputs.end(), pools.begin(), pools.end());
  const std::vector<std::string>& evaluated = plan.evaluation.paths;
  inputs.insert(inputs.end(), evaluated.begin(), evaluated.end());
  for (const auto& path : {o.dendrograms, o.superintents}) {
    if (path) inputs.push_back(*path);
  }
  for (const auto& path : {o.curves, o.svg}) {
    if (path) outputs.push_back(*path);
  }
  line.check_files(inputs, outputs);
}

void check_words(const Options& o) {
  const auto one_of = [](const char* option, const std::optional<std::string>& given,
                         const std::vector<std::string_view>& allowed) {
    if (given) CommandLine::require_one_of(option, *given, allowed);
  };
  one_of("--missing", o.missing, {"error", "zero", "drop", "group"});
  one_of("--run-name", o.run_name, {"auto", "file", "tag"});
  one_of("--scores-format", o.scores_format,
         {"auto", "trec_eval", "ir_measures", "matrix", "matrix-without-topics"});
  CommandLine::require_one_of("--format", o.format, report_formats());
}

void read_settings(const Options& o, Plan& plan) {
  if (plan.source == ScoreSource::pooling) {
    plan.pool_depths = ascending_depths("pool_depths", o.pool_depths.value_or("5,10,20,50,100"));
    plan.depths = ascending_depths("depths", o.depths.value_or("5,10,20,50,100,200,500,1000"));
    if (o.rbp_residual < 0 || o.rbp_residual >= 1) {
      throw Error::usage("--rbp-residual must be at least 0 and below 1", "give for example 0.05");
    }
  }
  if (o.placebo || plan.source == ScoreSource::placebo) {
    const std::int64_t count = o.placebo.value_or(20);
    if (count < 1 || count > max_placebos) {
      throw Error::usage(fmt::format("--placebo must be from 1 to {}", max_placebos),
                         "give for example 20");
    }
    plan.placebo = {static_cast<std::uint32_t>(count), plan.analysis.seed};
  }
  if (plan.source == ScoreSource::placebo && plan.evaluation.inputs.hierarchies.empty()) {
    throw Error::usage("--hierarchy is missing", "give the hierarchies to shuffle: NAME=FILE");
  }
  if (plan.source == ScoreSource::delta) {
    if (!o.dendrograms) throw Error::usage("--dendrograms is missing", "see subintent cluster");
    plan.deltas = ascending_numbers("deltas", o.deltas.value_or("0:0.7:0.1"), 0, 1);
  }
}

}  // namespace

Plan plan_of(CommandLine& line, const Options& o) {
  Plan plan;
  read_arguments(o, plan);
  read_analysis(o, line, plan);
  if (plan.source != ScoreSource::scores) plan.evaluation = evaluation_setup(o.evaluation);
  check_files(line, o, plan);
  check_words(o);
  read_settings(o, plan);
  return plan;
}

}  // namespace subintent::internal::compare_command
