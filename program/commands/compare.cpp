// subintent compare: analyses, with their options, on files.
#include <fmt/format.h>

#include "program/analysis_command.h"
#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Names = std::vector<std::string>;

// The analyses that take an option, by the words of the command line. What a series makes of each
// setting tests runs, as nearly all analyses of scores do.
Names analyses_taking(const std::string& option, const std::string& leave_out = "judgments") {
  static const Names of_all = {"standardise", "test", "alpha", "trials", "seed", "correction"};
  Names names;
  for (const AnalysisRecord& analysis : analyses_of("compare")) {
    const Names taken = options_taken(analysis, analysis.options, true);
    const bool by_each = analysis.makes_series && std::ranges::count(of_all, option) > 0;
    const std::string& name = analysis.need == AnalysisNeed::left_out ? leave_out : analysis.name;
    if (!by_each && std::ranges::count(taken, option) == 0) continue;
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

// Declares options under the names of the analyses that take them.
class Declaration {
 public:
  Declaration(CommandLine& line, AnalysisCommandOptions& options) : line_(line), o_(options) {}

  template <typename Target>
  void option(const std::string& names, Target* target, const std::string& value,
              const std::string& help) {
    line_.goes_with(analyses_taking(names.substr(0, names.find(','))));
    line_.option(names, target, value, help);
  }

  void record(const std::string& name) {
    line_.goes_with(analyses_taking(command_line_name(name)));
    declare_analysis_option(line_, o_.analysis, name, analyses_of("compare"));
  }

  // Options of significance tests, under the names of all analyses that take some of them.
  void tests() {
    const Names takers = analyses_taking("alpha");
    for (const std::string name : {"test", "alpha", "trials", "seed", "correction"}) {
      line_.goes_with(takers);
      declare_analysis_option(line_, o_.analysis, name, analyses_of("compare"));
      for (const std::string& taker : takers) {
        const Names own = analyses_taking(name);
        if (std::ranges::count(own, taker) == 0) line_.refuses(taker, {name});
      }
    }
  }

  // Options of the records of this kind that have not been declared.
  void records(bool of_scores) {
    for (const AnalysisRecord& analysis : analyses_of("compare")) {
      if ((analysis.need == AnalysisNeed::scores) != of_scores) continue;
      for (const AnalysisOption& option : analysis.options)
        if (!o_.analysis.is_declared(option.name)) record(option.name);
    }
  }

 private:
  CommandLine& line_;
  AnalysisCommandOptions& o_;
};

// The questions that analyses answer; the last has those that none names.
struct Question {
  const char* caption;
  std::vector<std::string_view> analyses;
};

const std::vector<Question>& questions() {
  static const std::vector<Question> all = {
      {"Which run is better?",
       {"significance", "equivalence", "selected", "battles", "overlap", "slices"}},
      {"Which measure should I use, and on how many topics?",
       {"discriminative-power", "correlation", "concordance", "preferences", "topic-set-size",
        "reliability"}},
      {"Do the judgments suffice, and do judges agree?", {"judgments", "judges", "pooling"}},
      {"Which hierarchies should I use?", {"hierarchies", "similarities", "delta", "placebo"}}};
  return all;
}

const Question& question_of(const std::string& analysis) {
  const auto found = std::ranges::find_if(questions(), [&](const Question& question) {
    return std::ranges::count(question.analyses, analysis) > 0;
  });
  return found == questions().end() ? questions().back() : *found;
}

std::vector<ActionRecord> actions() {
  std::vector<ActionRecord> records;
  for (const Question& question : questions()) {
    for (const AnalysisRecord& analysis : analyses_of("compare")) {
      if (analysis.need == AnalysisNeed::left_out) continue;  // judgments --leave-out
      if (&question_of(analysis.name) != &question) continue;
      records.push_back({analysis.name, analysis.usage, analysis.summary, question.caption});
    }
  }
  return records;
}

void declare_inputs_of_studies(CommandLine& line, AnalysisCommandOptions& o,
                               Declaration& declared) {
  line.goes_with({"overlap", "pooling", "delta", "placebo", "hierarchies", "judgments", "judges",
                  "similarities", "preferences", "battles"});
  declare_evaluation(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run (default: rank)");
  line.refuses("similarities", {"adhoc-qrels", "judged", "topic-grades", "topics", "probabilities",
                                "hierarchy", "gains", "max-grade", "on-duplicate", "order"});
  line.refuses("overlap", {"qrels", "adhoc-qrels", "judged", "topic-grades", "topics",
                           "probabilities", "all-intents", "relevant-intents", "hierarchy",
                           "fingerprints", "vectors", "dense", "docnos", "similarity", "groups",
                           "group-targets", "ordinal", "gains", "max-grade"});
  line.refuses("judgments", {"adhoc-qrels"});
  line.refuses("judges", {"qrels", "adhoc-qrels"});
  line.section("Settings that are compared");
  declared.records(false);
  declared.option("pooled-run", &o.pooled_runs, "[NAME=]RUN",
                  "a run that contributes to the pools (default: all runs); repeatable");
  declared.option("also", &o.more_judgments, "[NAME=]QRELS",
                  "a further set of judgments; repeatable");
  declared.option("dendrograms", &o.dendrograms, "FILE",
                  "dendrograms of the intents (required for delta)");
  declared.option("superintents", &o.superintents, "FILE",
                  "superintents, for the hierarchies SUP+WI and SUP+WD");
  declared.option("human", &o.human, "FILE",
                  "judgments of people, of few topics; without runs their scores, or assignments");
  declared.option("model", &o.model, "FILE",
                  "those of a model, of these and many more topics; without both, judges of scores "
                  "are compared");
  line.goes_with({"judgments"});
  line.flag(
      "leave-out", &o.leave_out,
      "score each run without the judgments that it alone contributed to pools of --pool-depths");
  line.goes_with({"similarities"});
  declare_topic_view(line, o.view);
}

void declare_compare(CommandLine& line, AnalysisCommandOptions& o) {
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
  Names takers;  // measures are an option of scores, too, where they choose
  for (const AnalysisRecord& analysis : analyses_of("compare")) {
    if (analysis.need == AnalysisNeed::left_out) continue;
    if (analysis.need == AnalysisNeed::scores || analysis.takes("measures"))
      takers.push_back(analysis.name);
  }
  line.goes_with(takers);
  line.option("measures,m", &o.analysis.declare("measures").text, "MEASURE,...",
              "measures to use (default: all in the scores; for runs, see the man page)");
  declared.record("standardise");
  line.section("Scores");
  declared.option("missing", &o.missing, "error|zero|drop|group",
                  "when runs do not share all topics: refuse (default), count 0, drop the topic, "
                  "or compare only runs with the same topics");
  declared.option("lower-is-better", &o.lower_is_better, "MEASURE",
                  "of this measure less is better; repeatable");
  declared.option(
      "run-name", &o.run_name, "auto|file|tag",
      "how to name runs in trec_eval output (default: file) and ndeval CSV (default: tag)");
  declared.option("scores-format", &o.scores_format, choice(names_of(score_formats)),
                  "how to read files that fit two formats (default: auto, an error)");
  line.goes_with(analyses_taking("assignments"));
  declare_assignments(line, o.evaluation, "files of scores");
  line.section("Significance");
  declared.tests();
  line.section("Analyses");
  declared.records(true);
  declared.option("curves", &o.curves, "FILE", "ASL curves as TSV");
  declared.option(
      "preferences", &o.preferences, "[NAME=]FILE",
      "judgments of users (required); each file is a pool, or the pools that its column pool "
      "names; repeatable");
  declare_inputs_of_studies(line, o, declared);
  line.section("Output");
  declared.option("svg", &o.svg, "FILE",
                  "draw a chart: for discriminative-power, ASL curves, or power over depths or "
                  "deltas; for significance with tukey, which runs differ; for correlation, "
                  "judgments and similarities, the printed values");
  line.goes_with({});
  declare_output(line, o);
}

const AnalysisRecord* find_analysis(const std::string& name) {
  const std::vector<AnalysisRecord>& all = analyses_of("compare");
  const auto found = std::ranges::find(all, name, &AnalysisRecord::name);
  return found == all.end() ? nullptr : &*found;
}

// The words before the inputs: which analysis, of which scores.
struct CompareWords {
  AnalysisRequest request;
  std::size_t count = 1;
};

CompareWords read_words(const AnalysisCommandOptions& o, const CommandLine& line) {
  const Names names = mapped(actions(), &ActionRecord::name);
  const std::string advice = fmt::format("use {}; see subintent compare --help", join(names, ", "));
  if (o.arguments.empty()) throw Error::usage("no analysis given", advice);
  const std::string& first = o.arguments[0];
  if (std::ranges::count(names, first) == 0) {
    constexpr std::pair<std::string_view, std::string_view> other_words[] = {
        {"agreement", "judgments"},
        {"kappa", "judgments"},
        {"elo", "battles"},
        {"t-test", "significance"},
        {"ttest", "significance"}};
    const auto meant = std::ranges::find(other_words, first,
                                         &std::pair<std::string_view, std::string_view>::first);
    const auto nearest = nearest_name(meant == std::end(other_words) ? first : meant->second,
                                      std::vector<std::string_view>(names.begin(), names.end()));
    // Is it an analysis of another command, or a file in the place of one?
    const Names &words = line.inputs(), &options = line.option_words();
    const auto typed =
        is_file(given_run(words[0]).path)
            ? command_for_files(words, options)
            : command_for_analysis("compare", words[0], {words.begin() + 1, words.end()}, options);
    throw Error::usage(
        "there is no analysis '" + printable(first) + "'",
        typed.value_or(nearest ? fmt::format("did you mean {}?", *nearest) : advice));
  }
  const AnalysisRecord& analysis = *find_analysis(o.leave_out && first == "judgments" ? "leave-out"
                                                  : o.between_judges ? "correlation"
                                                                     : first);
  if (!analysis.makes_series) return {{analysis, analysis.name}};
  const AnalysisRecord* each = o.arguments.size() > 1 ? find_analysis(o.arguments[1]) : nullptr;
  if (each == nullptr || !each->is_made_of_scores())
    return {{analysis, analysis.name + " " + analysis.default_each}};
  return {{analysis, analysis.name + " " + each->name}, 2};
}

// Options that the analysis has no use for, with runs or without, are refused, so that nobody takes
// them for used.
void check_use(const AnalysisRequest& request, const CommandLine& line, bool has_runs) {
  static const Names common = {"format", "output", "provenance", "quiet", "threads"};
  const AnalysisRecord& analysis = *request.analysis;
  const Names taken = options_taken(analysis, request.options, has_runs),
              with_runs = options_taken(analysis, request.options, true);
  const std::string name = analysis.need == AnalysisNeed::left_out ? "judgments --leave-out"
                           : line.inputs()[0] == "judges"          ? "judges"
                                                                   : analysis.name;
  for (const std::string& option : line.given()) {
    if (std::ranges::count(taken, option) + std::ranges::count(common, option) > 0) continue;
    refuse_if(std::ranges::count(with_runs, option) > 0,
              fmt::format("--{} cannot be used with {} without runs", option, name),
              analysis.need == AnalysisNeed::judgments ? "give runs after the judgments"
              : analysis.need == AnalysisNeed::scores
                  ? "give --qrels and runs"
                  : "give runs after the two files, and --qrels");
    refuse_if(analysis.is_made_of_scores() && option == "qrels",
              fmt::format("--{} cannot be used with {}, which compares scores", option, name),
              name == "significance"
                  ? "score runs, and test in one go, by subintent evaluate --significance t"
                  : "give what subintent evaluate --per-topic --format tsv writes");
    constexpr std::size_t most_named = 3;
    const Names others = analyses_taking(option, "judgments --leave-out");
    const bool is_qrels = option == "adhoc-qrels" && std::ranges::count(taken, "qrels") > 0 &&
                          std::ranges::count(line.given(), "qrels") == 0;
    throw Error::usage(fmt::format("--{} cannot be used with {}", option, name),
                       is_qrels ? "give it as --qrels"
                       : others.empty() || others.size() > most_named
                           ? "leave it out"
                           : fmt::format("it goes with {}", join(others, ", ")));
  }
}

}  // namespace

Work setup_compare(CommandLine& line) {
  auto options = std::make_shared<AnalysisCommandOptions>();
  declare_compare(line, *options);
  line.parse();
  options->between_judges = !options->arguments.empty() && options->arguments[0] == "judges" &&
                            !options->human && !options->model;
  auto [request, words] = read_words(*options, line);
  check_use(request, line, true);
  read_inputs(*options, words, request);
  check_use(request, line, !request.runs.empty());
  return analysis_work(line, std::move(options), std::move(request));
}

}  // namespace subintent::internal
