#include "faces/cli/analysis_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/warning.h"
#include "cluster/dendrogram.h"
#include "collection/nuggets.h"
#include "collection/qrels.h"
#include "collection/scores.h"
#include "compare/concordance.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/preferences.h"
#include "faces/cli/terminal_width.h"
#include "hierarchy/build.h"
#include "hierarchy/hierarchy_reader.h"
#include "io/input_file.h"
#include "render/captions.h"
#include "render/table_format.h"
#include "similarity/similarity_files.h"
#include "study/delta.h"
#include "study/measure_names.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

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
    case Need::lists:
      names = {"on-duplicate", "order"};
      break;
    case Need::judgments:
    case Need::left_out:
      if (has_runs) names = scoring;
      std::erase(names, "adhoc-qrels");
      names.emplace_back("leave-out");
      break;
    case Need::judges:
      names = scoring;
      std::erase(names, "adhoc-qrels");
      append(names, {"human", "model"});
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
  if (analysis.takes_answers()) names.emplace_back("assignments");
  if (analysis.has_people) names.emplace_back("preferences");
  if (analysis.has_dendrograms) names.emplace_back("dendrograms");
  if (analysis.has_dendrograms && analysis.need == Need::runs) names.emplace_back("superintents");
  if (analysis.name == "pooling") names.emplace_back("pooled-run");
  if (analysis.need == Need::judgments || analysis.varies) names.emplace_back("also");
  if (analysis.draws) names.emplace_back("svg");
  if (std::ranges::count(analysis.tables, "curves", &TableRecord::name) > 0) {
    names.emplace_back("curves");
  }
  return names;
}

}  // namespace

Names options_taken(const Analysis& analysis, const Analysis* each, bool has_runs) {
  Names names = input_options(analysis, has_runs);
  for (const AnalysisOption& option : options_of(analysis, each)) {
    if (has_runs || !option.of_runs) names.push_back(command_line_name(option.name));
  }
  return names;
}

std::vector<std::string_view> report_formats() {
  return names_of(table_formats(), [](const TableFormat& format) { return format.report; });
}

void declare_output(CommandLine& line, AnalysisCommandOptions& o) {
  line.option("format", &o.format, choice(report_formats()), "output (default: table)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

namespace {

// How many files come before the runs.
std::size_t files_before_runs(Need need) {
  return need == Need::judgments || need == Need::hierarchies ? 2 : need == Need::left_out ? 1 : 0;
}

void require_inputs(const AnalysisPlan& plan, std::size_t given) {
  const Need need = plan.analysis->need;
  if (need == Need::similarities) {
    if (given == 0) return;
    throw Error::usage("similarities uses neither runs nor scores",
                       "leave out " + printable(plan.files[0]));
  }
  if (need == Need::scores && given == 0 && !plan.analysis->may_lack_scores) {
    throw Error::usage("no scores given", "give at least one file");
  }
  if ((need == Need::runs || need == Need::lists || need == Need::judges) && given == 0) {
    throw Error::usage("no runs given", "give at least one file");
  }
  if (need == Need::runs && given > plan.analysis->max_runs) {
    throw Error::usage(fmt::format("there are more than {} runs", plan.analysis->max_runs),
                       fmt::format("give {}", plan.analysis->usage));
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
    throw Error::usage("judgments compares rankings of runs",
                       need == Need::judgments
                           ? "give two runs or more; a third set of judgments goes to --also"
                           : "give two runs or more");
  }
}

}  // namespace

namespace {

// The run of that name or file, one of those given or one more. Not given: see check_analysis().
void add_baseline(const AnalysisCommandOptions& o, AnalysisPlan& plan) {
  const std::optional<std::string>& text = o.analysis.given().at("baseline").text;
  if (!text) return;
  auto found = std::ranges::find(plan.runs, text, &GivenRun::name);
  if (found == plan.runs.end()) {
    const GivenRun given = given_run(*text);
    const auto is_given = [&](const GivenRun& run) {
      return !run.name && !given.name && run.path == given.path;
    };
    found = std::ranges::find_if(plan.runs, is_given);
    if (found == plan.runs.end()) found = plan.runs.insert(found, given);
  }
  plan.baseline = static_cast<std::size_t>(found - plan.runs.begin());
}

}  // namespace

namespace {

// Of --assignments: files are more of them, and other words the names of answers.
void read_answer_words(const AnalysisCommandOptions& o, const Names& words, AnalysisPlan& plan) {
  if (!plan.analysis->takes_answers()) {
    throw Error::usage(fmt::format("--assignments cannot be used with {}", plan.analysis->name),
                       "it goes with analyses of scores");
  }
  if (o.missing || o.run_name || o.scores_format) {
    throw Error::usage("--missing, --run-name and --scores-format are for files of scores",
                       "leave them out");
  }
  plan.of_answers = true;
  for (const std::string& word : words) {
    if (std::ranges::count(plan.answers, word) > 0) {
      throw Error::usage(printable(word) + " is named twice", "name each system once");
    }
    (is_file(word) ? plan.files : plan.answers).push_back(word);
  }
  if (!plan.analysis->gates() || plan.answers.empty()) return;
  const std::optional<std::string>& baseline = o.analysis.given().at("baseline").text;
  if (baseline && std::ranges::count(plan.answers, *baseline) == 0) {
    plan.answers.push_back(*baseline);
  }
}

}  // namespace

void read_inputs(const AnalysisCommandOptions& o, std::size_t words, AnalysisPlan& plan) {
  const Names inputs(o.arguments.begin() + static_cast<std::ptrdiff_t>(words), o.arguments.end());
  if (!o.evaluation.assignments.empty()) return read_answer_words(o, inputs, plan);
  const bool has_files_only =
      plan.analysis->need == Need::scores || plan.analysis->need == Need::similarities;
  const std::size_t files = has_files_only
                                ? inputs.size()
                                : std::min(files_before_runs(plan.analysis->need), inputs.size());
  const auto first_run = inputs.begin() + static_cast<std::ptrdiff_t>(files);
  plan.files = {inputs.begin(), first_run};
  if (plan.analysis->need == Need::judges) {
    if (!o.human) throw Error::usage("--human is missing", "give the judgments of people");
    if (!o.model) throw Error::usage("--model is missing", "give the judgments of the model");
    plan.files = {*o.human, *o.model};
  }
  plan.runs = given_runs({first_run, inputs.end()});
  plan.pooled = given_runs(o.pooled_runs);
  require_inputs(plan, inputs.size());
  if (plan.analysis->gates()) add_baseline(o, plan);
}

namespace {

void check_words(const AnalysisCommandOptions& o) {
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
EvaluationInputs inputs_by(const AnalysisPlan& plan, std::size_t which) {
  EvaluationInputs made = plan.evaluation.inputs;
  made.judgments.qrels = Source(plan.files.at(which));
  return made;
}

// The measures that an analysis of scores is asked for, with gold standards; none: all there are.
Names measures_of_scores(const AnalysisCommandOptions& o, const AnalysisPlan& plan) {
  const Names gold = plan.analysis->takes("gold") ? plan.values.texts("gold") : Names();
  return with_gold(o.analysis.measures(), gold);
}

void read_evaluation_options(const AnalysisCommandOptions& o, AnalysisPlan& plan) {
  const Need need = plan.analysis->need;
  if (need == Need::similarities || (need == Need::scores && !plan.of_answers)) return;
  if (need == Need::lists) {
    plan.evaluation.order = run_order(o.evaluation.order.value_or("rank"));
    plan.evaluation.on_duplicate = value_named(
        "--on-duplicate", o.evaluation.on_duplicate.value_or("error"), duplicate_choices);
    return;
  }
  if (need == Need::hierarchies && plan.runs.empty()) return;
  EvaluationOptions evaluation = o.evaluation;
  if (plan.analysis->has_captions && evaluation.judgments.probabilities) {
    evaluation.judgments.topics
        .reset();  // they say what intents are about, and not what they weigh
  }
  if (plan.of_answers) {
    take_assignments(evaluation, plan.files);
  } else if (need != Need::runs && need != Need::hierarchies) {
    evaluation.judgments.qrels = {plan.files[0]};
  }
  plan.evaluation = evaluation_setup(evaluation);
  if (plan.analysis->needs_hierarchies && plan.evaluation.inputs.hierarchies.empty()) {
    throw Error::usage("--hierarchy is missing", "give the hierarchies to shuffle: NAME=FILE");
  }
  const MeasureContext context = plan.evaluation.measure_context();
  if (need == Need::scores) {
    const Names names = measures_of_scores(o, plan);
    plan.measures = parse_measures(names.empty() ? answer_measures() : names, context);
    return;
  }
  plan.measures = plan.analysis->measures(plan.values, context);
  const bool takes_dendrograms = need == Need::runs && plan.analysis->has_dendrograms;
  if (takes_dendrograms && o.dendrograms.empty() &&
      (!plan.analysis->varies || need_dendrograms(plan.measures))) {
    throw Error::usage("--dendrograms is missing",
                       plan.analysis->varies
                           ? "see subintent cluster, or choose measures without hierarchies"
                           : "see subintent cluster");
  }
  if (takes_dendrograms && !o.superintents && need_superintents(plan.measures)) {
    throw Error::usage("--superintents is missing; SUP+WI and SUP+WD need it");
  }
}

// Of an analysis that varies each may have a name.
Names dendrogram_files(const AnalysisCommandOptions& o, const Analysis& analysis) {
  return analysis.varies ? paths_of(given_runs(o.dendrograms)) : o.dendrograms;
}

void check_files(CommandLine& line, const AnalysisCommandOptions& o, const AnalysisPlan& plan) {
  const Need need = plan.analysis->need;
  Names inputs = plan.files, outputs = {o.output};
  append(inputs, plan.evaluation.paths);
  append(inputs, paths_of(plan.runs));
  append(inputs, paths_of(plan.pooled));
  append(inputs, o.more_judgments);
  append(inputs, dendrogram_files(o, *plan.analysis));
  append(inputs, preference_files(o.preferences));
  if (plan.analysis->has_captions) {
    if (o.captions.topics == "-") {
      throw Error::usage("--topics cannot be standard input here", "give a file");
    }
    append(inputs, o.captions.paths());
  }
  if (need == Need::similarities) {
    append(inputs, o.evaluation.judgments.qrels);
    append(inputs, o.evaluation.similarity.vectors);
    for (const auto& path : {o.evaluation.similarity.fingerprints, o.evaluation.similarity.dense,
                             o.evaluation.similarity.docnos}) {
      if (path) inputs.push_back(*path);
    }
  }
  for (const auto& path : {o.superintents, o.answers}) {
    if (path) inputs.push_back(*path);
  }
  for (const auto& path : {o.curves, o.svg, o.junit, o.markdown}) {
    if (path) outputs.push_back(*path);
  }
  if (need == Need::judgments ||
      need == Need::judges) {  // the first file is a part of the evaluation, too
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

// The representations that are given, each checked as if it were alone.
std::vector<Representation> representations(const SimilarityOptions& given,
                                            const TopicViewArguments& view) {
  std::vector<Representation> found;
  const auto add = [&](const char* name, const SimilarityOptions& one) {
    found.push_back({name, similarity_files(one)});
    const ClusterOptions made = topic_view_options(view, found.back().files);
    found.back().view = {made.contrast, made.neighbours, made.contrast_power};
  };
  if (given.fingerprints) {
    add("fingerprints", {given.fingerprints, {}, {}, {}, given.similarity});
  }
  if (!given.vectors.empty()) add("vectors", {{}, {}, {}, given.vectors, {}});
  if (given.dense || given.docnos) add("dense", {{}, given.dense, given.docnos, {}, {}});
  return found;
}

void require_similarities(const AnalysisCommandOptions& o) {
  if (o.evaluation.judgments.qrels.empty()) {
    throw Error::usage("--qrels is missing", "give the judgments");
  }
  const bool any = !representations(o.evaluation.similarity, o.view).empty();
  if (!any && o.dendrograms.empty()) {
    throw Error::usage("no fingerprints or vectors to compare documents by",
                       "give --fingerprints, --vectors or --dense, or --dendrograms");
  }
  if (o.svg && !any) {
    throw Error::usage("--svg draws similarities", "give --fingerprints, --vectors or --dense");
  }
}

std::size_t limit_of(const std::string& text) {
  if (text == "all") return 0;
  const auto number = parse_integer(text);
  if (number && *number > 0) return static_cast<std::size_t>(*number);
  throw Error::usage("--limit: '" + printable(text) + "' is not a number of rows",
                     "give a number from 1, or all");
}

void require_one_file(const AnalysisCommandOptions& o, const Analysis& analysis) {
  if (o.dendrograms.size() < 2 || analysis.varies) return;
  throw Error::usage("option '--dendrograms' cannot be specified more than once", "give one file");
}

// What the rest of the command line says.
void complete(const AnalysisCommandOptions& o, AnalysisPlan& plan, CommandLine& line) {
  plan.values = values_of(o.analysis, options_of(*plan.analysis, plan.each));
  if (plan.of_answers && plan.analysis->takes("measures") && !plan.values.given("measures")) {
    plan.values.set("measures", answer_measures());
  }
  check_analysis(*plan.analysis, plan.each, o.svg.has_value(), plan.values);
  const Names measures = o.analysis.measures();
  if (plan.analysis->takes("gold") && !measures.empty()) {  // by the names that are asked for
    plan.values.set("gold", known_names(plan.values.texts("gold"), measures));
  }
  if (plan.analysis->has_people && o.preferences.empty()) {
    throw Error::usage("--preferences is missing", "give a file with judgments of users");
  }
  if (plan.analysis->need == Need::similarities) require_similarities(o);
  require_one_file(o, *plan.analysis);
  if (o.limit) plan.limit = limit_of(*o.limit);
  read_evaluation_options(o, plan);
  check_files(line, o, plan);
  check_words(o);
}

ScoreFormat score_format(const AnalysisCommandOptions& o) {
  return o.scores_format == "trec_eval"               ? ScoreFormat::trec_eval
         : o.scores_format == "ir_measures"           ? ScoreFormat::ir_measures
         : o.scores_format == "matrix"                ? ScoreFormat::matrix
         : o.scores_format == "matrix-without-topics" ? ScoreFormat::matrix_without_topics
                                                      : ScoreFormat::automatic;
}

std::vector<ScoreGroup> read_groups(const AnalysisCommandOptions& o, const AnalysisPlan& plan,
                                    const CommandLine& line) {
  if (plan.files.empty()) return {};
  const ScoreRunName names = o.run_name == "file"  ? ScoreRunName::file
                             : o.run_name == "tag" ? ScoreRunName::tag
                                                   : ScoreRunName::automatic;
  ScoreTable table = internal::read_scores(sources(plan.files), names, score_format(o));
  line.note(table.notes);
  Warnings warnings;
  if (o.missing != "group") warn_of_joined_runs(table, "files", warnings);
  line.warn(warnings);
  const Names gold = plan.analysis->takes("gold") ? plan.values.texts("gold") : Names();
  const Names measures = measures_of_scores(o, plan);
  rename_measures(table, measures.empty() ? gold : measures);
  warnings.clear();
  if (o.missing == "zero") warn_of_filled_topics(table, measures, warnings);
  line.warn(warnings);
  return make_groups(table, measures,
                     o.missing == "zero"    ? MissingScores::zero
                     : o.missing == "drop"  ? MissingScores::drop
                     : o.missing == "group" ? MissingScores::group
                                            : MissingScores::error);
}

// Of files that both evaluations read, the same is said once.
void read_two_judgments(const AnalysisPlan& plan, AnalysisInputs& inputs, Remarks& remarks) {
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

void read_further_judgments(const AnalysisCommandOptions& o, const AnalysisPlan& plan,
                            AnalysisInputs& inputs, Remarks& remarks) {
  const std::span<const Measure> measures =
      plan.runs.empty() ? std::span<const Measure>() : plan.measures;
  for (const std::string& path : o.more_judgments) {
    EvaluationInputs by = plan.evaluation.inputs;
    by.judgments.qrels = Source(path);
    Remarks said;
    inputs.more.push_back({display_name(path), read_evaluation(by, measures, said)});
    add_new(said.warnings, remarks.warnings);
    add_new(said.notes, remarks.notes);
  }
}

void read_two_hierarchies(const AnalysisPlan& plan, AnalysisInputs& inputs, Remarks& remarks) {
  inputs.first_name = display_name(plan.files[0]);
  inputs.second_name = display_name(plan.files[1]);
  if (plan.runs.empty()) {
    inputs.hierarchies1 = read_hierarchies(plan.files[0]);
    inputs.hierarchies2 = read_hierarchies(plan.files[1]);
    return;
  }
  EvaluationInputs both = plan.evaluation.inputs;
  both.hierarchies = {{"1", plan.files[0]}, {"2", plan.files[1]}};
  inputs.data = read_evaluation(both, plan.measures, remarks);
}

void read_dendrogram_inputs(const AnalysisCommandOptions& o, const Analysis& analysis,
                            AnalysisInputs& inputs) {
  inputs.sources.qrels = display_names(o.evaluation.judgments.qrels);
  if (analysis.varies) {
    for (const GivenRun& given : given_runs(o.dendrograms)) {
      const std::string path = display_name(given.path);
      inputs.named_dendrograms.push_back(
          {given.name.value_or(path), path, read_dendrograms(given.path)});
    }
  } else if (!o.dendrograms.empty()) {
    inputs.sources.dendrograms = display_name(o.dendrograms[0]);
    inputs.dendrograms = read_dendrograms(o.dendrograms[0]);
  }
  if (o.superintents) {
    inputs.sources.superintents = display_name(*o.superintents);
    inputs.superintents = read_superintents(*o.superintents);
  }
}

void read_similarity_inputs(const AnalysisCommandOptions& o, AnalysisInputs& inputs) {
  inputs.qrels = read_qrels(sources(o.evaluation.judgments.qrels));
  for (const Representation& one : representations(o.evaluation.similarity, o.view)) {
    const auto read = [files = one.files](const std::unordered_set<std::string_view>& wanted,
                                          Warnings& warnings) {
      return std::make_shared<const DocumentSimilarity>(read_similarity(files, wanted, warnings));
    };
    inputs.similarities.push_back({one.name, read, one.view});
  }
}

// The answers that are compared, as runs: all, or those that are named, in their order.
std::vector<Run> read_answer_runs(const AnalysisPlan& plan, const EvaluationData& data) {
  const std::vector<Run> all = answer_runs(*data.judgments);
  Names known;
  for (const Run& run : all) known.push_back(run.name);
  const Names& wanted = plan.answers.empty() ? known : plan.answers;
  std::vector<Run> runs;
  for (const std::string& name : wanted) {
    const auto found = std::ranges::find(all, name, &Run::name);
    if (found == all.end()) {
      throw Error(Location{data.judgments->qrels_name, 0},
                  "there is neither a file nor an answer of " + printable(name),
                  "the answers are of " + listed_names(known));
    }
    runs.push_back(*found);
  }
  if (wanted.size() > plan.analysis->max_runs) {
    throw Error(Location{data.judgments->qrels_name, 0},
                fmt::format("there are answers of {} systems, and more than {} are not compared",
                            wanted.size(), plan.analysis->max_runs),
                "name those to compare, of " + listed_names(known));
  }
  return runs;
}

ScoreGroup score_answers(const AnalysisPlan& plan, Remarks& remarks) {
  const EvaluationData data = read_evaluation(plan.evaluation.inputs, plan.measures, remarks);
  return score_runs(read_answer_runs(plan, data), data.scorer(plan.measures), remarks);
}

// What answers hold. Nuggets of the judgments keep their names, wherever their lists begin.
Qrels read_answers(const AnalysisCommandOptions& o) {
  std::vector<Source> files;
  const std::vector<Source> judged = sources(o.evaluation.judgments.qrels);
  if (!judged.empty() && holds_nuggets(TextFile(judged[0]).text())) files = judged;
  files.emplace_back(*o.answers);
  return read_qrels(files);
}

AnalysisInputs read_all(const AnalysisCommandOptions& o, const AnalysisPlan& plan,
                        const CommandLine& line) {
  AnalysisInputs inputs;
  inputs.each = plan.each;
  inputs.draws = o.svg.has_value();
  inputs.shows_text = o.format != "tsv" && o.format != "json";
  inputs.context = plan.evaluation.measure_context();
  inputs.measures = plan.measures;
  inputs.preferences = read_preference_pools(o.preferences);
  Remarks remarks;
  switch (plan.analysis->need) {
    case Need::scores:
      inputs.groups =
          plan.of_answers ? std::vector{score_answers(plan, remarks)} : read_groups(o, plan, line);
      break;
    case Need::runs:
      inputs.data = read_evaluation(plan.evaluation.inputs, plan.measures, remarks);
      read_further_judgments(o, plan, inputs, remarks);
      break;
    case Need::judgments:
    case Need::judges:
      read_two_judgments(plan, inputs, remarks);
      read_further_judgments(o, plan, inputs, remarks);
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
    case Need::lists:
      break;
  }
  say(remarks, line);
  const EvaluationSetup& setup = plan.evaluation;
  const bool by_lists = plan.analysis->need == Need::lists;
  inputs.runs = plan.of_answers && plan.analysis->need == Need::runs
                    ? read_answer_runs(plan, inputs.data)
                    : read_runs(plan.runs, setup.order, setup.on_duplicate,
                                by_lists ? ListScores::kept : ListScores::left_out);
  inputs.pooled = read_runs(plan.pooled, setup.order, setup.on_duplicate);
  read_dendrogram_inputs(o, *plan.analysis, inputs);
  if (o.answers) inputs.answers = read_answers(o);
  return inputs;
}

// What people read, and how much of it.
void set_view(const AnalysisCommandOptions& o, const AnalysisPlan& plan, const CommandLine& line,
              AnalysisInputs& inputs) {
  inputs.limit = plan.limit;
  inputs.width = text_width();
  inputs.topics = read_topic_captions(o.captions);
  inputs.texts = [&](const std::function<bool(std::string_view)>& wanted) {
    return read_text_captions(o.captions, line, wanted);
  };
}

// Together they appear or not at all.
struct Outputs {
  OutputFiles files;
  OutputFile& report;
  OutputFile *curves, *svg, *junit, *markdown;  // null where not wanted

  explicit Outputs(const AnalysisCommandOptions& o)
      : report(files.open(o.output)),
        curves(files.open(o.curves)),
        svg(files.open(o.svg)),
        junit(files.open(o.junit)),
        markdown(files.open(o.markdown)) {}
};

void write(const AnalysisCommandOptions& o, const Analysis& analysis, const AnalysisResult& made,
           Outputs& outputs) {
  if (outputs.curves != nullptr) outputs.curves->write(tsv_of({&made.curves, 1}));
  if (outputs.svg != nullptr) outputs.svg->write(svg_of(made.chart.value()));
  const std::string_view name = analysis.need == Need::left_out ? "judgments" : analysis.name;
  const std::size_t width = analysis.has_captions ? text_width()
                            : o.output == "-"     ? terminal_width()
                                                  : 0;
  const std::string command =
      analysis.command == name ? std::string(name) : fmt::format("{} {}", analysis.command, name);
  if (outputs.junit != nullptr) outputs.junit->write(junit_of("subintent " + command, made.checks));
  if (outputs.markdown != nullptr) {
    outputs.markdown->write(find_table_format("markdown")->report(command, made.report, 0));
  }
  outputs.report.write(find_table_format(o.format)->report(command, made.report, width));
  outputs.files.close();
}

// Declares what the record of an analysis, and its need, ask for.
void declare(CommandLine& line, const Analysis& analysis, AnalysisCommandOptions& o) {
  const bool explains = analysis.command == "explain", gates = analysis.gates();
  const bool judges = analysis.command == "judge";
  line.summary(fmt::format("{} {}.",
                           explains ? "Explains"
                           : gates  ? "Tests"
                           : judges ? "Says"
                                    : "Makes",
                           analysis.summary));
  line.inputs(&o.arguments, std::string(analysis.usage), std::string(analysis.about_inputs));
  if (!analysis.example.empty()) line.example(std::string(analysis.example));
  line.section(explains ? "What is explained"
               : gates  ? "What is tested"
               : judges ? "What is compared"
                        : "What is made");
  for (const AnalysisOption& option : analysis.options) {
    declare_analysis_option(line, o.analysis, option.name, {&analysis, 1});
  }
  if (analysis.takes("answer")) {
    line.option("assignments", &o.answers, "FILE",
                "nuggets assigned to the answers, by their run_id (nuggetizer, RAGDoll)");
  }
  if (analysis.takes_answers()) declare_assignments(line, o.evaluation);
  declare_evaluation(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run (default: rank)");
  line.section("Output");
  if (analysis.has_captions) {
    declare_texts(line, o.captions);
    line.option(
        "limit", &o.limit, "N|all",
        "topics and rows of a table to show in the text (default: 10); other formats contain all");
  }
  if (analysis.draws) line.option("svg", &o.svg, "FILE", "draw a chart");
  if (gates) {
    line.option("junit", &o.junit, "FILE", "also write XML of JUnit: a test per run and measure");
    line.option("markdown", &o.markdown, "FILE", "also write Markdown, for a summary");
  }
  declare_output(line, o);
}

}  // namespace

Work analysis_work(CommandLine& line, std::shared_ptr<AnalysisCommandOptions> options,
                   AnalysisPlan plan) {
  options->captions.topics = options->evaluation.judgments.topics;
  complete(*options, plan, line);
  return [options, plan = std::move(plan), &line] {
    Outputs outputs(*options);
    AnalysisInputs inputs = read_all(*options, plan, line);
    AnalysisValues values = plan.values;
    if (plan.baseline) values.set("baseline", inputs.runs[*plan.baseline].name);
    inputs.say = [&](const Remarks& remarks) { say(remarks, line); };
    if (plan.analysis->has_captions) set_view(*options, plan, line, inputs);
    ProgressLine progress(line.shows_progress());
    const AnalysisResult made = analyse(*plan.analysis, inputs, values, progress.callback());
    say(made.remarks, line);
    write(*options, *plan.analysis, made, outputs);
    if (made.failure) {
      throw Error(Location{}, *made.failure, "see what was lost with subintent explain difference");
    }
  };
}

Work setup_analysis(CommandLine& line, const Analysis& analysis) {
  auto options = std::make_shared<AnalysisCommandOptions>();
  declare(line, analysis, *options);
  line.parse();
  AnalysisPlan plan;
  plan.analysis = &analysis;
  read_inputs(*options, 0, plan);
  return analysis_work(line, std::move(options), std::move(plan));
}

}  // namespace subintent::internal
