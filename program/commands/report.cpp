// subintent report: an evaluation as one HTML file.
#include "subintent/report.h"

#include <fmt/format.h>
#include <unistd.h>

#include "program/analysis_command.h"
#include "program/command_line.h"
#include "program/environment.h"
#include "program/options/inputs.h"
#include "subintent/program.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

// The command line as it is given, and what it means.
struct ReportWords {
  EvaluationOptions evaluation;
  CaptionOptions captions;
  TopicViewArguments view;
  AnalysisArguments record;
  std::vector<std::string> runs, wanted_runs, measures, topics, text, preferences;
  std::optional<std::string> dendrograms;
  std::string output = "-";

  EvaluationSetup setup;
  ClusterOptions similarity_view;
  std::vector<std::string> listed_topics;  // by --topics; without --topic, too: all
  std::vector<std::string> page_measures;
  AnalysisValues values{std::vector<AnalysisOption>()};
};

void declare_report(CommandLine& line, ReportWords& o) {
  const std::vector<AnalysisOption>& options = report_record().options;
  line.summary(report_record().summary);
  line.inputs(&o.runs, "[NAME=]RUN...", "runs, TREC six-column format; - is standard input");
  line.example("report --qrels qrels.txt --hierarchy WI=WI.jsonl -o report.html runs/*");
  line.example("report --assignments a.jsonl b.jsonl -o report.html");
  declare_evaluation(line, o.evaluation);
  declare_assignments(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run: by rank (default), by score with ties by docno descending, or by "
              "the order of the lines");
  line.section("What is reported");
  declare_topic_view(line, o.view, "similarities of relevant documents: ");
  declare_texts(line, o.captions);
  line.option("text", &o.text, "VECTORS",
              "document vectors: shows characteristic terms of nodes (default: those of --vectors; "
              "repeatable)");
  line.option("runs", &o.wanted_runs, "NAME,...", "only these runs");
  line.option("topic", &o.topics, "T",
              "only this topic, or its query (with --topics XML); repeatable");
  line.option("measures,m", &o.measures, "MEASURE,...",
              "measures (default: those of Dou et al. 2019 at 20, and the components of D#)");
  declare_record_options(line, o.record, options, "slices", "lower_is_better");
  line.option("preferences", &o.preferences, "[NAME=]FILE",
              "preferences of users between the runs; repeatable");
  line.section("Significance");
  declare_record_options(line, o.record, options, "significance", "margin");
  line.section("Pruning and output");
  line.option("dendrograms", &o.dendrograms, "D",
              "dendrograms of the intents: shows the effect of pruning");
  declare_record_option(line, o.record, options.back(), help_of(options.back()));
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

void check_report(CommandLine& line, ReportWords& o) {
  refuse_if(o.output == "-" && isatty(STDOUT_FILENO) == 1,
            "-o is missing: a page of HTML is not for the terminal",
            "write it to a file: -o report.html");
  // The name behind --topics is that of a file of topics, or else a list of those to report.
  if (auto& topics = o.evaluation.judgments.topics; topics && !is_file(*topics)) {
    o.listed_topics = split(*topics, ',');
    topics.reset();
  }
  for (const std::string& names : std::exchange(o.wanted_runs, {}))
    for (const std::string& name : split(names, ',')) o.wanted_runs.push_back(name);
  take_assignments(o.evaluation, o.runs);
  o.evaluation.may_lack_judgments = true;
  o.setup = evaluation_setup(o.evaluation);
  o.similarity_view = topic_view_options(o.view, similarity_files(o.evaluation.similarity));
  const bool of_answers = !o.evaluation.assignments.empty();
  if (o.runs.empty() && !of_answers)
    throw Error::usage("no runs given", "give at least one run file");
  o.values = values_of(o.record, report_record().options);
  refuse_if(o.record["deltas"].given() && !o.dendrograms, "--deltas needs --dendrograms");
  line.check_files(joined(o.setup.paths, o.dendrograms, o.record["slices"].text, given_runs(o.runs),
                          o.captions.texts, o.text, preference_files(o.preferences),
                          given_runs(o.record["scores"].texts)),
                   {o.output});
  o.setup.inputs.usual_measures = o.measures.empty();
  o.page_measures =
      report_measures(o.measures.empty() && of_answers ? answer_measures() : o.measures,
                      o.setup.inputs, o.record["scores"].texts);
}

using ReportNames = std::vector<std::string>;

// A value of --topics that is a file and a list of judged topics could be meant as either.
void check_topics_value(const ReportWords& o, const ReportNames& judged) {
  if (!o.evaluation.judgments.topics) return;
  const ReportNames parts = split(*o.evaluation.judgments.topics, ',');
  const auto is_judged = [&](const std::string& part) {
    return std::ranges::count(judged, part) > 0;
  };
  if (!std::ranges::all_of(parts, is_judged)) return;
  throw Error::usage(
      fmt::format("--topics: {} is both a file and a list of judged topics", printable(parts[0])),
      "write ./ before the name of the file, or use --topic");
}

ReportNames reported_topics(const ReportWords& o, const Evaluator& evaluator) {
  const ReportNames judged = evaluator.topics();
  check_topics_value(o, judged);
  ReportNames topics;
  const auto add = [&](const std::string& option, const std::string& topic) {
    refuse_if(std::ranges::count(topics, topic) > 0,
              option + ": topic " + printable(topic) + " is listed twice", "give it once");
    topics.push_back(topic);
  };
  const JudgmentOptions& judgments = o.evaluation.judgments;
  const std::string qrels =
      display_names(judgments.qrels.empty() ? judgments.adhoc_qrels : judgments.qrels);
  for (const std::string& given : o.topics) {
    const TopicCaptions captions = judgments.topics ? evaluator.captions() : TopicCaptions();
    add("--topic", subintent::find_topic(given, judged, captions, "--topic: " + qrels));
  }
  for (const std::string& given : o.listed_topics) {
    refuse_if(std::ranges::count(judged, given) == 0,
              "--topics: " + printable(given) + " is neither a file nor a judged topic",
              "the topics are " + listed_names(judged));
    add("--topics", given);
  }
  return topics;
}

std::vector<ReportFile> files_of_report(const ReportWords& o) {
  std::vector<ReportFile> files;
  const auto add = [&](const std::string& role, const auto& paths) {
    for (const std::string& path : joined(paths)) files.push_back({role, path});
  };
  const JudgmentOptions& judgments = o.evaluation.judgments;
  add(o.evaluation.assignments.empty() ? "judgments" : "assignments", judgments.qrels);
  add("topic-level judgments", judgments.adhoc_qrels);
  add("topics", judgments.topics);
  add("probabilities", judgments.probabilities);
  for (const auto& [name, hierarchies] : o.setup.inputs.hierarchies)
    files.push_back({"hierarchies " + name, std::get<Source>(hierarchies).path()});
  add("groups", o.evaluation.groups.paths());
  add("similarity", similarity_files(o.evaluation.similarity).paths());
  add("dendrograms", o.dendrograms);
  add("slices", o.record["slices"].text);
  add("texts", o.captions.texts);
  add("terms", o.text);
  add("scores", given_runs(o.record["scores"].texts));
  add("preferences", preference_files(o.preferences));
  add("run", given_runs(o.runs));
  return files;
}

ReportInputs report_inputs(const ReportWords& o, const CommandLine& line) {
  const std::vector<RunFile> files = run_files(given_runs(o.runs), o.setup);
  std::vector<AnyRun> runs(files.begin(), files.end());
  EvaluationInputs evaluation = o.setup.inputs;
  take_topics(evaluation, runs);
  ReportInputs inputs{Evaluator(evaluation, o.page_measures), std::move(runs)};
  if (!o.evaluation.assignments.empty()) inputs.runs = answers_of(o.evaluation, inputs.evaluator);
  inputs.topics = reported_topics(o, inputs.evaluator);
  inputs.wanted_runs = o.wanted_runs;
  inputs.texts = o.captions.texts;
  inputs.vectors = sources(o.text.empty() ? o.evaluation.similarity.vectors : o.text);
  if (o.dendrograms) inputs.dendrograms = *o.dendrograms;
  inputs.preferences = read_preference_pools(preference_files(o.preferences));
  inputs.view = o.similarity_view;
  inputs.measures = o.measures;
  inputs.files = files_of_report(o);
  inputs.command = line.text();
  return inputs;
}

}  // namespace

Work setup_report(CommandLine& line) {
  const auto options = std::make_shared<ReportWords>();
  declare_report(line, *options);
  line.parse();
  check_report(line, *options);
  return [options, &line] {
    OutputFile output(options->output);
    std::optional<ProgressLine> progress(line.shows_progress());
    const auto say_all = [&](const Remarks& remarks) {
      progress.reset();
      say(remarks, line);
    };
    const std::string page =
        subintent::report(report_inputs(*options, line), options->values.given(), say_all,
                          progress->callback())
            .html;
    output.write(page);
    output.finish();
    line.note(
        fmt::format("the size of the report is {:.2f} MB", static_cast<double>(page.size()) / 1e6));
    output.close();
  };
}

}  // namespace subintent::internal
