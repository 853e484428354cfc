// subintent report: an evaluation as one HTML file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/strings.h"
#include "compare/tested_pairs.h"
#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/error_text.h"
#include "faces/cli/options/captions.h"
#include "faces/cli/options/evaluation.h"
#include "faces/cli/options/judgments.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/numbers.h"
#include "faces/cli/options/preferences.h"
#include "faces/cli/options/runs.h"
#include "faces/cli/options/significance.h"
#include "faces/cli/options/similarity.h"
#include "io/input_file.h"
#include "io/output_file.h"
#include "io/sha256.h"
#include "render/page/page.h"
#include "render/page/page_evaluation.h"
#include "study/similarities.h"
#include "subintent/version.h"

namespace subintent::internal {
namespace {

// The command line as it is given.
struct Options {
  EvaluationOptions evaluation;
  CaptionOptions captions;
  TopicViewArguments view;
  std::vector<std::string> runs, wanted_runs, measures, topics, text, preferences;
  std::optional<std::string> dendrograms, deltas;
  std::string test = "tukey", output = "-";
  TestOptions testing;
  double alpha = 0.05;
};

// What it means.
struct Plan {
  EvaluationSetup evaluation;
  TopicViewOptions view;  // of similarities
  CaptionOptions captions;
  std::vector<GivenRun> runs;
  std::vector<std::string> topics;         // to report, by --topic: names or queries
  std::vector<std::string> listed_topics;  // and by --topics; none of both: all
  std::vector<std::string> wanted_runs;    // none: all
  std::vector<Measure> measures;
  std::vector<double> deltas;
  TestSettings test;
  Comparison comparison;
};

void declare(CommandLine& line, Options& o) {
  line.summary("Writes an evaluation as one HTML file: tables, pictures, topics.");
  line.inputs(&o.runs, "[NAME=]RUN...", "runs, TREC six-column format; - is standard input");
  line.example("report --qrels qrels.txt --hierarchy WI=WI.jsonl -o report.html runs/*");
  declare_evaluation(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run: by rank (default), by score with ties by docno descending, or by "
              "the order of the lines");
  line.section("What is reported");
  declare_topic_view(line, o.view, "similarities of relevant documents, as given to cluster: ");
  declare_texts(line, o.captions);
  line.option("text", &o.text, "VECTORS",
              "document vectors; shows the most characteristic terms of each node (default: those "
              "of --vectors; may be repeated)");
  line.option("runs", &o.wanted_runs, "NAME,...", "report these runs only");
  line.option(
      "topic", &o.topics, "T",
      "report only this topic, given by number or (with --topics XML) by query; may be repeated");
  line.option("measures,m", &o.measures, "MEASURE,...",
              "measures (default: those of Dou et al. 2019 at 20, and the components of D#)");
  line.option("preferences", &o.preferences, "[NAME=]FILE",
              "preferences of users between the runs, to show how well measures agree with them; "
              "may be repeated");
  line.section("Significance");
  line.option("significance", &o.test, choice(names_of(significance_tests())),
              "test between all pairs of runs (default: tukey)");
  line.option("alpha", &o.alpha, "A", "significance level (default: 0.05)");
  declare_tests(line, o.testing, "holm");
  declare_family(line, o.testing);
  line.section("Pruning and output");
  line.option("dendrograms", &o.dendrograms, "D",
              "dendrograms of the intents, to show the effect of pruning cutoffs");
  line.option("deltas", &o.deltas, "D,...",
              "with --dendrograms: the cutoffs, or FIRST:LAST:STEP (default: 0:0.7:0.1)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

TestSettings test_of(const Options& o) {
  const SignificanceTest& test = test_named("--significance", o.test);
  check_trials(o.testing);
  check_alpha(o.alpha);
  TestSettings settings;
  settings.test = &test;
  settings.trials =
      o.testing.trials ? static_cast<std::uint64_t>(*o.testing.trials) : test.default_trials;
  if (o.testing.seed) settings.seed = static_cast<std::uint64_t>(*o.testing.seed);
  settings.alpha = o.alpha;
  return settings;
}

// Is the value of --topics a file of topics? Else it is a list of those to report.
bool names_topics_file(const std::string& value) {
  std::error_code error;
  return value == "-" || std::filesystem::exists(value, error);
}

Plan plan_of(CommandLine& line, const Options& o) {
  Plan plan;
  EvaluationOptions evaluation = o.evaluation;
  plan.topics = o.topics;
  if (auto& topics = evaluation.judgments.topics; topics && !names_topics_file(*topics)) {
    plan.listed_topics = split(*topics, ',');
    topics.reset();
  }
  for (const std::string& names : o.wanted_runs) {
    for (const std::string& name : split(names, ',')) plan.wanted_runs.push_back(name);
  }
  plan.evaluation = evaluation_setup(evaluation);
  plan.view = topic_view_options(o.view, plan.evaluation.inputs.similarity);
  plan.captions = {o.captions.texts, evaluation.judgments.topics};
  if (o.runs.empty()) throw Error::usage("no runs given", "give at least one run file");
  plan.test = test_of(o);
  if (o.deltas && !o.dendrograms) {
    throw Error::usage("--deltas needs --dendrograms");
  }
  plan.deltas = ascending_numbers("deltas", o.deltas.value_or("0:0.7:0.1"), 0, 1);
  plan.comparison = comparison_of(o.testing, Correction::holm);
  plan.comparison.correction = correction_for(*plan.test.test, plan.comparison.correction);
  std::vector<std::string> inputs = plan.evaluation.paths;
  if (o.dendrograms) inputs.push_back(*o.dendrograms);
  plan.runs = given_runs(o.runs);
  for (const auto& paths :
       {paths_of(plan.runs), o.captions.texts, o.text, preference_files(o.preferences)}) {
    inputs.insert(inputs.end(), paths.begin(), paths.end());
  }
  line.check_files(inputs, {o.output});
  const MeasureContext context = plan.evaluation.measure_context();
  plan.measures = o.measures.empty() ? usual_page_measures(context)
                                     : parse_measures(split_measure_names(o.measures), context);
  return plan;
}

// A value of --topics that is a file and a list of judged topics could be meant as either.
void check_topics_value(const Plan& plan, const Judgments& judgments) {
  if (!plan.captions.topics) return;
  const std::vector<std::string> parts = split(*plan.captions.topics, ',');
  const bool are_judged = std::ranges::all_of(
      parts, [&](const std::string& part) { return judgments.diversity.find(part) != nullptr; });
  if (!are_judged) return;
  throw Error::usage(
      fmt::format("--topics: {} is both a file and a list of judged topics", printable(parts[0])),
      "write ./ before the name of the file, or use --topic");
}

// The names of the topics to report.
std::vector<std::string> reported_topics(const Plan& plan, const Judgments& judgments,
                                         const Captions& captions) {
  std::vector<std::string> judged, topics;
  for (const TopicQrels& topic : judgments.diversity.topics()) judged.emplace_back(topic.topic);
  const auto add = [&](const std::string& option, const std::string& topic) {
    if (std::ranges::find(topics, topic) != topics.end()) {
      throw Error::usage(option + ": topic " + printable(topic) + " is listed twice",
                         "give it once");
    }
    topics.push_back(topic);
  };
  for (const std::string& given : plan.topics) {
    add("--topic", find_topic(given, judged, captions, "--topic: " + judgments.qrels_name));
  }
  for (const std::string& given : plan.listed_topics) {
    if (std::ranges::find(judged, given) == judged.end()) {
      throw Error::usage("--topics: " + printable(given) + " is neither a file nor a judged topic",
                         "the topics are " + listed_names(judged));
    }
    add("--topics", given);
  }
  return topics;
}

std::vector<std::string> listed(const std::optional<std::string>& path) {
  return path ? std::vector{*path} : std::vector<std::string>();
}

std::vector<PageFile> files_of(const Options& o, const Plan& plan) {
  std::vector<PageFile> files;
  const auto add = [&](const std::string& role, const auto& paths) {
    for (const std::string& path : paths) files.push_back({role, path, 0, {}});
  };
  const JudgmentOptions& judgments = o.evaluation.judgments;
  add("judgments", judgments.qrels);
  add("topic-level judgments", judgments.adhoc_qrels);
  add("topics", listed(plan.captions.topics));
  add("probabilities", listed(judgments.probabilities));
  for (const NamedHierarchies& named : plan.evaluation.inputs.hierarchies) {
    add("hierarchies " + named.name, std::vector{named.path});
  }
  add("groups", o.evaluation.groups.paths());
  add("similarity", plan.evaluation.inputs.similarity.paths());
  add("dendrograms", listed(o.dendrograms));
  add("texts", o.captions.texts);
  add("terms", o.text);
  add("preferences", preference_files(o.preferences));
  add("run", paths_of(plan.runs));
  parallel_for(files.size(), [&](std::size_t i) {
    const auto identity = identify_file(files[i].name);
    files[i].name = display_name(files[i].name);
    if (!identity) return;
    files[i].size = identity->size;
    files[i].sha256 = hex(identity->digest);
  });
  return files;
}

Run read_run_of(const Plan& plan, std::size_t place) {
  const GivenRun& given = plan.runs[place];
  Run run = read_run(given.path, plan.evaluation.order, plan.evaluation.on_duplicate);
  given.rename(run);
  return run;
}

// Not so a pipe, such as standard input.
bool can_be_read_again(const GivenRun& run) {
  namespace files = std::filesystem;
  std::error_code error;
  const files::file_status status = files::status(run.path, error);
  if (status.type() == files::file_type::none) {
    throw Error(Location{display_name(run.path), 0}, "cannot be read: " + error.message());
  }
  return files::is_regular_file(status);
}

// Every run is read, scored and forgotten. Gives their names and what they say about themselves.
std::vector<PageRunMetadata> score_runs(const Plan& plan, PageEvaluation& evaluation,
                                        bool shows_progress) {
  const std::size_t count = plan.runs.size();
  ProgressLine shown(shows_progress && count > 1);
  ProgressMeter progress(shown.callback(), "scoring", "runs", count);
  std::vector<PageRunMetadata> runs(count);
  std::vector<std::string> names(count), files(count);
  parallel_for(count, [&](std::size_t i) {
    const Run run = read_run_of(plan, i);
    runs[i] = {run.name, run.metadata};
    names[i] = run.name;
    files[i] = run.file;
    evaluation.score(i, run);
    progress.advance();
  });
  require_different_names(names, files, std::string(different_names_advice));
  return runs;
}

// Why the two runs that are shown differ. They are read again, as only the top of their lists was
// kept.
void explain_differences(const Plan& plan, const std::vector<PageRunMetadata>& runs,
                         PageInput& input) {
  const std::vector<std::size_t> shown = shown_runs(input.scores);
  if (shown.size() < 2 || !std::ranges::all_of(plan.runs, can_be_read_again)) return;
  const auto read = [&](std::size_t run) {
    const auto at = std::ranges::find(runs, input.scores.runs[run], &PageRunMetadata::run);
    return read_run_of(plan, static_cast<std::size_t>(at - runs.begin()));
  };
  input.differences = difference_words(input, read(shown[0]), read(shown[1]));
}

void add_deltas(const Options& o, const Plan& plan, const CommandLine& line, PageInput& input) {
  PageDeltas pruning;
  pruning.deltas = plan.deltas;
  pruning.dendrograms = read_dendrograms(*o.dendrograms);
  pruning.sources.qrels = display_names(o.evaluation.judgments.qrels);
  pruning.sources.dendrograms = display_name(*o.dendrograms);
  pruning.gains = plan.evaluation.gains.get();
  const auto pipe = std::ranges::find_if_not(plan.runs, can_be_read_again);
  if (pipe != plan.runs.end()) {
    throw Error(Location{display_name(pipe->path), 0},
                "is a pipe, but for pruning cutoffs runs must be read twice",
                "write the run to a file first");
  }
  const auto runs = read_runs(plan.runs, plan.evaluation.order, plan.evaluation.on_duplicate);
  ProgressLine progress(line.shows_progress());
  internal::add_deltas(pruning, runs, input, progress.callback());
}

// Those between runs and of topics that are reported.
void add_preferences(const Options& o, PageInput& input) {
  input.preferences = read_preference_pools(o.preferences);
  const auto is_left_out = [&](const UserPreference& answer) {
    const auto is_run = [&](const std::string& run) {
      return std::ranges::count(input.scores.runs, run) > 0;
    };
    return !is_run(answer.run1) || !is_run(answer.run2) ||
           std::ranges::count(input.scores.topics, answer.topic) == 0;
  };
  std::uint64_t left_out = 0;
  for (PreferencePool& pool : input.preferences) {
    left_out += std::erase_if(pool.preferences, is_left_out);
  }
  if (left_out == 0) return;
  input.remarks.warnings.push_back(
      fmt::format("{} of users left out: for runs or topics that are not reported",
                  count_of(left_out, "preference")));
}

std::string report(const Options& o, const Plan& plan, const CommandLine& line) {
  PageInput input;
  input.version = SUBINTENT_VERSION;
  input.command = line.text();
  input.test = plan.test;
  input.comparison = plan.comparison;
  const EvaluationData data = read_evaluation(plan.evaluation.inputs, plan.measures, input.remarks);
  check_topics_value(plan, *data.judgments);
  input.captions.topics = read_topic_captions(plan.captions);
  PageEvaluation evaluation(data, plan.measures,
                            reported_topics(plan, *data.judgments, input.captions),
                            plan.runs.size());
  auto runs = score_runs(plan, evaluation, line.shows_progress());
  evaluation.finish(plan.wanted_runs, input);
  add_preferences(o, input);
  const std::vector<std::string>& vectors =
      o.text.empty() ? o.evaluation.similarity.vectors : o.text;
  if (!vectors.empty() && !data.hierarchies.empty()) {
    input.terms = page_terms(input, sources(vectors), input.remarks.warnings);
  }
  if (o.dendrograms) add_deltas(o, plan, line, input);
  if (data.similarity) {
    input.similarities = study_similarities(data.judgments->diversity, *data.similarity,
                                            "similarity", {}, plan.view);
  }
  say(input.remarks, line);
  const auto shown = shown_documents(input);
  input.captions.texts = read_text_captions(
      plan.captions, line, [&](std::string_view docno) { return shown.contains(docno); });
  explain_differences(plan, runs, input);
  std::erase_if(runs, [](const PageRunMetadata& run) { return run.entries.empty(); });
  input.run_metadata = std::move(runs);
  for (Warnings* const sentences : {&input.remarks.warnings, &input.remarks.notes}) {
    std::ranges::transform(*sentences, sentences->begin(), remark_text);
  }
  input.files = files_of(o, plan);
  return report_page(input);
}

}  // namespace

Work setup_report(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  const auto plan = std::make_shared<Plan>(plan_of(line, *options));
  return [options, plan, &line] {
    OutputFile output(options->output);
    const std::string page = report(*options, *plan, line);
    output.write(page);
    output.finish();
    line.note(
        fmt::format("the size of the report is {:.2f} MB", static_cast<double>(page.size()) / 1e6));
    output.close();
  };
}

}  // namespace subintent::internal
