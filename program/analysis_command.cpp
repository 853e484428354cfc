#include "program/analysis_command.h"

#include <fmt/format.h>

#include <filesystem>

#include "program/command_line.h"
#include "program/environment.h"
#include "program/options/inputs.h"
#include "subintent/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// An option of an analysis.
struct Taken {
  std::string analysis;
  const AnalysisOption* option;
};

std::vector<Taken> all_taking(const std::string& name,
                              const std::vector<AnalysisRecord>& analyses) {
  std::vector<Taken> taken;
  for (const AnalysisRecord& analysis : analyses) {
    const bool is_other = analysis.need == AnalysisNeed::left_out;
    for (const AnalysisOption& option : analysis.options)
      if (option.name == name) taken.push_back({is_other ? "--leave-out" : analysis.name, &option});
  }
  return taken;
}

// "t; for preferences randomisation": the default of most analyses, then those of others.
std::string defaults_of(const std::vector<Taken>& taken) {
  std::vector<std::pair<std::string, std::vector<std::string>>> defaults;
  for (const Taken& one : taken) {
    const std::string& value = one.option->default_value;
    const auto same = std::ranges::find(defaults, value, &decltype(defaults)::value_type::first);
    if (same == defaults.end())
      defaults.push_back({value, {one.analysis}});
    else
      same->second.push_back(one.analysis);
  }
  const auto most =
      std::ranges::max_element(defaults, {}, [](const auto& one) { return one.second.size(); });
  const auto shown = [](const std::string& value) { return value.empty() ? "none" : value; };
  std::string text = shown(most->first);
  if (defaults.size() == 1 && most->first.empty()) return {};
  for (const auto& [value, names] : defaults)
    if (value != most->first)
      text += fmt::format("; for {} {}", join(names, " and "), shown(value));
  return text;
}

std::string help_with(const AnalysisOption& option, const std::string& defaults) {
  std::string help = with_options(option.meaning);
  if (option.required)
    help += " (required)";
  else if (help.find("(default") == std::string::npos && !defaults.empty())
    help += " (default: " + defaults + ")";
  const bool repeats = option.kind == OptionKind::texts || option.kind == OptionKind::measure;
  return repeats ? help + "; repeatable" : help;
}

std::string value_of(const AnalysisOption& option) {
  return option.placeholder.empty() ? join(option.choices, "|") : option.placeholder;
}

using Names = std::vector<std::string>;

const Names scoring = {
    "adhoc-qrels",      "judged",    "topic-grades",  "topics",  "probabilities", "all-intents",
    "relevant-intents", "hierarchy", "fingerprints",  "vectors", "dense",         "docnos",
    "similarity",       "groups",    "group-targets", "ordinal", "gains",         "max-grade",
    "on-duplicate",     "order"};

// The options that name what an analysis is made from, beside those of its record.
Names input_options(const AnalysisRecord& analysis, bool has_runs) {
  Names names;
  switch (analysis.need) {
    case AnalysisNeed::scores:
      names = {"measures", "missing", "lower-is-better", "run-name", "scores-format"};
      if (analysis.has_people && has_runs) names = joined(names, scoring, std::string("qrels"));
      break;
    case AnalysisNeed::runs:
      names = joined(scoring, std::string("qrels"));
      break;
    case AnalysisNeed::lists:
      names = {"on-duplicate", "order"};
      break;
    case AnalysisNeed::judgments:
    case AnalysisNeed::left_out:
      names = joined(has_runs ? scoring : Names{"judged"}, std::string("leave-out"));
      std::erase(names, "adhoc-qrels");
      break;
    case AnalysisNeed::judges:
      names = joined(scoring, Names{"human", "model", "missing"});
      std::erase(names, "adhoc-qrels");
      break;
    case AnalysisNeed::hierarchies:
      if (has_runs) names = joined(scoring, std::string("qrels"));
      std::erase(names, "hierarchy");
      break;
    case AnalysisNeed::similarities:
      names = {"qrels",      "fingerprints", "vectors",        "dense",     "docnos",
               "similarity", "contrast",     "contrast-power", "neighbours"};
      break;
  }
  if (analysis.takes_answers()) names.emplace_back("assignments");
  if (analysis.has_people) names.emplace_back("preferences");
  if (analysis.has_dendrograms) names.emplace_back("dendrograms");
  if (analysis.has_dendrograms && analysis.need == AnalysisNeed::runs)
    names.emplace_back("superintents");
  if (analysis.name == "pooling") names.emplace_back("pooled-run");
  if (analysis.need == AnalysisNeed::judgments) names.emplace_back("also");
  if (analysis.draws) names.emplace_back("svg");
  if (std::ranges::count(analysis.tables, "curves", &TableRecord::name) > 0)
    names.emplace_back("curves");
  return names;
}

// How many files come before the runs.
std::size_t files_before_runs(AnalysisNeed need) {
  return need == AnalysisNeed::judgments || need == AnalysisNeed::hierarchies ? 2
         : need == AnalysisNeed::left_out                                     ? 1
                                                                              : 0;
}

void require_inputs(const AnalysisRequest& request, std::size_t given, bool answers) {
  const AnalysisRecord& analysis = *request.analysis;
  const AnalysisNeed need = analysis.need;
  const bool leaves_out = need == AnalysisNeed::left_out;
  if (need == AnalysisNeed::similarities) {
    if (given == 0) return;
    throw Error::usage("similarities uses neither runs nor scores",
                       "leave out " + printable(request.inputs[0]));
  }
  refuse_if(need == AnalysisNeed::scores && given == 0 && !analysis.may_lack_scores,
            "no scores given",
            analysis.has_people
                ? "make them by subintent evaluate --per-topic --format tsv; compare battles needs "
                  "none"
                : "give at least one file");
  const bool lacks_file = !request.runs.empty() && !is_file(request.runs[0].path);
  refuse_if(answers && (given == 0 || lacks_file),
            "losses --assignments explains lists of documents, and " +
                (lacks_file ? printable(request.runs[0].path) + " is no file"
                            : std::string("no runs are given")),
            "answers are compared by subintent explain difference --assignments FILE SYSTEM");
  refuse_if((need == AnalysisNeed::runs || need == AnalysisNeed::lists) && given == 0,
            "no runs given", "give at least one file");
  refuse_if(need == AnalysisNeed::runs && given > analysis.max_runs,
            fmt::format("there are more than {} runs", analysis.max_runs),
            fmt::format("give {}", analysis.usage));
  refuse_if(given < files_before_runs(need),
            leaves_out ? "judgments --leave-out takes judgments and runs"
                       : fmt::format("{} compares two files", analysis.name),
            leaves_out ? "name them" : "name both");
  const bool too_few = leaves_out ? request.runs.size() < 2
                                  : need == AnalysisNeed::judgments && request.runs.size() == 1;
  if (too_few) {
    throw Error::usage("judgments compares rankings of runs",
                       leaves_out
                           ? "give two runs or more"
                           : "give two runs or more; a third set of judgments goes to --also");
  }
}

// Finds the run of that name or file, or adds it. AnalysisValues::require_all() sees if none is
// given.
void add_baseline(const AnalysisCommandOptions& o, AnalysisRequest& request) {
  const std::optional<std::string>& text = o.analysis.given().at("baseline").text;
  if (!text) return;
  std::vector<GivenRun>& runs = request.runs;
  auto found = std::ranges::find(runs, text, &GivenRun::name);
  if (found == runs.end()) {
    const GivenRun given = given_run(*text);
    const auto is_given = [&](const GivenRun& run) {
      return !run.name && !given.name && run.path == given.path;
    };
    found = std::ranges::find_if(runs, is_given);
    if (found == runs.end() && !is_file(*text)) {  // the name that it has from its file
      found = std::ranges::find_if(runs, [&](const GivenRun& run) {
        const std::string name = std::filesystem::path(run.path).filename().string();
        return !run.name && (name == *text || name == *text + ".gz" || name == *text + ".zst");
      });
    }
    if (found == runs.end()) found = runs.insert(found, given);
  }
  request.files.baseline = static_cast<std::size_t>(found - runs.begin());
}

// Reads words for --assignments: files are more of them, others name answers.
void read_answer_words(const AnalysisCommandOptions& o, const Names& words,
                       AnalysisRequest& request) {
  if (!request.analysis->takes_answers()) {
    throw Error::usage(fmt::format("--assignments cannot be used with {}", request.analysis->name),
                       "it goes with analyses of scores");
  }
  request.files.of_answers = true;
  Names& systems = request.files.systems;
  for (const std::string& word : words) {
    refuse_if(std::ranges::count(systems, word) > 0, printable(word) + " is named twice",
              "name each system once");
    (is_file(word) ? request.inputs : systems).push_back(word);
  }
  if (!request.analysis->gates() || systems.empty()) return;
  const std::optional<std::string>& baseline = o.analysis.given().at("baseline").text;
  if (baseline && std::ranges::count(systems, *baseline) == 0) systems.push_back(*baseline);
}

// [NAME=]FILE of judgments, or of scores by judges.
void read_named_files(const Names& given, AnalysisRequest& request) {
  request.inputs.clear();
  for (const std::string& text : given) {
    const GivenRun file = given_run(text);
    request.inputs.push_back(file.path);
    request.files.judges.push_back(file.name.value_or(""));
  }
}

// Before the scores of judges the truth. `judges` names them by their files.
void read_judges(const AnalysisCommandOptions& o, AnalysisRequest& request) {
  Names given = request.inputs;
  if (request.analysis->takes("truth")) request.truth = o.analysis["truth"].text;
  if (request.truth && given_run(*request.truth).name) {
    given.insert(given.begin(), *request.truth);
    request.truth = given_run(*request.truth).name;
  }
  read_named_files(given, request);
  for (std::size_t i = 0; o.between_judges && i < given.size(); ++i)
    if (request.files.judges[i].empty())
      request.files.judges[i] = std::filesystem::path(request.inputs[i]).filename().string();
}

// Scores, or what runs are scored with.
EvaluationSetup evaluation_of(const AnalysisCommandOptions& o, AnalysisRequest& request) {
  const AnalysisNeed need = request.analysis->need;
  EvaluationSetup setup;
  if (need == AnalysisNeed::similarities)
    setup.inputs.judgments = JudgmentInputs{.qrels = sources(o.evaluation.judgments.qrels)};
  if (need == AnalysisNeed::lists) {
    setup.order = value_named("--order", o.evaluation.order, run_orders);
    setup.on_duplicate =
        value_named("--on-duplicate", o.evaluation.on_duplicate, duplicate_choices);
  }
  const bool scores_nothing =
      need == AnalysisNeed::similarities || need == AnalysisNeed::lists ||
      (request.runs.empty() && (need == AnalysisNeed::hierarchies ||
                                (need == AnalysisNeed::scores && !request.files.of_answers)));
  if (scores_nothing) return setup;
  EvaluationOptions evaluation = o.evaluation;
  if (request.analysis->has_captions && evaluation.judgments.probabilities) {
    // The topics are captions then, and give no weights.
    evaluation.judgments.topics.reset();
  }
  if (request.files.of_answers)
    take_assignments(evaluation, request.inputs);
  else if (!request.inputs.empty() && need != AnalysisNeed::hierarchies)
    evaluation.judgments.qrels = {request.inputs[0]};
  evaluation.may_lack_judgments = need == AnalysisNeed::runs;  // those that need them say so
  return evaluation_setup(evaluation);
}

void check_files(CommandLine& line, const AnalysisCommandOptions& o, const AnalysisRequest& request,
                 const EvaluationSetup& setup) {
  const AnalysisNeed need = request.analysis->need;
  Names inputs = joined(request.inputs, setup.paths, request.runs, request.pooled,
                        preference_files(o.preferences));
  if (request.analysis->has_captions) {
    refuse_if(o.captions.topics == "-", "--topics cannot be standard input here", "give a file");
    inputs = joined(inputs, o.captions.paths());
  }
  if (need == AnalysisNeed::similarities) {
    inputs = joined(inputs, o.evaluation.judgments.qrels);
    for (const NamedSimilarity& one : request.files.similarities)
      inputs = joined(inputs, std::get<SimilarityFiles>(one.similarity).paths());
  }
  for (const char* name : {"slices", "scores"}) {
    if (std::ranges::count(request.options, name, &AnalysisOption::name) == 0) continue;
    inputs = joined(inputs, o.analysis[name].text, given_runs(o.analysis[name].texts));
  }
  inputs = joined(inputs, o.dendrograms, o.superintents, o.answers);
  // The first file is a part of the evaluation, too.
  if (need == AnalysisNeed::judgments || need == AnalysisNeed::judges) {
    std::ranges::sort(inputs);
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  }
  line.check_files(inputs, joined(o.output, o.curves, o.svg, o.junit, o.markdown));
}

// The ways to compare documents that are given, each checked as if it were alone.
std::vector<NamedSimilarity> similarities_of(const SimilarityOptions& given,
                                             const TopicViewArguments& arguments) {
  std::vector<NamedSimilarity> found;
  const auto add = [&](const char* name, const SimilarityOptions& one) {
    const SimilarityFiles files = similarity_files(one);
    found.push_back({name, files, topic_view_options(arguments, files)});
  };
  if (given.fingerprints) add("fingerprints", {{given.fingerprints}, given.similarity});
  if (!given.vectors.empty()) add("vectors", {{{}, {}, {}, given.vectors}});
  if (given.dense || given.docnos) add("dense", {{{}, given.dense, given.docnos}});
  return found;
}

std::size_t limit_of(const std::string& text) {
  if (text == "all") return 0;
  const auto number = parse_integer(text);
  if (number && *number > 0) return static_cast<std::size_t>(*number);
  throw Error::usage("--limit: '" + printable(text) + "' is not a number of rows",
                     "give a number from 1, or all");
}

std::optional<Source> source_of(const std::optional<std::string>& path) {
  return path ? std::optional<Source>(*path) : std::nullopt;
}

void set_layout(const AnalysisCommandOptions& o, AnalysisRequest& request) {
  AnalysisLayout& layout = request.layout;
  CommandLine::require_one_of("--format", o.format, report_formats());
  layout.format = o.format;
  if (o.limit) layout.limit = limit_of(*o.limit);
  layout.width = request.analysis->has_captions ? text_width(0)
                 : o.output == "-"              ? terminal_width()
                                                : 0;
  layout.curves = o.curves.has_value();
  layout.svg = o.svg.has_value();
  layout.junit = o.junit.has_value();
  layout.markdown = o.markdown.has_value();
}

void set_files(const AnalysisCommandOptions& o, const EvaluationSetup& setup,
               AnalysisRequest& request, const CommandLine& line) {
  AnalysisSources& files = request.files;
  const AnalysisNeed need = request.analysis->need;
  files.evaluation = setup.inputs;
  const auto baseline = files.baseline;
  for (std::size_t i = 0; i < request.runs.size() && need != AnalysisNeed::scores; ++i) {
    if (baseline == i) files.baseline = files.runs.size();
    for (const RunFile& run : run_files({request.runs[i]}, setup)) files.runs.emplace_back(run);
  }
  for (const RunFile& run : run_files(request.pooled, setup)) files.pooled.emplace_back(run);
  if (need == AnalysisNeed::scores) {
    files.lower_is_better = o.lower_is_better;
    files.measures = o.analysis.measures();
    files.scores = sources(request.inputs);
    if (!request.runs.empty())
      files.scores = scores_of_runs(request.runs, setup, std::exchange(files.measures, {}), line);
  }
  if (need == AnalysisNeed::judgments || need == AnalysisNeed::judges)
    files.second_judgments = JudgmentInputs{.qrels = Source(request.inputs[1])};
  if (need == AnalysisNeed::hierarchies) {
    files.hierarchies = Source(request.inputs[0]);
    files.second_hierarchies = Source(request.inputs[1]);
  }
  files.missing = value_named("--missing", o.missing, missing_scores);
  files.run_name = value_named("--run-name", o.run_name, score_run_names);
  files.scores_format = value_named("--scores-format", o.scores_format, score_formats);
  if (need == AnalysisNeed::judgments)
    for (const std::string& path : std::span(request.inputs).subspan(2))
      files.more_judgments.emplace_back(JudgmentInputs{.qrels = Source(path)});
  if (o.dendrograms) files.dendrograms = Source(*o.dendrograms);
  files.superintents = source_of(o.superintents);
  if (o.answers) files.answers = JudgmentInputs{.qrels = Source(*o.answers)};
  files.topics = source_of(o.captions.topics);
  files.texts = o.captions.texts;
}

// Reads the rest of the command line.
PlannedAnalysis complete(const AnalysisCommandOptions& o, AnalysisRequest& request,
                         CommandLine& line) {
  request.values = values_of(o.analysis, request.options);
  request.values.require_all();
  if (request.files.baseline) {  // its place says it
    AnalysisArguments others = o.analysis;
    others.declare("baseline") = {};
    request.values = values_of(others, request.options);
  }
  if (request.truth) request.values.set("truth", *request.truth);
  request.files.preferences = preference_files(o.preferences);
  if (request.analysis->need == AnalysisNeed::similarities)
    request.files.similarities = similarities_of(o.evaluation.similarity, o.view);
  set_layout(o, request);
  const EvaluationSetup setup = evaluation_of(o, request);
  set_files(o, setup, request, line);
  try {
    PlannedAnalysis analysis(request.name, request.files, request.values, request.layout);
    check_files(line, o, request, setup);
    return analysis;
  } catch (const Error& error) {
    const auto advice = replace_all(error.advice(), "`similarity`", "--texts, `similarity`");
    if (advice == error.advice() || !request.analysis->has_captions) throw;
    if (o.captions.texts.empty()) throw Error::argument(error.argument(), error.message(), advice);
  }
  // Compares documents by their words, as evaluate does.
  check_files(line, o, request, setup);
  ProgressLine progress(line.shows_progress());
  Warnings warnings;
  try {
    request.files.evaluation.similarity =
        Similarity::read_texts(o.captions.texts, {}, progress.callback(), &warnings);
  } catch (const Error&) {
    read_text_captions(o.captions.texts);  // says it in the words of this command
    throw;
  }
  for (Warning& one : warnings)
    if (one.code == "html-as-text") one.advice = "take the tags out";
  line.warn(warnings);
  return {request.name, request.files, request.values, request.layout};
}

// Together they appear or not at all.
struct Outputs {
  OutputFiles files;
  OutputFile& report;
  std::vector<std::pair<OutputFile*, std::string AnalysisReport::*>> others;  // null: not wanted

  explicit Outputs(const AnalysisCommandOptions& o)
      : report(files.open(o.output)),
        others{{files.open_if(o.curves), &AnalysisReport::curves},
               {files.open_if(o.svg), &AnalysisReport::svg},
               {files.open_if(o.junit), &AnalysisReport::junit},
               {files.open_if(o.markdown), &AnalysisReport::markdown}} {}

  void write(const AnalysisReport& analysed) {
    for (const auto& [file, text] : others)
      if (file != nullptr) file->write(analysed.*text);
    report.write(analysed.text);
    files.close();
  }
};

// Declares what the record of an analysis, and its need, ask for.
void declare(CommandLine& line, const AnalysisRecord& analysis, AnalysisCommandOptions& o) {
  const bool explains = analysis.command == "explain", gates = analysis.gates();
  line.summary(fmt::format("{} {}.",
                           explains ? "Explains"
                           : gates  ? "Tests"
                                    : "Makes",
                           analysis.summary));
  line.inputs(&o.arguments, analysis.usage, analysis.about_inputs);
  if (!analysis.example.empty()) line.example(analysis.example);
  line.section(explains ? "What is explained" : gates ? "What is tested" : "What is made");
  for (const AnalysisOption& option : analysis.options)
    declare_analysis_option(line, o.analysis, option.name, {analysis});
  if (analysis.takes("answer")) {
    line.option("assignments", &o.answers, "FILE",
                "nuggets assigned to the answers, by their run_id (nuggetizer, RAGDoll)");
  }
  if (analysis.takes_answers()) declare_assignments(line, o.evaluation);
  declare_evaluation(line, o.evaluation, analysis.name != "redundancy");
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

std::string command_line_name(std::string name) {
  std::ranges::replace(name, '_', '-');
  return name;
}

std::vector<std::string> AnalysisArguments::measures() const {
  const auto found = given_.find("measures");
  if (found == given_.end() || !found->second.text) return {};
  return measure_names(*found->second.text);
}

std::string help_of(const AnalysisOption& option) {
  return help_with(option, option.default_value);
}

void declare_record_option(CommandLine& line, AnalysisArguments& arguments,
                           const AnalysisOption& option, const std::string& help) {
  AnalysisArguments::Argument& argument = arguments.declare(option.name);
  const std::string names =
      option.name == "measures" ? "measures,m" : command_line_name(option.name);
  switch (option.kind) {
    case OptionKind::flag:
      return line.flag(names, &argument.flag, help);
    case OptionKind::texts:
    case OptionKind::measure:
      return line.option(names, &argument.texts, value_of(option), help);
    default:
      return line.option(names, &argument.text, value_of(option), help);
  }
}

void declare_record_options(CommandLine& line, AnalysisArguments& arguments,
                            const std::vector<AnalysisOption>& options, std::string_view first,
                            std::string_view last) {
  const auto end = std::ranges::find(options, last, &AnalysisOption::name) + 1;
  for (auto at = std::ranges::find(options, first, &AnalysisOption::name); at != end; ++at)
    declare_record_option(line, arguments, *at, help_of(*at));
}

const AnalysisOption& option_named(const std::vector<AnalysisOption>& options,
                                   std::string_view name) {
  return *std::ranges::find(options, name, &AnalysisOption::name);
}

void declare_analysis_option(CommandLine& line, AnalysisArguments& arguments,
                             const std::string& name, const std::vector<AnalysisRecord>& analyses) {
  const std::vector<Taken> taken = all_taking(name, analyses);
  const AnalysisOption& option = *taken.at(0).option;
  declare_record_option(line, arguments, option, help_with(option, defaults_of(taken)));
}

AnalysisValues values_of(const AnalysisArguments& arguments, std::vector<AnalysisOption> options) {
  AnalysisValues values(std::move(options));
  for (const auto& [name, given] : arguments.given()) {
    if (values.find(name) == nullptr) continue;  // of another analysis, or of scores
    if (given.flag) values.set(name, true);
    if (given.text) values.set_text(name, *given.text);
    for (const std::string& text : given.texts) values.set_text(name, text);
  }
  return values;
}

AnalysisRequest::AnalysisRequest(const AnalysisRecord& record, const std::string& full_name)
    : analysis(&record), name(full_name), options(analysis_record(full_name).options) {}

Names options_taken(const AnalysisRecord& analysis, const std::vector<AnalysisOption>& own,
                    bool has_runs) {
  Names names = input_options(analysis, has_runs);
  for (const AnalysisOption& option : own)
    if (has_runs || !option.of_runs) names.push_back(command_line_name(option.name));
  return names;
}

void declare_output(CommandLine& line, AnalysisCommandOptions& o) {
  line.option("format", &o.format, choice(report_formats()), "output (default: table)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

void read_inputs(const AnalysisCommandOptions& o, std::size_t words, AnalysisRequest& request) {
  const Names inputs(o.arguments.begin() + static_cast<std::ptrdiff_t>(words), o.arguments.end());
  const AnalysisNeed need = request.analysis->need;
  const bool are_answers = !o.evaluation.assignments.empty(),
             of_scores = need == AnalysisNeed::scores,
             are_judged = of_scores && !o.evaluation.judgments.paths().empty();
  refuse_if((are_answers || are_judged) && (o.missing || o.run_name || o.scores_format),
            "--missing, --run-name and --scores-format are for files of scores", "leave them out");
  if (are_answers) return read_answer_words(o, inputs, request);
  const bool has_files_only = (of_scores && !are_judged) || need == AnalysisNeed::similarities;
  const std::size_t files =
      has_files_only ? inputs.size() : std::min(files_before_runs(need), inputs.size());
  const auto first_run = inputs.begin() + static_cast<std::ptrdiff_t>(files);
  request.inputs = {inputs.begin(), first_run};
  if (need == AnalysisNeed::judges) {
    if (!o.human) throw Error::usage("--human is missing", "give the judgments of people");
    if (!o.model) throw Error::usage("--model is missing", "give the judgments of the model");
    request.inputs = {*o.human, *o.model};
  }
  request.runs = given_runs({first_run, inputs.end()});
  request.pooled = given_runs(o.pooled_runs);
  require_inputs(request, inputs.size(), o.answers.has_value());
  if (of_scores) read_judges(o, request);
  if (need == AnalysisNeed::judgments)
    read_named_files(joined(request.inputs, o.more_judgments), request);
  if (request.analysis->gates()) add_baseline(o, request);
}

Work analysis_work(CommandLine& line, std::shared_ptr<AnalysisCommandOptions> options,
                   AnalysisRequest request) {
  options->captions.topics = options->evaluation.judgments.topics;
  return [options, analysis = complete(*options, request, line), &line] {
    Outputs outputs(*options);
    ProgressLine progress(line.shows_progress());
    const AnalysisReport report = analysis.make(line.remarks(&progress), progress.callback());
    outputs.write(report);
    if (report.failure)
      throw Error(Location{}, *report.failure,
                  "see what was lost with subintent explain difference");
  };
}

Work setup_analysis(CommandLine& line, const AnalysisRecord& analysis) {
  auto options = std::make_shared<AnalysisCommandOptions>();
  declare(line, analysis, *options);
  line.parse();
  AnalysisRequest request(analysis, analysis.name);
  read_inputs(*options, 0, request);
  return analysis_work(line, std::move(options), std::move(request));
}

}  // namespace subintent::internal
