// subintent explain difference: why one run scores more than another, or less than the ideal list.
#include "faces/cli/commands/explain_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>

#include "base/error.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "faces/cli/options/captions.h"
#include "faces/cli/options/evaluation.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/runs.h"
#include "faces/cli/terminal_width.h"
#include "io/output_file.h"
#include "render/difference_report.h"
#include "render/table_format.h"
#include "study/difference.h"

namespace subintent::internal {
namespace {

struct Options {
  EvaluationOptions evaluation;
  CaptionOptions captions;
  std::vector<std::string> runs, measures;
  std::optional<std::string> topic, limit;
  std::string format = "table", output = "-";
};

struct Plan {
  EvaluationSetup evaluation;
  std::vector<Measure> measures;
  std::vector<GivenRun> runs;
  const TableFormat* format = nullptr;
  bool shows_text = true;  // cut to the limit; else tables that hold all
  std::size_t limit = 10;  // 0: all
};

std::vector<std::string_view> report_formats() {
  return names_of(table_formats(), [](const TableFormat& format) { return format.report; });
}

void declare(CommandLine& line, Options& o) {
  line.summary("Explains why one run scores higher than another, or lower than the ideal list.");
  line.inputs(&o.runs, "[NAME=]RUN1 [[NAME=]RUN2]",
              "runs, TREC six-column format; one alone is compared with the ideal list");
  line.example(
      "explain difference --qrels qrels.txt --hierarchy WI=WI.jsonl -m 'HD#-nDCG_WI@20' runA runB");
  line.section("What is explained");
  line.option("measures,m", &o.measures, "MEASURE,...",
              "measures, e.g. 'D#-nDCG@20,alpha-nDCG@20'");
  line.option("topic", &o.topic, "T",
              "only this topic: every document, intent and node that makes a difference");
  declare_evaluation(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run (default: rank)");
  line.section("Output");
  declare_texts(line, o.captions);
  line.option(
      "limit", &o.limit, "N|all",
      "topics and rows of a table to show in the text (default: 10); other formats contain all");
  line.option("format", &o.format, choice(report_formats()), "output (default: table)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

std::size_t limit_of(const std::string& text) {
  if (text == "all") return 0;
  const auto number = parse_integer(text);
  if (number && *number > 0) return static_cast<std::size_t>(*number);
  throw Error::usage("--limit: '" + printable(text) + "' is not a number of rows",
                     "give a number from 1, or all");
}

// The topics may say what intents are about while the probabilities say what they weigh.
EvaluationSetup evaluation_of(EvaluationOptions options) {
  if (options.judgments.probabilities) options.judgments.topics.reset();
  return evaluation_setup(options);
}

Plan plan_of(CommandLine& line, Options& o) {
  Plan plan;
  o.captions.topics = o.evaluation.judgments.topics;
  plan.evaluation = evaluation_of(o.evaluation);
  plan.runs = given_runs(o.runs);
  if (plan.runs.empty()) throw Error::usage("no runs given", "give one run, or two to compare");
  if (plan.runs.size() > 2) {
    throw Error::usage("there are more than two runs",
                       "give two, or one to compare with the ideal list");
  }
  if (o.measures.empty()) {
    throw Error::usage("no measures given", "give them, for example -m alpha-nDCG@20");
  }
  CommandLine::require_one_of("--format", o.format, report_formats());
  plan.format = find_table_format(o.format);
  plan.shows_text = o.format != "tsv" && o.format != "json";

  if (o.limit) plan.limit = limit_of(*o.limit);

  if (o.captions.topics == "-") {
    throw Error::usage("--topics cannot be standard input here", "give a file");
  }
  std::vector<std::string> inputs = plan.evaluation.paths;
  for (const auto& paths : {paths_of(plan.runs), o.captions.paths()}) {
    inputs.insert(inputs.end(), paths.begin(), paths.end());
  }
  line.check_files(inputs, {o.output});
  plan.measures =
      parse_measures(split_measure_names(o.measures), plan.evaluation.measure_context());
  return plan;
}

// The place of the topic that is asked for, by its number or query.
std::size_t place_of_topic(const std::string& given, const Scorer& scorer, const Captions& captions,
                           const std::string& qrels) {
  std::vector<std::string> known;
  for (const TopicData& data : scorer.topics()) known.emplace_back(data.topic);
  const std::string topic = find_topic(given, known, captions, qrels);
  return static_cast<std::size_t>(std::ranges::find(known, topic) - known.begin());
}

// What is compared: two runs, or one and the ideal lists.
RunDifference compared(const EvaluationData& data, const Scorer& scorer,
                       const std::vector<Run>& runs) {
  if (runs.size() == 1) return {data, scorer, runs[0]};
  return {data, scorer, runs[0], runs[1]};
}

// The means, with the first topics of each explained.
std::vector<ExplainedMean> explained_means(const RunDifference& difference, const Scorer& scorer,
                                           std::size_t limit) {
  std::vector<ExplainedMean> means;
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    ExplainedMean& mean = means.emplace_back();
    mean.measure = scorer.measures()[m].name;
    mean.mean = difference.means(m);
    const std::size_t all = mean.mean.topics.size();
    mean.topics.resize(limit == 0 ? all : std::min(all, limit));
    parallel_for(mean.topics.size(), [&](std::size_t i) {
      mean.topics[i] = difference.topic(m, mean.mean.topics[i].topic);
    });
  }
  return means;
}

// The documents that are named in the tables of topics.
std::set<std::string, std::less<>> docnos_of(std::span<const TopicDifference> differences) {
  std::set<std::string, std::less<>> docnos;
  for (const TopicDifference& difference : differences) {
    for (const DocumentDifference& row : difference.documents) docnos.insert(row.docno);
  }
  return docnos;
}

void read_texts_of(std::span<const TopicDifference> differences, const CaptionOptions& options,
                   const CommandLine& line, DifferenceView& view) {
  const auto docnos = docnos_of(differences);
  view.captions.texts = read_text_captions(
      options, line, [&](std::string_view docno) { return docnos.contains(docno); });
}

Report report_of(const Options& o, const Plan& plan, const CommandLine& line) {
  Remarks remarks;
  const EvaluationData data = read_evaluation(plan.evaluation.inputs, plan.measures, remarks);
  const std::vector<Run> runs =
      read_runs(plan.runs, plan.evaluation.order, plan.evaluation.on_duplicate);
  say(remarks, line);
  const Scorer scorer = data.scorer(plan.measures);
  const RunDifference difference = compared(data, scorer, runs);
  say(difference.remarks(), line);
  DifferenceView view{.a = runs[0].name, .b = runs.size() > 1 ? runs[1].name : ""};
  view.width = text_width();
  view.limit = plan.limit;
  view.captions.topics = read_topic_captions(o.captions);

  if (o.topic) {
    const std::size_t topic =
        place_of_topic(*o.topic, scorer, view.captions, data.judgments->qrels_name);
    std::vector<TopicDifference> differences;
    for (std::size_t m = 0; m < plan.measures.size(); ++m) {
      differences.push_back(difference.topic(m, topic));
    }
    read_texts_of(differences, o.captions, line, view);
    return topic_difference_report(differences, view);
  }
  const auto means = explained_means(difference, scorer, plan.shows_text ? plan.limit : 0);
  std::vector<TopicDifference> all;
  for (const ExplainedMean& mean : means) {
    all.insert(all.end(), mean.topics.begin(), mean.topics.end());
  }
  read_texts_of(all, o.captions, line, view);
  return mean_difference_report(means, view);
}

}  // namespace

Work setup_explain_difference(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  const auto plan = std::make_shared<Plan>(plan_of(line, *options));
  return [options, plan, &line] {
    OutputFile output(options->output);
    output.write(
        plan->format->report("explain difference", report_of(*options, *plan, line), text_width()));
    output.close();
  };
}

}  // namespace subintent::internal
