// subintent evaluate: scores of runs by any measure.
#include <fmt/format.h>

#include <set>

#include "program/analysis_command.h"
#include "program/command_line.h"
#include "program/environment.h"
#include "program/options/inputs.h"
#include "subintent/basics.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"
#include "subintent/report.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

// The command line as it is given, and what it means.
struct EvaluateOptions {
  EvaluationOptions evaluation;
  CollectionArguments collection;  // how --texts are read
  AnalysisArguments tables;  // what is made of scores; --alpha and --baseline of --compat, too
  std::optional<std::string> duplicates, duplicates_as, run_name, compat, beta, risk_alpha;
  std::vector<std::string> runs, measures, texts;
  std::string output = "-";
  std::optional<std::int64_t> depth, min_grade;
  bool all_topics = false, list_measures = false;

  EvaluationSetup setup;
  std::vector<GivenRun> named_runs;
};

// The inputs with duplicates, which are read.
EvaluationInputs inputs_of_evaluate(const EvaluateOptions& o) {
  EvaluationInputs inputs = o.setup.inputs;
  if (!o.duplicates) return inputs;
  inputs.duplicates = DuplicateGroups(Source(*o.duplicates));
  inputs.duplicates_as = value_named("--duplicates-as", o.duplicates_as, duplicate_treatments);
  return inputs;
}

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

// Refuses options that would change the table of a tool.
void refuse_tables(const EvaluateOptions& o) {
  const bool per_topic = o.tables["per_topic"].flag;
  refuse_if(*o.compat == "ntcireval" && (per_topic || o.all_topics || o.runs.size() != 1),
            "--compat ntcireval prints the topics of a single run",
            "give one run, and leave out --per-topic and --all-topics");
  if ((*o.compat == "ndeval" || *o.compat == "gdeval") && (!o.measures.empty() || per_topic)) {
    throw Error::usage(fmt::format("--compat {0} always prints {0}'s own table", *o.compat),
                       "leave out -m and --per-topic");
  }
}

// Throws Error::usage for options that do not go with --compat, or need it.
void check_compat(const EvaluateOptions& o, const CommandLine& line) {
  if (o.compat) CommandLine::require_one_of("--compat", *o.compat, names_of(evaluation_tools()));
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
  const std::string own_table = "--compat " + *o.compat + " prints that tool's own table";
  refuse_if(!line.given_of({"answered-topics", "format", "digits", "standardise", "caption",
                            "label", "scores", "lower-is-better", "gains"})
                 .empty(),
            own_table,
            "leave out --answered-topics, --format, --digits, --caption, --label, --scores, "
            "--lower-is-better, --standardise and --gains");
  refuse_if(!line.given_of({"significance", "intervals", "correction", "family", "trials", "seed"})
                 .empty(),
            own_table, "leave out --significance, its options and --intervals");
  refuse_if(o.evaluation.judgments.all_intents, "--all-intents does not go with --compat",
            "leave it out: the tools count intents with a relevant document");
  if (o.tables["baseline"].texts.size() > 1)
    throw Error::usage("--baseline: " + *o.compat + " has one", "leave the others out");
  refuse_if(of_ndeval && *o.compat != "ndeval",
            "--alpha, --beta, --baseline and --risk-alpha need --compat ndeval");
  refuse_if(o.min_grade && *o.compat != "trec_eval", "--min-grade needs --compat trec_eval");
}

const EvaluationTool& tool_of(const EvaluateOptions& o) {
  return *std::ranges::find(evaluation_tools(), *o.compat, &EvaluationTool::name);
}

RunFile run_file(const EvaluateOptions& o, const GivenRun& run) {
  return {run.path, run.name, o.run_name == "tag",
          o.evaluation.order ? o.setup.order : tool_of(o).order, o.setup.on_duplicate};
}

ToolOptions tool_options(const EvaluateOptions& o) {
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
  for (const std::string& given : o.tables["baseline"].texts)
    options.baseline = run_file(o, given_run(given));
  check_tool(*o.compat, options);
  return options;
}

// Options that were given and have no effect on the tool, "--topics, --hierarchy".
std::string options_unused_by_tool(const CommandLine& line, const EvaluationTool& tool) {
  const auto is_used = [&](const std::string& option) {
    if (option == "--adhoc-qrels") return tool.on_topics;
    if (option == "--topics" || option == "--probabilities") return tool.weighs_intents;
    if (option == "--duplicates") return !tool.on_topics;
    return option == "--run-name" && tool.names_runs;
  };
  auto unused = line.given_of({"adhoc-qrels", "judged", "topic-grades", "topics", "probabilities",
                               "hierarchy", "groups", "fingerprints", "vectors", "dense", "texts",
                               "duplicates", "max-grade", "run-name"});
  std::erase_if(unused, is_used);
  return join(unused, ", ");
}

Work compat_work(CommandLine& line, std::shared_ptr<const EvaluateOptions> options) {
  return [options, of_tool = tool_options(*options), &line] {
    OutputFile output(options->output);
    if (const std::string unused = options_unused_by_tool(line, tool_of(*options)); !unused.empty())
      line.warn("--compat " + *options->compat + " ignores " + unused);
    const auto runs =
        mapped(options->named_runs, [&](const GivenRun& run) { return run_file(*options, run); });
    ProgressLine progress(line.shows_progress() && runs.size() > 1);
    output.write(tool_output(*options->compat, inputs_of_evaluate(*options), runs, of_tool,
                             line.remarks(&progress), progress.callback()));
    output.close();
  };
}

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
  line.option("texts", &o.texts, "INPUT",
              "documents, as make reads them, for measures such as ILD: compared by the TF-IDF "
              "weights of their words (repeatable)");
  add_text_options(line, o.collection);
  declare_assignments(line, o.evaluation);
  declare_runs(line, o);
  line.section("Measures");
  line.option("measures,m", &o.measures, "[NAME=]MEASURE,...",
              "measures, e.g. 'D#-nDCG@20,alpha_nDCG(alpha=0.9)@10' (default: those of Dou et al. "
              "2019 at 20); NAME is the name of the measure in the output");
  line.flag("list-measures", &o.list_measures,
            "list all measures with formula, parameters and source, and do nothing else");
  declare_record_options(line, o.tables, options, "scores", "lower_is_better");
  declare_record_options(line, o.tables, options, "answered_topics", "standardise");
  line.section("Output");
  declare_record_options(line, o.tables, options, "per_topic", "label");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
  declare_significance(line, o, options);
  declare_compat(line, o, options);
}

void check_duplicates(EvaluateOptions& o) {
  value_named("--duplicates-as", o.duplicates_as, duplicate_treatments);  // or an error
  if (o.duplicates) {
    o.setup.paths.push_back(*o.duplicates);
  } else if (o.duplicates_as) {
    throw Error::usage("--duplicates-as needs --duplicates",
                       "give the duplicates, or leave it out");
  }
}

// Are there answers in the place of runs?
bool scores_answers(const EvaluateOptions& o) {
  return !o.evaluation.assignments.empty();
}

std::vector<std::string> measures_of(const EvaluateOptions& o) {
  const bool of_answers = o.measures.empty() && scores_answers(o);
  try {
    return subintent::measures_of(of_answers ? answer_measures() : o.measures, o.setup.inputs,
                                  o.tables["scores"].texts);
  } catch (const Error& error) {  // here documents are compared by their texts, too
    if (error.advice().find("`similarity`") == std::string::npos) throw;
    throw Error::argument(error.argument(), error.message(),
                          replace_all(error.advice(), "`similarity`", "--texts, `similarity`"));
  }
}

// The docnos of runs and judgments, as which files of texts may be called: none where standard
// input, which is read once, is one of these, and of files with faults, which are told later.
[[gnu::cold]] std::set<std::string, std::less<>> docnos_of(const EvaluateOptions& o) {
  std::set<std::string, std::less<>> docnos;
  const auto files = run_files(o.named_runs, o.setup);
  const auto is_input = [](const RunFile& file) { return file.source.path() == "-"; };
  if (std::ranges::count(o.setup.paths, "-") > 0 || std::ranges::any_of(files, is_input))
    return docnos;
  std::vector<AnyRun> runs(files.begin(), files.end());
  EvaluationInputs unjudged{JudgmentInputs()};
  try {
    take_topics(unjudged, runs);
    for (const AnyRun& run : runs)
      for (RankedDocuments& list : std::get<subintent::Run>(run).lists())
        std::ranges::move(list.docnos, std::inserter(docnos, docnos.end()));
    const auto& judgments = std::get<JudgmentInputs>(o.setup.inputs.judgments);
    for (subintent::Judgment& judged : subintent::Judgments::read(judgments).judgments())
      docnos.insert(std::move(judged.docno));
  } catch (const Error&) {  // also where there are no judgments
  }
  return docnos;
}

void check_evaluate(CommandLine& line, EvaluateOptions& o) {
  o.setup = evaluation_setup(o.evaluation);
  check_duplicates(o);
  refuse_if(o.runs.empty() && !scores_answers(o), "no runs given",
            o.evaluation.judgments.qrels.empty() ? "give --qrels QRELS, and at least one run file"
                                                 : "give at least one run file");
  o.named_runs = given_runs(o.runs);
  o.setup.inputs.usual_measures = o.measures.empty();
  if (o.run_name) CommandLine::require_one_of("--run-name", *o.run_name, {"file", "tag"});
  std::vector<GivenRun> baselines;
  if (o.compat) baselines = given_runs(o.tables["baseline"].texts);
  line.check_files(joined(o.setup.paths, o.named_runs, o.tables["slices"].text,
                          given_runs(o.tables["scores"].texts), o.texts, baselines),
                   {o.output});
  check_compat(o, line);
  check_texts(o.texts, o.collection);
  if (o.texts.empty() || o.compat) return;
  refuse_if(similarity_files(o.evaluation.similarity).any(),
            "more than one of --fingerprints, --vectors, --dense and --texts is given", "give one");
  o.setup.inputs.similarity = similarity_of_texts(o.texts, o.collection, line, docnos_of(o));
}

void check_names(const EvaluateOptions& o, const std::vector<RunFile>& files,
                 const std::vector<std::string>& names) {
  const auto shown = mapped(files, [](const RunFile& file) { return file.source.name(); });
  const bool may_have_tags =
      !o.run_name && std::set<std::string>(shown.begin(), shown.end()).size() == shown.size() &&
      std::ranges::none_of(files, [](const RunFile& file) { return file.name.has_value(); });
  require_different_names(names, shown,
                          std::string("rename one of them: NAME=RUN") +
                              (may_have_tags ? ", or use --run-name tag" : ""));
}

// A baseline may be the file of a run.
OptionValues with_names(OptionValues tables, const std::vector<RunFile>& runs, const Names& names) {
  const auto at = tables.find("baseline");
  if (at == tables.end()) return tables;
  for (std::string& baseline : std::get<Names>(at->second)) {
    const auto run =
        std::ranges::find(runs, baseline, [](const RunFile& file) { return file.source.name(); });
    if (run != runs.end()) baseline = names[static_cast<std::size_t>(run - runs.begin())];
  }
  return tables;
}

std::string evaluate(const EvaluateOptions& o, const std::vector<std::string>& measures,
                     const AnalysisValues& values, const CommandLine& line) {
  std::vector<Remarks> kept;  // until it is known that these are assignments to answers
  std::vector<RunFile> files = run_files(o.named_runs, o.setup);
  for (RunFile& file : files) file.named_by_tag = o.run_name == "tag";
  std::vector<AnyRun> runs(files.begin(), files.end());
  EvaluationInputs inputs = inputs_of_evaluate(o);
  take_topics(inputs, runs);
  const Evaluator evaluator(inputs, measures, [&](const Remarks& remarks) {
    if (!scores_answers(o)) return say(remarks, line);
    kept.push_back(remarks);
  });
  const ScoredRuns scored = [&] {
    ProgressLine progress(line.shows_progress() && files.size() > 1);
    if (!o.evaluation.systems.empty())
      runs = answers_of(o.evaluation, evaluator);
    else if (scores_answers(o))
      return evaluator.score_answers(values.flag("answered_topics"));
    return evaluator.score(runs, values.flag("answered_topics"),
                           o.depth ? static_cast<std::size_t>(*o.depth) : all_documents,
                           progress.callback());
  }();
  for (const Remarks& remarks : kept) say(remarks, line);
  say(scored.remarks(), line);
  if (!scores_answers(o)) check_names(o, files, scored.runs());
  ProgressLine progress(line.shows_progress());
  const ScoreTables tables =
      score_tables(scored, with_names(values.given(), files, scored.runs()),
                   {evaluator.captions(), o.output == "-" ? terminal_width() : 0, o.measures},
                   progress.callback());
  line.warn(tables.warnings);
  return tables.text;
}

}  // namespace

Work setup_evaluate(CommandLine& line) {
  const auto options = std::make_shared<EvaluateOptions>();
  declare_evaluate(line, *options);
  line.parse();
  if (options->list_measures) {
    return [options] {
      write_output(options->output, [](const auto& write) { write(with_options(measure_list())); });
    };
  }
  refuse_if(scores_answers(*options) && options->compat,
            "--assignments is itself the judgments and the runs", "leave out --compat");
  take_assignments(options->evaluation, options->runs);
  options->evaluation.may_lack_judgments = !options->compat;
  check_evaluate(line, *options);
  if (options->compat) return compat_work(line, options);
  const auto measures = internal::measures_of(*options);
  const AnalysisValues values = values_of(options->tables, evaluate_record().options);
  // How many systems have answered is not known yet.
  const auto& systems = options->evaluation.systems;
  check_score_tables(values,
                     !systems.empty()           ? systems.size()
                     : scores_answers(*options) ? 2
                     : options->named_runs.size() > 1
                         ? options->named_runs.size()
                         : run_files(options->named_runs, options->setup).size(),
                     measures.size());
  return [options, measures, values, &line] {
    write_output(options->output, [&](const TextWriter& write) {
      write(evaluate(*options, measures, values, line));
    });
  };
}

}  // namespace subintent::internal
