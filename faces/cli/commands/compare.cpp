// subintent compare: the analyses of study/analyses, with their options, on files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/strings.h"
#include "cluster/dendrogram.h"
#include "collection/scores.h"
#include "compare/concordance.h"
#include "faces/cli/command.h"
#include "faces/cli/options/analysis.h"
#include "faces/cli/options/evaluation.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/preferences.h"
#include "faces/cli/options/runs.h"
#include "faces/cli/terminal_width.h"
#include "hierarchy/build.h"
#include "hierarchy/hierarchy_reader.h"
#include "io/input_file.h"
#include "io/output_file.h"
#include "render/table_format.h"
#include "study/analyses/analysis.h"
#include "study/delta.h"
#include "study/measure_names.h"

namespace subintent::internal {
namespace {

// The command line as it is given.
struct Options {
  EvaluationOptions evaluation;
  TopicViewArguments view;
  AnalysisArguments analysis;
  std::vector<std::string> arguments, preferences, pooled_runs;
  std::optional<std::string> curves, svg, dendrograms, superintents, missing, run_name,
      scores_format;
  std::string format = "table", output = "-";
  bool leave_out = false;
};

// What it means, as far as that can be known without opening a file.
struct Plan {
  const Analysis* analysis = nullptr;
  const Analysis* each = nullptr;
  AnalysisValues values{{}};
  std::vector<std::string> files;  // scores, or two files to compare
  std::vector<GivenRun> runs, pooled;
  EvaluationSetup evaluation;
  std::vector<Measure> measures;
};

using Names = std::vector<std::string>;

void append(Names& names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
}

const Names scoring = {
    "adhoc-qrels", "topic-grades",  "topics",  "probabilities", "all-intents", "relevant-intents",
    "hierarchy",   "fingerprints",  "vectors", "dense",         "docnos",      "similarity",
    "groups",      "group-targets", "ordinal", "gains",         "max-grade",   "on-duplicate",
    "order"};

// The options that name what an analysis is made from, beside those of its record.
Names input_options(const Analysis& analysis, bool has_runs) {
  Names names;
  switch (analysis.need) {
    case Need::scores:
      names = {"measures", "missing", "run-name", "scores-format"};
      break;
    case Need::runs:
      names = scoring;
      names.emplace_back("qrels");
      break;
    case Need::judgments:
    case Need::left_out:
      if (has_runs) names = scoring;
      std::erase(names, "adhoc-qrels");
      names.emplace_back("leave-out");
      break;
    case Need::hierarchies:
      if (has_runs) append(names, scoring);
      if (has_runs) names.emplace_back("qrels");
      std::erase(names, "hierarchy");
      break;
    case Need::similarities:
      names = {"qrels",      "fingerprints", "vectors",        "dense",     "docnos",
               "similarity", "contrast",     "contrast-power", "neighbours"};
      break;
  }
  if (analysis.has_people) names.emplace_back("preferences");
  if (analysis.has_dendrograms) names.emplace_back("dendrograms");
  if (analysis.name == "delta") names.emplace_back("superintents");
  if (analysis.name == "pooling") names.emplace_back("pooled-run");
  if (analysis.draws) names.emplace_back("svg");
  if (std::ranges::count(analysis.tables, "curves", &TableRecord::name) > 0) {
    names.emplace_back("curves");
  }
  return names;
}

// All options that an analysis takes.
Names options_taken(const Analysis& analysis, const Analysis* each, bool has_runs) {
  Names names = input_options(analysis, has_runs);
  for (const AnalysisOption& option : options_of(analysis, each)) {
    if (has_runs || !option.of_runs) names.push_back(command_line_name(option.name));
  }
  return names;
}

// The analyses that take an option, by the words of the command line. What a series makes of each
// setting tests runs, as nearly all analyses of scores do.
Names analyses_taking(const std::string& option, const std::string& leave_out = "judgments") {
  static const Names of_all = {"standardise", "test", "alpha", "trials", "seed", "correction"};
  Names names;
  for (const Analysis& analysis : analyses()) {
    const Names taken = options_taken(analysis, nullptr, true);
    const bool by_each = analysis.makes_series && std::ranges::count(of_all, option) > 0;
    const std::string name =
        analysis.need == Need::left_out ? leave_out : std::string(analysis.name);
    if (!by_each && std::ranges::count(taken, option) == 0) continue;
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

std::vector<std::string_view> report_formats() {
  return names_of(table_formats(), [](const TableFormat& format) { return format.report; });
}

// Declares options under the names of the analyses that take them.
class Declaration {
 public:
  Declaration(CommandLine& line, Options& options) : line_(line), o_(options) {}

  template <typename Target>
  void option(const std::string& names, Target* target, const std::string& value,
              const std::string& help) {
    line_.goes_with(analyses_taking(names.substr(0, names.find(','))));
    line_.option(names, target, value, help);
  }

  void record(const std::string& name) {
    line_.goes_with(analyses_taking(command_line_name(name)));
    declare_analysis_option(line_, o_.analysis, name);
  }

  // Those of significance tests, under the names of all analyses that take some of them.
  void tests() {
    const Names takers = analyses_taking("alpha");
    for (const std::string name : {"test", "alpha", "trials", "seed", "correction"}) {
      line_.goes_with(takers);
      declare_analysis_option(line_, o_.analysis, name);
      for (const std::string& taker : takers) {
        const Names own = analyses_taking(name);
        if (std::ranges::count(own, taker) == 0) line_.refuses(taker, {name});
      }
    }
  }

  // Those of the records of this kind that have not been declared.
  void records(bool of_scores) {
    for (const Analysis& analysis : analyses()) {
      if ((analysis.need == Need::scores) != of_scores) continue;
      for (const AnalysisOption& option : analysis.options) {
        if (!o_.analysis.is_declared(option.name)) record(option.name);
      }
    }
  }

 private:
  CommandLine& line_;
  Options& o_;
};

std::vector<ActionRecord> actions() {
  std::vector<ActionRecord> records;
  for (const Analysis& analysis : analyses()) {
    if (analysis.need == Need::left_out) continue;  // judgments --leave-out
    records.push_back(
        {std::string(analysis.name), std::string(analysis.usage), std::string(analysis.summary)});
  }
  return records;
}

void declare_inputs_of_studies(CommandLine& line, Options& o, Declaration& declared) {
  line.goes_with({"pooling", "delta", "placebo", "hierarchies", "judgments", "similarities"});
  declare_evaluation(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run (default: rank)");
  line.refuses("similarities", {"adhoc-qrels", "topic-grades", "topics", "probabilities",
                                "hierarchy", "gains", "max-grade", "on-duplicate", "order"});
  line.refuses("judgments", {"adhoc-qrels"});
  line.section("Settings that are compared");
  declared.records(false);
  declared.option("pooled-run", &o.pooled_runs, "[NAME=]RUN",
                  "a run that contributes to the pools (default: all runs); may be repeated");
  declared.option("dendrograms", &o.dendrograms, "FILE",
                  "dendrograms of the intents (required for delta)");
  declared.option("superintents", &o.superintents, "FILE",
                  "superintents, for the hierarchies SUP+WI and SUP+WD");
  line.goes_with({"judgments"});
  line.flag(
      "leave-out", &o.leave_out,
      "score each run without the judgments that it alone contributed to pools of --pool-depths");
  line.goes_with({"similarities"});
  declare_topic_view(line, o.view);
}

void declare(CommandLine& line, Options& o) {
  Declaration declared(line, o);
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
  declare_analysis_measures(line, o.analysis);
  declared.record("standardise");
  line.section("Scores");
  declared.option("missing", &o.missing, "error|zero|drop|group",
                  "when runs do not share all topics: refuse (default), count 0, drop the topic, "
                  "or compare only runs with the same topics");
  declared.option(
      "run-name", &o.run_name, "auto|file|tag",
      "how to name runs in trec_eval output (default: file) and ndeval CSV (default: tag)");
  declared.option("scores-format", &o.scores_format,
                  "auto|trec_eval|ir_measures|matrix|matrix-without-topics",
                  "how to read files that fit two formats (default: auto, an error)");
  line.section("Significance");
  declared.tests();
  line.section("Analyses");
  declared.records(true);
  declared.option("curves", &o.curves, "FILE", "ASL curves as TSV");
  declared.option(
      "preferences", &o.preferences, "[NAME=]FILE",
      "judgments of users (required); each file is a pool, or the pools that its column pool "
      "names; may be repeated");
  declare_inputs_of_studies(line, o, declared);
  line.section("Output");
  declared.option("svg", &o.svg, "FILE",
                  "draw a chart: for discriminative-power, ASL curves, or power over depths or "
                  "deltas; for significance with tukey, which runs differ; for correlation and "
                  "similarities, the printed values");
  line.goes_with({});
  line.option("format", &o.format, choice(report_formats()), "output (default: table)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

// The words before the inputs: which analysis, of which scores. Returns how many they are.
std::size_t read_words(const Options& o, Plan& plan) {
  const Names names = [] {
    Names made;
    for (const ActionRecord& action : actions()) made.push_back(action.name);
    return made;
  }();
  const std::string advice =
      fmt::format("use {}; see subintent compare --help", fmt::join(names, ", "));
  if (o.arguments.empty()) throw Error::usage("no analysis given", advice);
  const std::string& first = o.arguments[0];
  if (std::ranges::count(names, first) == 0) {
    throw Error::usage("there is no analysis '" + printable(first) + "'", advice);
  }
  plan.analysis = find_analysis(o.leave_out && first == "judgments" ? "leave-out" : first);
  if (!plan.analysis->makes_series) return 1;
  const Analysis* second = o.arguments.size() > 1 ? find_analysis(o.arguments[1]) : nullptr;
  if (second != nullptr && second->need != Need::scores) second = nullptr;
  plan.each = second != nullptr ? second : find_analysis(plan.analysis->default_each);
  return second != nullptr ? 2 : 1;
}

// How many files come before the runs.
std::size_t files_before_runs(Need need) {
  return need == Need::judgments || need == Need::hierarchies ? 2 : need == Need::left_out ? 1 : 0;
}

void require_inputs(const Plan& plan, std::size_t given) {
  const Need need = plan.analysis->need;
  if (need == Need::similarities) {
    if (given == 0) return;
    throw Error::usage("similarities uses neither runs nor scores",
                       "leave out " + printable(plan.files[0]));
  }
  if (need == Need::scores && given == 0) {
    throw Error::usage("no scores given", "give at least one file");
  }
  if (need == Need::runs && given == 0) {
    throw Error::usage("no runs given", "give at least one file");
  }
  if (given < files_before_runs(need)) {
    throw Error::usage(need == Need::left_out
                           ? "judgments --leave-out takes judgments and runs"
                           : fmt::format("{} compares two files", plan.analysis->name),
                       need == Need::left_out ? "name them" : "name both");
  }
  const bool too_few = need == Need::left_out ? plan.runs.size() < 2
                                              : need == Need::judgments && plan.runs.size() == 1;
  if (too_few) {
    throw Error::usage("judgments compares rankings of runs", "give two runs or more");
  }
}

void read_inputs(const Options& o, std::size_t words, Plan& plan) {
  const Names inputs(o.arguments.begin() + static_cast<std::ptrdiff_t>(words), o.arguments.end());
  const bool has_files_only =
      plan.analysis->need == Need::scores || plan.analysis->need == Need::similarities;
  const std::size_t files = has_files_only
                                ? inputs.size()
                                : std::min(files_before_runs(plan.analysis->need), inputs.size());
  const auto first_run = inputs.begin() + static_cast<std::ptrdiff_t>(files);
  plan.files = {inputs.begin(), first_run};
  plan.runs = given_runs({first_run, inputs.end()});
  plan.pooled = given_runs(o.pooled_runs);
  require_inputs(plan, inputs.size());
}

// Options that the analysis has no use for are refused, so that nobody takes them for used.
void check_use(const Plan& plan, const CommandLine& line) {
  static const Names common = {"format", "output", "provenance", "quiet", "threads"};
  const bool has_runs = !plan.runs.empty();
  const Names taken = options_taken(*plan.analysis, plan.each, has_runs),
              with_runs = options_taken(*plan.analysis, plan.each, true);
  const std::string_view name =
      plan.analysis->need == Need::left_out ? "judgments --leave-out" : plan.analysis->name;
  for (const std::string& option : line.given()) {
    if (std::ranges::count(taken, option) + std::ranges::count(common, option) > 0) continue;
    if (std::ranges::count(with_runs, option) > 0) {
      throw Error::usage(fmt::format("--{} cannot be used with {} without runs", option, name),
                         plan.analysis->need == Need::judgments
                             ? "give runs after the judgments"
                             : "give runs after the two files, and --qrels");
    }
    constexpr std::size_t most_named = 3;
    const Names others = analyses_taking(option, "judgments --leave-out");
    throw Error::usage(fmt::format("--{} cannot be used with {}", option, name),
                       others.empty() || others.size() > most_named
                           ? "leave it out"
                           : fmt::format("it goes with {}", fmt::join(others, ", ")));
  }
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

// The judgments of `which` of the files, in the place of --qrels.
EvaluationInputs inputs_by(const Plan& plan, std::size_t which) {
  EvaluationInputs made = plan.evaluation.inputs;
  made.judgments.qrels = Source(plan.files.at(which));
  return made;
}

void read_evaluation_options(const Options& o, Plan& plan) {
  const Need need = plan.analysis->need;
  if (need == Need::scores || need == Need::similarities) return;
  if (need == Need::hierarchies && plan.runs.empty()) return;
  EvaluationOptions evaluation = o.evaluation;
  if (need != Need::runs && need != Need::hierarchies) {
    evaluation.judgments.qrels = {plan.files[0]};
  }
  plan.evaluation = evaluation_setup(evaluation);
  if (plan.analysis->needs_hierarchies && plan.evaluation.inputs.hierarchies.empty()) {
    throw Error::usage("--hierarchy is missing", "give the hierarchies to shuffle: NAME=FILE");
  }
  plan.measures = plan.analysis->measures(plan.values, plan.evaluation.measure_context());
  if (need == Need::runs && plan.analysis->has_dendrograms && !o.dendrograms) {
    throw Error::usage("--dendrograms is missing", "see subintent cluster");
  }
  if (plan.analysis->name == "delta" && !o.superintents && need_superintents(plan.measures)) {
    throw Error::usage("--superintents is missing; SUP+WI and SUP+WD need it");
  }
}

void check_files(CommandLine& line, const Options& o, const Plan& plan) {
  Names inputs = plan.files, outputs = {o.output};
  append(inputs, plan.evaluation.paths);
  append(inputs, paths_of(plan.runs));
  append(inputs, paths_of(plan.pooled));
  append(inputs, preference_files(o.preferences));
  if (plan.analysis->need == Need::similarities) {
    append(inputs, o.evaluation.judgments.qrels);
    append(inputs, o.evaluation.similarity.vectors);
    for (const auto& path : {o.evaluation.similarity.fingerprints, o.evaluation.similarity.dense,
                             o.evaluation.similarity.docnos}) {
      if (path) inputs.push_back(*path);
    }
  }
  for (const auto& path : {o.dendrograms, o.superintents}) {
    if (path) inputs.push_back(*path);
  }
  for (const auto& path : {o.curves, o.svg}) {
    if (path) outputs.push_back(*path);
  }
  if (plan.analysis->need == Need::judgments) {  // the first file is a part of the evaluation, too
    std::ranges::sort(inputs);
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  }
  line.check_files(inputs, outputs);
}

// One way to compare documents.
struct Representation {
  std::string name;
  SimilarityFiles files;
  TopicViewOptions view = {};
};

// Those that are given, each checked as if it were alone.
std::vector<Representation> representations(const SimilarityOptions& given,
                                            const TopicViewArguments& view) {
  std::vector<Representation> found;
  const auto add = [&](const char* name, const SimilarityOptions& one) {
    found.push_back({name, similarity_files(one)});
    found.back().view = topic_view_options(view, found.back().files);
  };
  if (given.fingerprints) {
    add("fingerprints", {given.fingerprints, {}, {}, {}, given.similarity});
  }
  if (!given.vectors.empty()) add("vectors", {{}, {}, {}, given.vectors, {}});
  if (given.dense || given.docnos) add("dense", {{}, given.dense, given.docnos, {}, {}});
  return found;
}

void require_similarities(const Options& o) {
  if (o.evaluation.judgments.qrels.empty()) {
    throw Error::usage("--qrels is missing", "give the judgments");
  }
  const bool any = !representations(o.evaluation.similarity, o.view).empty();
  if (!any && !o.dendrograms) {
    throw Error::usage("no fingerprints or vectors to compare documents by",
                       "give --fingerprints, --vectors or --dense, or --dendrograms");
  }
  if (o.svg && !any) {
    throw Error::usage("--svg draws similarities", "give --fingerprints, --vectors or --dense");
  }
}

Plan plan_of(CommandLine& line, const Options& o) {
  Plan plan;
  const std::size_t words = read_words(o, plan);
  read_inputs(o, words, plan);
  check_use(plan, line);
  plan.values = values_of(o.analysis, options_of(*plan.analysis, plan.each));
  check_analysis(*plan.analysis, plan.each, o.svg.has_value(), plan.values);
  const Names measures = o.analysis.measures();
  if (plan.analysis->takes("gold") && !measures.empty()) {  // by the names that are asked for
    plan.values.set("gold", known_names(plan.values.texts("gold"), measures));
  }
  if (plan.analysis->has_people && o.preferences.empty()) {
    throw Error::usage("--preferences is missing", "give a file with judgments of users");
  }
  if (plan.analysis->need == Need::similarities) require_similarities(o);
  read_evaluation_options(o, plan);
  check_files(line, o, plan);
  check_words(o);
  return plan;
}

ScoreFormat score_format(const Options& o) {
  return o.scores_format == "trec_eval"               ? ScoreFormat::trec_eval
         : o.scores_format == "ir_measures"           ? ScoreFormat::ir_measures
         : o.scores_format == "matrix"                ? ScoreFormat::matrix
         : o.scores_format == "matrix-without-topics" ? ScoreFormat::matrix_without_topics
                                                      : ScoreFormat::automatic;
}

std::vector<ScoreGroup> read_groups(const Options& o, const Plan& plan, const CommandLine& line) {
  ScoreTable table = read_scores(sources(plan.files),
                                 o.run_name == "file"  ? ScoreRunName::file
                                 : o.run_name == "tag" ? ScoreRunName::tag
                                                       : ScoreRunName::automatic,
                                 score_format(o));
  for (const std::string& note : table.notes) line.note(note);
  if (o.missing != "group") line.warn(joined_runs_warnings(table, "files"));
  const Names gold = plan.analysis->takes("gold") ? plan.values.texts("gold") : Names();
  const Names measures = with_gold(o.analysis.measures(), gold);
  rename_measures(table, measures.empty() ? gold : measures);
  if (o.missing == "zero") line.warn(zero_filled_warnings(table, measures));
  return make_groups(table, measures,
                     o.missing == "zero"    ? MissingScores::zero
                     : o.missing == "drop"  ? MissingScores::drop
                     : o.missing == "group" ? MissingScores::group
                                            : MissingScores::error);
}

// Of files that both evaluations read, the same is said once.
void add_new(const Warnings& more, Warnings& said) {
  for (const std::string& sentence : more) {
    if (std::ranges::count(said, sentence) == 0) said.push_back(sentence);
  }
}

void read_two_judgments(const Plan& plan, AnalysisInputs& inputs, Remarks& remarks) {
  const std::span<const Measure> measures =
      plan.runs.empty() ? std::span<const Measure>() : plan.measures;
  inputs.first_name = display_name(plan.files[0]);
  inputs.second_name = display_name(plan.files[1]);
  inputs.data = read_evaluation(inputs_by(plan, 0), measures, remarks);
  Remarks on_second;
  inputs.second = read_evaluation(inputs_by(plan, 1), measures, on_second);
  add_new(on_second.warnings, remarks.warnings);
  add_new(on_second.notes, remarks.notes);
}

void read_two_hierarchies(const Plan& plan, AnalysisInputs& inputs, Remarks& remarks) {
  inputs.first_name = display_name(plan.files[0]);
  inputs.second_name = display_name(plan.files[1]);
  if (plan.runs.empty()) {
    inputs.hierarchies1 = read_hierarchies(plan.files[0]);
    inputs.hierarchies2 = read_hierarchies(plan.files[1]);
    return;
  }
  EvaluationInputs both = plan.evaluation.inputs;
  both.hierarchies = {{"1", plan.files[0], {}}, {"2", plan.files[1], {}}};
  inputs.data = read_evaluation(both, plan.measures, remarks);
}

void read_dendrogram_inputs(const Options& o, AnalysisInputs& inputs) {
  inputs.sources.qrels = display_names(o.evaluation.judgments.qrels);
  if (o.dendrograms) {
    inputs.sources.dendrograms = display_name(*o.dendrograms);
    inputs.dendrograms = read_dendrograms(*o.dendrograms);
  }
  if (o.superintents) {
    inputs.sources.superintents = display_name(*o.superintents);
    inputs.superintents = read_superintents(*o.superintents);
  }
}

void read_similarity_inputs(const Options& o, AnalysisInputs& inputs) {
  inputs.qrels = read_qrels(sources(o.evaluation.judgments.qrels));
  for (const Representation& one : representations(o.evaluation.similarity, o.view)) {
    const auto read = [files = one.files](const std::unordered_set<std::string_view>& wanted,
                                          Warnings& warnings) {
      return std::make_shared<const DocumentSimilarity>(read_similarity(files, wanted, warnings));
    };
    inputs.similarities.push_back({one.name, read, one.view});
  }
}

AnalysisInputs read_all(const Options& o, const Plan& plan, const CommandLine& line) {
  AnalysisInputs inputs;
  inputs.each = plan.each;
  inputs.draws = o.svg.has_value();
  inputs.context = plan.evaluation.measure_context();
  inputs.measures = plan.measures;
  inputs.preferences = read_preference_pools(o.preferences);
  Remarks remarks;
  switch (plan.analysis->need) {
    case Need::scores:
      inputs.groups = read_groups(o, plan, line);
      break;
    case Need::runs:
      inputs.data = read_evaluation(plan.evaluation.inputs, plan.measures, remarks);
      break;
    case Need::judgments:
      read_two_judgments(plan, inputs, remarks);
      break;
    case Need::left_out:
      inputs.data = read_evaluation(inputs_by(plan, 0), plan.measures, remarks);
      break;
    case Need::hierarchies:
      read_two_hierarchies(plan, inputs, remarks);
      break;
    case Need::similarities:
      read_similarity_inputs(o, inputs);
      break;
  }
  say(remarks, line);
  const EvaluationSetup& setup = plan.evaluation;
  inputs.runs = read_runs(plan.runs, setup.order, setup.on_duplicate);
  inputs.pooled = read_runs(plan.pooled, setup.order, setup.on_duplicate);
  read_dendrogram_inputs(o, inputs);
  return inputs;
}

// Together they appear or not at all.
struct Outputs {
  OutputFiles files;
  OutputFile& report;
  OutputFile *curves, *svg;  // null where not wanted

  explicit Outputs(const Options& o)
      : report(files.open(o.output)), curves(files.open(o.curves)), svg(files.open(o.svg)) {}
};

void write(const Options& o, const AnalysisResult& made, Outputs& outputs) {
  if (outputs.curves != nullptr) outputs.curves->write(tsv_of({&made.curves, 1}));
  if (outputs.svg != nullptr) outputs.svg->write(svg_of(made.chart.value()));
  outputs.report.write(find_table_format(o.format)->report("compare " + o.arguments[0], made.report,
                                                           o.output == "-" ? terminal_width() : 0));
  outputs.files.close();
}

}  // namespace

Work setup_compare(CommandLine& line) {
  auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  return [options, plan = plan_of(line, *options), &line] {
    Outputs outputs(*options);
    AnalysisInputs inputs = read_all(*options, plan, line);
    inputs.say = [&](const Remarks& remarks) { say(remarks, line); };
    ProgressLine progress(line.shows_progress());
    const AnalysisResult made = analyse(*plan.analysis, inputs, plan.values, progress.callback());
    say(made.remarks, line);
    write(*options, made, outputs);
  };
}

}  // namespace subintent::internal
