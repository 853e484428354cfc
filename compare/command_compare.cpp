// subintent compare: statistics over scores, and over scores made for a range of depths or deltas.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cluster/dendrogram.h"
#include "compare/analysis.h"
#include "compare/pool.h"
#include "compare/series.h"
#include "evaluate/scorer.h"
#include "hierarchy/build.h"
#include "support/error.h"
#include "support/input_file.h"
#include "support/output_file.h"
#include "support/strings.h"

namespace subintent {
namespace {

enum class Source { scores, pooling, delta };

struct Options {
  std::vector<std::string> arguments, gold, preferences;
  std::optional<std::string> measures, tests, correction, baseline, of, curves, svg, qrels,
      adhoc_qrels, topics, probabilities, dendrograms, superintents, deltas, pool_depths, depths;
  std::vector<std::string> pooled_runs;
  std::optional<std::int64_t> trials, seed, max_grade;
  std::string missing = "error", run_name = "auto", format = "table", output = "-", order = "rank";
  double alpha = 0.05, svg_limit = 0.15, residual = 0;
  bool standardise = false;

  // Made by check().
  Source source = Source::scores;
  AnalysisOptions analysis;
  std::vector<std::string> inputs;
  std::vector<double> delta_values;
  std::vector<std::uint32_t> pool_depth_values, depth_values;
};

void declare_pooling(CommandLine& line, Options& o) {
  line.option("qrels", &o.qrels, "Q", "pooling, delta: diversity judgments");
  line.option("adhoc-qrels", &o.adhoc_qrels, "Q",
              "pooling, delta: topic-level judgments (default: made from the diversity judgments)");
  line.option("topics", &o.topics, "XML", "pooling, delta: topics, for the types of the intents");
  line.option("probabilities", &o.probabilities, "FILE",
              "pooling, delta: intent probabilities (default: uniform)");
  line.option("order", &o.order, "rank|score|file",
              "pooling, delta: order of a run (default: rank)");
  line.option("max-grade", &o.max_grade, "G",
              "pooling, delta: highest grade for ERR (default: of the judgments)");
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
              "delta: cutoff thresholds (default: 0,0.1,0.2,0.3,0.4,0.5,0.6,0.7)");
}

void declare(CommandLine& line, Options& o) {
  line.summary("Compares runs and measures: significance, correlation, concordance, preferences.");
  line.inputs(&o.arguments, "ANALYSIS INPUT...",
              "significance, discriminative-power, correlation, concordance or preferences, and "
              "files of scores; or pooling or delta, one of these if not discriminative-power, and "
              "runs");
  line.option("measures,m", &o.measures, "MEASURE,...", "measures to use (default: all)");
  line.option("test", &o.tests, "TEST,...",
              "t, bootstrap, tukey, randomisation, sign (default: t; for discriminative-power "
              "bootstrap,tukey)");
  line.option("trials", &o.trials, "B",
              "trials of random tests (default: bootstrap 1000, others 5000)");
  line.option("seed", &o.seed, "N", "seed of random tests (default: 1)");
  line.option("alpha", &o.alpha, "A", "significance level (default: 0.05)");
  line.option("correction", &o.correction, "holm|bonferroni|none",
              "for many pairs, but with tukey (default: holm for significance, none elsewhere)");
  line.option("baseline", &o.baseline, "RUN", "significance: compare all runs with this one only");
  line.option("of", &o.of, "runs|p-values|both",
              "correlation: of rankings of runs (default), of the order of pairs by p-value");
  line.option("gold", &o.gold, "MEASURE",
              "concordance: a gold standard among the measures; may be repeated");
  line.option("preferences", &o.preferences, "[NAME=]FILE",
              "preferences: judgments of users; each file is a pool; may be repeated");
  line.option("missing", &o.missing, "error|zero|drop|group",
              "where a run has no score for a topic: refuse (default), count 0, drop the topic, or "
              "compare only runs with the same topics");
  line.flag("standardise", &o.standardise, "standardise scores: zero mean, unit deviation a topic");
  line.option("run-name", &o.run_name, "auto|file|tag",
              "names of runs in trec_eval output (default: file) and ndeval CSV (default: tag)");
  line.option("curves", &o.curves, "FILE", "discriminative-power: ASL curves as TSV");
  line.option("svg", &o.svg, "FILE",
              "discriminative-power: ASL curves, or power over depths or deltas, as a chart");
  line.option("svg-limit", &o.svg_limit, "P", "highest p-value in the chart (default: 0.15)");
  declare_pooling(line, o);
  line.option("format", &o.format, "table|tsv|json", "output (default: table)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

// Names separated by commas outside parentheses.
std::vector<std::string> measure_names(const std::string& text) {
  std::vector<std::string> names(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  for (std::string& name : names) {
    name = trim(name);
    if (name.empty())
      throw Error::usage("--measures: a name is missing in '" + printable(text) + "'");
  }
  return names;
}

std::vector<double> numbers(const char* option, const std::string& text, double low, double high) {
  std::vector<double> values;
  for (const std::string& part : split(text, ',')) {
    const auto value = parse_double(trim(part));
    if (!value || *value < low || *value > high) {
      throw Error::usage(fmt::format("{}: '{}' is not a number from {} to {}", option,
                                     printable(part), shortest(low), shortest(high)),
                         "write numbers separated by commas");
    }
    values.push_back(*value);
  }
  if (values.empty()) throw Error::usage(std::string(option) + ": no numbers are given");
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
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
  o.source = first == "pooling" ? Source::pooling
             : first == "delta" ? Source::delta
                                : Source::scores;
  auto kind = analysis_named(first);
  if (o.source != Source::scores) {
    kind = o.arguments.size() > 1 ? analysis_named(o.arguments[1]) : std::nullopt;
    words += kind ? 1 : 0;
    kind = kind.value_or(AnalysisKind::discriminative_power);
  }
  if (!kind) throw Error::usage("there is no analysis '" + printable(first) + "'", advice);
  o.analysis.kind = *kind;
  o.inputs.assign(o.arguments.begin() + static_cast<std::ptrdiff_t>(words), o.arguments.end());
  if (o.inputs.empty()) {
    throw Error::usage(o.source == Source::scores ? "no scores given" : "no runs given",
                       "name at least one file");
  }
}

// Options that the analysis has no use for are refused, so that nobody takes them for used.
void check_use(const Options& o) {
  const AnalysisKind kind = o.analysis.kind;
  const auto only = [](bool given, bool useful, const char* option, const char* where) {
    if (given && !useful) throw Error::usage(fmt::format("{} goes with {} only", option, where));
  };
  const bool power = kind == AnalysisKind::discriminative_power;
  const bool tested = power || kind == AnalysisKind::significance ||
                      (kind == AnalysisKind::correlation && o.analysis.of_pairs);
  only(o.tests.has_value(), tested, "--test", "analyses that test significance");
  only(o.trials.has_value(), tested, "--trials", "analyses that test significance");
  only(o.correction.has_value(), tested, "--correction", "analyses that test significance");
  only(o.baseline.has_value(), kind == AnalysisKind::significance, "--baseline", "significance");
  only(o.of.has_value(), kind == AnalysisKind::correlation, "--of", "correlation");
  only(!o.gold.empty(), kind == AnalysisKind::concordance, "--gold", "concordance");
  only(!o.preferences.empty(), kind == AnalysisKind::preferences, "--preferences", "preferences");
  only(o.curves.has_value(), power && o.source == Source::scores, "--curves",
       "discriminative-power of scores");
  only(o.svg.has_value(), power, "--svg", "discriminative-power");
  only(o.qrels || o.adhoc_qrels || o.topics || o.probabilities, o.source != Source::scores,
       "--qrels, --adhoc-qrels, --topics and --probabilities", "pooling and delta");
  only(o.pool_depths || o.depths || !o.pooled_runs.empty() || o.residual > 0,
       o.source == Source::pooling, "--pool-depths, --depths, --pooled-run and --rbp-residual",
       "pooling");
  only(o.dendrograms || o.superintents || o.deltas, o.source == Source::delta,
       "--dendrograms, --superintents and --deltas", "delta");
}

void check_analysis(Options& o) {
  AnalysisOptions& a = o.analysis;
  const bool power = a.kind == AnalysisKind::discriminative_power;
  if (o.of) CommandLine::require_one_of("--of", *o.of, {"runs", "p-values", "both"});
  a.of_runs = o.of != "p-values";
  a.of_pairs = o.of && *o.of != "runs";
  check_use(o);
  const char* default_tests = power && o.source == Source::scores ? "bootstrap,tukey" : "t";
  for (const std::string& name : split(o.tests.value_or(default_tests), ',')) {
    const auto test = test_named(trim(name));
    if (!test) {
      throw Error::usage("--test: '" + printable(name) + "' is not known",
                         "use t, bootstrap, tukey, randomisation, sign");
    }
    a.tests.push_back(*test);
  }
  if (o.trials && static_cast<std::uint64_t>(*o.trials) > max_trials) {
    throw Error::usage(fmt::format("--trials: at most {}", max_trials));
  }
  if (!(o.alpha > 0 && o.alpha < 1)) throw Error::usage("--alpha is not between 0 and 1");
  if (!(o.svg_limit > 0 && o.svg_limit <= 1)) throw Error::usage("--svg-limit is not from 0 to 1");
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
  a.gold = o.gold;
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

void check(Options& o) {
  check_arguments(o);
  check_analysis(o);
  CommandLine::require_one_of("--missing", o.missing, {"error", "zero", "drop", "group"});
  CommandLine::require_one_of("--run-name", o.run_name, {"auto", "file", "tag"});
  CommandLine::require_one_of("--format", o.format, {"table", "tsv", "json"});
  CommandLine::require_one_of("--order", o.order, {"rank", "score", "file"});
  if (o.source == Source::scores) return;
  if (!o.qrels) throw Error::usage("--qrels is missing", "name the diversity judgments");
  if (o.topics && o.probabilities) {
    throw Error::usage("--topics and --probabilities both say what the intents are", "give one");
  }
  if (o.source == Source::pooling) {
    o.pool_depth_values = depths("--pool-depths", o.pool_depths.value_or("5,10,20,50,100"));
    o.depth_values = depths("--depths", o.depths.value_or("5,10,20,50,100,200,500,1000"));
    if (o.residual < 0 || o.residual >= 1) throw Error::usage("--rbp-residual is not from 0 to 1");
  } else {
    if (!o.dendrograms) throw Error::usage("--dendrograms is missing", "see subintent cluster");
    o.delta_values = numbers("--deltas", o.deltas.value_or("0,0.1,0.2,0.3,0.4,0.5,0.6,0.7"), 0, 1);
  }
}

void read_pools(Options& o) {
  for (const std::string& text : o.preferences) {
    const std::size_t equals = text.find('=');
    const std::string file = equals == std::string::npos ? text : text.substr(equals + 1);
    const std::string name =
        equals == std::string::npos ? display_name(file) : text.substr(0, equals);
    o.analysis.pools.push_back({name, display_name(file), read_preferences(file)});
  }
}

void standardise(std::vector<ScoreGroup>& groups) {
  for (ScoreGroup& group : groups) {
    for (ScoreMatrix& scores : group.measures) scores = standardised(scores);
  }
}

std::vector<ScoreGroup> read_groups(const Options& o) {
  const ScoreTable table = read_scores(o.inputs, o.run_name == "auto"   ? ScoreRunName::automatic
                                                 : o.run_name == "file" ? ScoreRunName::file
                                                                        : ScoreRunName::tag);
  std::vector<std::string> measures;
  if (o.measures) {
    measures = measure_names(*o.measures);
    for (const std::string& gold : o.gold) {
      if (std::find(measures.begin(), measures.end(), gold) == measures.end()) {
        measures.push_back(gold);
      }
    }
  }
  return make_groups(table, measures,
                     o.missing == "error"  ? MissingScores::error
                     : o.missing == "zero" ? MissingScores::zero
                     : o.missing == "drop" ? MissingScores::drop
                                           : MissingScores::group);
}

std::vector<Run> read_runs(const Options& o) {
  std::vector<Run> runs(o.inputs.size());
  const RunOrder order = o.order == "rank"    ? RunOrder::rank
                         : o.order == "score" ? RunOrder::score
                                              : RunOrder::file;
  tbb::parallel_for(std::size_t{0}, runs.size(),
                    [&](std::size_t i) { runs[i] = read_run(o.inputs[i], order); });
  std::set<std::string> names;
  for (const Run& run : runs) {
    if (!names.insert(run.name).second) {
      throw Error(Location{}, "two runs are named " + printable(run.name), "rename one file");
    }
  }
  return runs;
}

// Judgments of one setting, with scores made by them.
struct Collection {
  Qrels diversity, topic_level;
  std::optional<IntentTable> intents;
  std::string intents_path;

  std::vector<ScoreGroup> score(const std::vector<Run>& runs, const std::vector<Measure>& measures,
                                const std::vector<NamedHierarchies>& hierarchies,
                                std::int32_t max_grade) const {
    Judgments judgments;
    judgments.diversity = &diversity;
    judgments.topic_level = &topic_level;
    judgments.intents = intents;
    judgments.intents_path = intents_path;
    const auto topics = make_topic_data(judgments, hierarchies);
    const Scorer scorer(judgments, topics, measures, nullptr, max_grade);
    std::vector<RunScores> scores(runs.size());
    tbb::parallel_for(std::size_t{0}, runs.size(),
                      [&](std::size_t i) { scores[i] = scorer.score(runs[i]); });
    std::vector<ScoreGroup> groups(1);
    for (const Run& run : runs) groups[0].runs.push_back(run.name);
    for (const TopicData& topic : topics) groups[0].topics.emplace_back(topic.topic);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      ScoreMatrix& matrix = groups[0].measures.emplace_back(
          ScoreMatrix{measures[m].name, topics.size(), runs.size(), {}});
      for (std::size_t topic = 0; topic < topics.size(); ++topic) {
        for (const RunScores& run : scores) matrix.values.push_back(run.values[m][topic]);
      }
    }
    return groups;
  }
};

Collection read_collection(const Options& o) {
  Collection collection{read_qrels(*o.qrels), {}, {}, {}};
  collection.topic_level = o.adhoc_qrels ? read_qrels(*o.adhoc_qrels, QrelsKind::ad_hoc)
                                         : topic_level(collection.diversity, TopicGrade::highest);
  if (o.topics) {
    collection.intents = read_topics_xml(*o.topics);
    collection.intents_path = *o.topics;
  } else if (o.probabilities) {
    collection.intents = read_probabilities(*o.probabilities);
    collection.intents_path = *o.probabilities;
  }
  return collection;
}

std::int32_t max_grade_of(const Options& o, const Collection& collection) {
  if (o.max_grade) return static_cast<std::int32_t>(*o.max_grade);
  Judgments judgments;
  judgments.diversity = &collection.diversity;
  judgments.topic_level = &collection.topic_level;
  return std::max(judgments.highest_intent_grade(), judgments.highest_topic_grade());
}

// "AP" at depth 10 is "AP@10"; RBP gets its p from the residual [Webber eq. 7].
std::vector<Measure> measures_at(const Options& o, const std::vector<std::string>& names,
                                 std::uint32_t depth) {
  std::string text;
  for (const std::string& name : names) {
    if (name.find('@') != std::string::npos) {
      throw Error::usage("--measures: " + printable(name) + " has a cutoff, which --depths gives",
                         "leave out @ and what follows");
    }
    text += (text.empty() ? "" : ",") + name;
    if (o.residual > 0 && (name == "RBP" || name == "nRBP")) {
      text += "(p=" + shortest(std::pow(o.residual, 1.0 / depth)) + ")";
    }
    text += "@" + std::to_string(depth);
  }
  return parse_measures(text, {});
}

Series pooling_series(const Options& o, const CommandLine& line) {
  const auto names = measure_names(o.measures.value_or("AP,aAP,enDCG,nDCG"));
  for (const std::uint32_t depth : o.depth_values) measures_at(o, names, depth);
  const Collection full = read_collection(o);
  const std::vector<Run> runs = read_runs(o);
  std::vector<Run> pooled;
  if (!o.pooled_runs.empty()) {
    Options others = o;
    others.inputs = o.pooled_runs;
    pooled = read_runs(others);
  }
  // Beside the pools asked for, those as deep as the evaluation: full assessment.
  std::set<std::pair<std::uint32_t, std::uint32_t>> settings;
  for (const std::uint32_t depth : o.depth_values) {
    settings.emplace(depth, depth);
    for (const std::uint32_t pool : o.pool_depth_values) settings.emplace(pool, depth);
  }
  Series series{{"pool_depth", "depth"}, names, {}};
  Progress progress("comparing", "settings", settings.size(), line.shows_progress());
  for (const auto& [pool_depth, depth] : settings) {
    const Pool pool(pooled.empty() ? runs : pooled, pool_depth);
    const auto keep = [&](std::string_view topic, std::string_view docno) {
      return pool.contains(topic, docno);
    };
    const Collection collection{restricted(full.diversity, keep),
                                restricted(full.topic_level, keep), full.intents,
                                full.intents_path};
    auto groups = collection.score(runs, measures_at(o, names, depth), {}, max_grade_of(o, full));
    if (o.standardise) standardise(groups);
    series.points.push_back({{static_cast<double>(pool_depth), static_cast<double>(depth)},
                             analyse(o.analysis, groups)});
    progress.advance();
  }
  return series;
}

// The hierarchies that a delta makes, by the names that [Dou19 Fig. 8] gives its curves.
struct DeltaHierarchy {
  const char* name;
  Weighting weighting;
  bool raw, superintents;
};

constexpr DeltaHierarchy delta_hierarchies[] = {
    {"WI", Weighting::leaves, false, false},   {"WD", Weighting::gains, false, false},
    {"WIRaw", Weighting::leaves, true, false}, {"SUP+WI", Weighting::leaves, false, true},
    {"SUP+WD", Weighting::gains, false, true},
};

std::vector<NamedHierarchies> hierarchies_at(const Options& o, const Qrels& qrels,
                                             const std::vector<Dendrogram>& dendrograms,
                                             const std::set<std::size_t>& used, double delta) {
  std::vector<NamedHierarchies> made;
  for (std::size_t i = 0; i < std::size(delta_hierarchies); ++i) {
    const DeltaHierarchy& hierarchy = delta_hierarchies[i];
    NamedHierarchies& named =
        made.emplace_back(NamedHierarchies{hierarchy.name, *o.dendrograms, {}});
    HierarchyOptions options;
    options.delta = delta;
    options.compress = !hierarchy.raw;
    options.weighting = hierarchy.weighting;
    options.intent_weights = hierarchy.raw ? IntentWeights::uniform : IntentWeights::depth;
    options.qrels_file = display_name(*o.qrels);
    options.dendrograms_file = display_name(*o.dendrograms);
    std::optional<std::span<const Dendrogram>> trees = dendrograms;
    if (!used.contains(i)) trees = std::nullopt;  // official intents take its place
    if (hierarchy.superintents && o.superintents) {
      options.superintents_file = display_name(*o.superintents);
      options.superintents = read_superintents(*o.superintents);
    }
    named.topics = build_hierarchies(qrels, trees, options).hierarchies;
  }
  return made;
}

Series delta_series(const Options& o, const CommandLine& line) {
  MeasureContext context;
  for (const DeltaHierarchy& hierarchy : delta_hierarchies)
    context.hierarchies.push_back(hierarchy.name);
  const auto measures =
      parse_measures(o.measures.value_or("HD#-nDCG_WI@20,HD#-nDCG_WD@20"), context);
  std::set<std::size_t> used;
  for (const Measure& measure : measures) {
    if (measure.hierarchy) used.insert(*measure.hierarchy);
  }
  if (!o.superintents && (used.contains(3) || used.contains(4))) {
    throw Error::usage("--superintents is missing, which SUP+WI and SUP+WD need");
  }
  const Collection collection = read_collection(o);
  const std::vector<Run> runs = read_runs(o);
  const std::vector<Dendrogram> dendrograms = read_dendrograms(*o.dendrograms);
  Series series{{"delta"}, {}, {}};
  for (const Measure& measure : measures) series.measures.push_back(measure.name);
  Progress progress("comparing", "deltas", o.delta_values.size(), line.shows_progress());
  for (const double delta : o.delta_values) {
    const auto hierarchies = hierarchies_at(o, collection.diversity, dendrograms, used, delta);
    auto groups = collection.score(runs, measures, hierarchies, max_grade_of(o, collection));
    if (o.standardise) standardise(groups);
    series.points.push_back({{delta}, analyse(o.analysis, groups)});
    progress.advance();
  }
  return series;
}

struct Outputs {
  OutputFile report;
  std::optional<OutputFile> curves, svg;

  explicit Outputs(const Options& o) : report(o.output) {
    if (o.curves) curves.emplace(*o.curves);
    if (o.svg) svg.emplace(*o.svg);
  }
};

void write(const Options& o, const Report& report, OutputFile& output) {
  if (o.format == "tsv") {
    output.write(tsv_of(report.tables));
  } else if (o.format == "json") {
    output.write(json_of("compare " + o.arguments[0], report.tables));
  } else {
    output.write(report.text);
  }
  output.close();
}

void compare_scores(const Options& o, const CommandLine& line, Outputs& outputs) {
  auto groups = read_groups(o);
  if (o.standardise) standardise(groups);
  Progress progress("testing", "pairs", work_of(o.analysis, groups), line.shows_progress());
  const Analysis made =
      analyse(o.analysis, groups, [&](std::uint64_t done) { progress.advance(done); });
  if (outputs.curves) {
    const DataTable tables[] = {asl_table(made.tested)};
    outputs.curves->write(tsv_of(tables));
    outputs.curves->close();
  }
  if (outputs.svg) {
    outputs.svg->write(svg_of(asl_chart(made.tested.at(0), o.svg_limit)));
    outputs.svg->close();
  }
  write(o, made.report, outputs.report);
}

void compare_series(const Options& o, const CommandLine& line, Outputs& outputs) {
  const Series series =
      o.source == Source::pooling ? pooling_series(o, line) : delta_series(o, line);
  if (outputs.svg) {
    outputs.svg->write(svg_of(series_chart(series, 0)));
    outputs.svg->close();
  }
  write(o, series_report(series), outputs.report);
}

}  // namespace

Work setup_compare(CommandLine& line) {
  auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  check(*options);
  return [options, &line] {
    Options& o = *options;
    Outputs outputs(o);
    read_pools(o);
    o.source == Source::scores ? compare_scores(o, line, outputs)
                               : compare_series(o, line, outputs);
  };
}

}  // namespace subintent
