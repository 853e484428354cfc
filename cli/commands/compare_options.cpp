// The options of subintent compare.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/commands/compare.h"
#include "cli/options/evaluation_options.h"
#include "evaluate/measure.h"
#include "support/error.h"
#include "support/number_list.h"
#include "support/strings.h"

namespace subintent::compare_command {
namespace {

void declare_pooling(CommandLine& line, Options& o) {
  declare_evaluation(line, o, "pooling, delta: ");
  line.option("order", &o.order, "rank|score|file",
              "pooling, delta: order of a run (default: rank)");
  line.option("pool-depths", &o.pool_depths, "D,...",
              "pooling: depths of the pools (default: 5,10,20,50,100)");
  line.option("depths", &o.depths, "K,...",
              "pooling: depths of evaluation (default: 5,10,20,50,100,200,500,1000)");
  line.option("pooled-run", &o.pooled_runs, "RUN",
              "pooling: a run that makes the pools (default: all of them do); may be repeated");
  line.option("rbp-residual", &o.residual, "R",
              "pooling: p of RBP such that R of its weight lies below the depth of evaluation");
  line.option("dendrograms", &o.dendrograms, "FILE", "delta: dendrograms of the intents");
  line.option("superintents", &o.superintents, "FILE",
              "delta: superintents, for the hierarchies SUP+WI and SUP+WD");
  line.option("deltas", &o.deltas, "D,...",
              "delta: cutoff thresholds, or FIRST:LAST:STEP (default: 0:0.7:0.1)");
}

}  // namespace

void declare(CommandLine& line, Options& o) {
  line.summary("Compares runs and measures: significance, correlation, concordance, preferences.");
  line.inputs(
      &o.arguments, "ANALYSIS INPUT...",
      "what to do, and with which files:\n"
      "    significance, discriminative-power, correlation, concordance, preferences SCORES...\n"
      "    pooling, delta [one of those above, default: discriminative-power] RUN...");
  line.option("measures,m", &o.measures, "MEASURE,...", "measures to use (default: all)");
  line.option("test", &o.tests, "TEST,...",
              "t, bootstrap, tukey, randomisation, sign (default: t; for discriminative-power "
              "bootstrap,tukey)");
  line.option("trials", &o.trials, "B",
              "trials of random tests (default: bootstrap 1000, others 5000)");
  line.option("seed", &o.seed, "N", "seed of random tests (default: 1)");
  line.option("alpha", &o.alpha, "A", "significance level (default: 0.05)");
  line.option("correction", &o.correction, "holm|bonferroni|none",
              "correction for multiple comparisons, not used with tukey (default: holm for "
              "significance, none elsewhere)");
  line.option("baseline", &o.baseline, "RUN", "significance: compare all runs with this one only");
  line.option("of", &o.of, "runs|p-values|both",
              "correlation: of rankings of runs (default), of the order of pairs by p-value");
  line.option("gold", &o.gold, "MEASURE",
              "concordance: a gold standard among the measures; may be repeated");
  line.option("preferences", &o.preferences, "[NAME=]FILE",
              "preferences: judgments of users; each file is a pool; may be repeated");
  line.option("ties", &o.ties, "disagree|half|ignore",
              "preferences: what = against < or > is: a disagreement (default), half of one, or "
              "not counted");
  line.option("missing", &o.missing, "error|zero|drop|group",
              "when runs do not share all topics: refuse (default), count 0, drop the topic, or "
              "compare only runs with the same topics");
  line.flag("standardise", &o.standardise, "standardise scores: zero mean, unit deviation a topic");
  line.option("run-name", &o.run_name, "auto|file|tag",
              "names of runs in trec_eval output (default: file) and ndeval CSV (default: tag)");
  line.option("scores-format", &o.scores_format,
              "auto|trec_eval|ir_measures|matrix|matrix-without-topics",
              "how to read files that fit two formats (default: auto, refuse them)");
  line.option("curves", &o.curves, "FILE", "discriminative-power: ASL curves as TSV");
  line.option("svg", &o.svg, "FILE",
              "discriminative-power: ASL curves, or power over depths or deltas, as a chart");
  line.option("svg-limit", &o.svg_limit, "P", "highest p-value in the chart (default: 0.15)");
  declare_pooling(line, o);
  line.option("format", &o.format, "table|tsv|json", "output (default: table)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

namespace {

void require_different(const char* option, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return;
  throw Error::usage(fmt::format("{}: {} is there twice", option, printable(*twice)),
                     "leave one out");
}

}  // namespace

std::string preferences_file(const std::string& pool) {
  const std::size_t equals = pool.find('=');
  return equals == std::string::npos ? pool : pool.substr(equals + 1);
}

std::vector<std::string> measure_names(const std::string& text) {
  std::vector<std::string> names = split_measure_names(text);
  require_different("--measures", names);
  return names;
}

namespace {

// Ascending.
std::vector<double> numbers(const char* option, const std::string& text, double low, double high) {
  std::vector<double> values = parse_number_list(option, text, low, high);
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<std::uint32_t> depths(const char* option, const std::string& text) {
  std::vector<std::uint32_t> values;
  for (const double value : numbers(option, text, 1, 1e6)) {
    if (value != std::floor(value)) {
      throw Error::usage(fmt::format("{}: {} is not a whole number", option, shortest(value)));
    }
    values.push_back(static_cast<std::uint32_t>(value));
  }
  return values;
}

// The words before the inputs: which analysis, of which scores.
void check_arguments(Options& o) {
  constexpr const char* advice =
      "use significance, discriminative-power, correlation, concordance, preferences, pooling or "
      "delta; see subintent compare --help";
  if (o.arguments.empty()) throw Error::usage("no analysis given", advice);
  std::size_t words = 1;
  const std::string& first = o.arguments[0];
  o.source = first == "pooling" ? ScoreSource::pooling
             : first == "delta" ? ScoreSource::delta
                                : ScoreSource::scores;
  auto kind = analysis_named(first);
  if (o.source != ScoreSource::scores) {
    kind = o.arguments.size() > 1 ? analysis_named(o.arguments[1]) : std::nullopt;
    words += kind ? 1 : 0;
    kind = kind.value_or(AnalysisKind::discriminative_power);
  }
  if (!kind) throw Error::usage("there is no analysis '" + printable(first) + "'", advice);
  o.analysis.kind = *kind;
  o.inputs.assign(o.arguments.begin() + static_cast<std::ptrdiff_t>(words), o.arguments.end());
  if (o.inputs.empty()) {
    throw Error::usage(o.source == ScoreSource::scores ? "no scores given" : "no runs given",
                       "name at least one file");
  }
}

// Options that the analysis has no use for are refused, so that nobody takes them for used.
void check_use(const Options& o) {
  const AnalysisKind kind = o.analysis.kind;
  const auto only = [](bool given, bool useful, const char* option, const char* where) {
    if (!given || useful) return;
    const bool several = std::string_view(option).find(" and ") != std::string_view::npos;
    throw Error::usage(fmt::format("{} {} with {} only", option, several ? "go" : "goes", where));
  };
  const bool power = kind == AnalysisKind::discriminative_power;
  const bool tested = power || kind == AnalysisKind::significance ||
                      (kind == AnalysisKind::correlation && o.analysis.of_pairs);
  only(o.tests.has_value(), tested, "--test", "analyses that test significance");
  only(o.trials.has_value(), tested, "--trials", "analyses that test significance");
  only(o.correction.has_value(), tested, "--correction", "analyses that test significance");
  only(o.alpha != Options().alpha, tested, "--alpha", "analyses that test significance");
  only(o.seed.has_value(), tested, "--seed", "analyses that test significance");
  only(o.baseline.has_value(), kind == AnalysisKind::significance, "--baseline", "significance");
  only(o.of.has_value(), kind == AnalysisKind::correlation, "--of", "correlation");
  only(!o.gold.empty(), kind == AnalysisKind::concordance, "--gold", "concordance");
  only(!o.preferences.empty(), kind == AnalysisKind::preferences, "--preferences", "preferences");
  only(o.curves.has_value(), power && o.source == ScoreSource::scores, "--curves",
       "discriminative-power of scores");
  only(o.svg.has_value(), power, "--svg", "discriminative-power");
  only(o.svg_limit != Options().svg_limit, o.svg && o.source == ScoreSource::scores, "--svg-limit",
       "--svg of discriminative-power of scores");
  only(o.ties.has_value(), kind == AnalysisKind::preferences, "--ties", "preferences");
  only(o.missing || o.run_name || o.scores_format, o.source == ScoreSource::scores,
       "--missing, --run-name and --scores-format", "scores");
  const std::vector<std::string> scoring = options_given(o);
  only(!scoring.empty(), o.source != ScoreSource::scores,
       fmt::format("{}", fmt::join(scoring, " and ")).c_str(), "pooling and delta");
  only(o.pool_depths || o.depths || !o.pooled_runs.empty() || o.residual > 0,
       o.source == ScoreSource::pooling, "--pool-depths, --depths, --pooled-run and --rbp-residual",
       "pooling");
  only(o.dendrograms || o.superintents || o.deltas, o.source == ScoreSource::delta,
       "--dendrograms, --superintents and --deltas", "delta");
}

std::vector<std::string_view> names_of_tests() {
  std::vector<std::string_view> names;
  for (const SignificanceTest& test : significance_tests()) names.push_back(test.name);
  return names;
}

std::vector<const SignificanceTest*> tests_named(const std::string& text) {
  std::vector<std::string> names = split(text, ',');
  if (names.empty()) names.emplace_back();
  std::vector<const SignificanceTest*> tests;
  for (std::string& name : names) {
    name = trim(name);
    tests.push_back(find_test(name));
    if (tests.back() != nullptr) continue;
    throw Error::usage("--test: '" + printable(name) + "' is not known",
                       fmt::format("use {}", fmt::join(names_of_tests(), ", ")));
  }
  require_different("--test", names);
  return tests;
}

void check_analysis(Options& o) {
  AnalysisOptions& a = o.analysis;
  const bool power = a.kind == AnalysisKind::discriminative_power;
  if (o.of) CommandLine::require_one_of("--of", *o.of, {"runs", "p-values", "both"});
  a.of_runs = o.of != "p-values";
  a.of_pairs = o.of && *o.of != "runs";
  check_use(o);
  const char* default_tests = power && o.source == ScoreSource::scores ? "bootstrap,tukey" : "t";
  a.tests = tests_named(o.tests.value_or(default_tests));
  if (o.trials && static_cast<std::uint64_t>(*o.trials) > max_trials) {
    throw Error::usage(fmt::format("--trials: at most {}", max_trials));
  }
  if (!(o.alpha > 0 && o.alpha < 1)) {
    throw Error::usage("--alpha is not between 0 and 1", "give for example 0.05");
  }
  if (!(o.svg_limit > 0 && o.svg_limit <= 1)) {
    throw Error::usage("--svg-limit is not above 0 and at most 1", "give for example 0.15");
  }
  const std::string correction =
      o.correction.value_or(a.kind == AnalysisKind::significance ? "holm" : "none");
  CommandLine::require_one_of("--correction", correction, {"holm", "bonferroni", "none"});
  a.correction = correction == "holm"         ? Correction::holm
                 : correction == "bonferroni" ? Correction::bonferroni
                                              : Correction::none;
  if (o.trials) a.trials = static_cast<std::uint64_t>(*o.trials);
  if (o.seed) a.seed = static_cast<std::uint64_t>(*o.seed);
  a.alpha = o.alpha;
  a.baseline = o.baseline;
  if (o.ties) CommandLine::require_one_of("--ties", *o.ties, {"disagree", "half", "ignore"});
  a.tied = o.ties == "half"     ? TiedPreference::half
           : o.ties == "ignore" ? TiedPreference::ignore
                                : TiedPreference::disagree;
  a.gold = o.gold;
  require_different("--gold", a.gold);
  if (a.kind == AnalysisKind::concordance && o.gold.empty()) {
    throw Error::usage("--gold is missing", "name the measure that is the gold standard");
  }
  if (a.kind == AnalysisKind::preferences && o.preferences.empty()) {
    throw Error::usage("--preferences is missing", "name a file with judgments of users");
  }
  if (o.svg && a.tests.size() != 1) {
    throw Error::usage("--svg draws one test", "choose it with --test");
  }
}

void check_preferences(const Options& o) {
  for (const std::string& pool : o.preferences) {
    if (pool.empty() || pool.ends_with('=')) {
      throw Error::usage("--preferences: no file is named in '" + printable(pool) + "'",
                         "write FILE or NAME=FILE");
    }
  }
}

void check_files(const Options& o) {
  std::vector<std::string> inputs = o.inputs, outputs{o.output};
  inputs.insert(inputs.end(), o.pooled_runs.begin(), o.pooled_runs.end());
  for (const std::string& pool : o.preferences) inputs.push_back(preferences_file(pool));
  if (o.source != ScoreSource::scores) {
    const std::vector<std::string> files = input_files(o);
    inputs.insert(inputs.end(), files.begin(), files.end());
  }
  for (const auto& path : {o.dendrograms, o.superintents}) {
    if (path) inputs.push_back(*path);
  }
  for (const auto& path : {o.curves, o.svg}) {
    if (path) outputs.push_back(*path);
  }
  CommandLine::check_files(inputs, outputs);
}

}  // namespace

void check(Options& o) {
  check_arguments(o);
  check_analysis(o);
  check_preferences(o);
  if (o.source != ScoreSource::scores) check_evaluation(o);
  check_files(o);
  const auto one_of = [](const char* option, const std::optional<std::string>& given,
                         std::initializer_list<std::string_view> allowed) {
    if (given) CommandLine::require_one_of(option, *given, allowed);
  };
  one_of("--missing", o.missing, {"error", "zero", "drop", "group"});
  one_of("--run-name", o.run_name, {"auto", "file", "tag"});
  one_of("--scores-format", o.scores_format,
         {"auto", "trec_eval", "ir_measures", "matrix", "matrix-without-topics"});
  CommandLine::require_one_of("--format", o.format, {"table", "tsv", "json"});
  if (o.source == ScoreSource::scores) return;
  if (o.source == ScoreSource::pooling) {
    o.pool_depth_values = depths("--pool-depths", o.pool_depths.value_or("5,10,20,50,100"));
    o.depth_values = depths("--depths", o.depths.value_or("5,10,20,50,100,200,500,1000"));
    if (o.residual < 0 || o.residual >= 1) {
      throw Error::usage("--rbp-residual is not from 0 to below 1", "give for example 0.05");
    }
  } else {
    if (!o.dendrograms) throw Error::usage("--dendrograms is missing", "see subintent cluster");
    o.delta_values = numbers("--deltas", o.deltas.value_or("0:0.7:0.1"), 0, 1);
  }
}

}  // namespace subintent::compare_command
