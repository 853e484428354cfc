// subintent evaluate: scores of runs by any measure.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/evaluate_compat.h"
#include "cli/options/evaluation_options.h"
#include "evaluate/measure_table.h"
#include "evaluate/scorer.h"
#include "report/score_output.h"
#include "study/standardise.h"
#include "study/warnings.h"
#include "support/error.h"
#include "support/output_file.h"
#include "support/parallel.h"
#include "support/progress.h"

namespace subintent {
namespace {

void declare(CommandLine& line, EvaluateOptions& o) {
  line.summary("Scores runs with flat, hierarchical and similarity-based diversity measures.");
  line.inputs(&o.runs, "RUN...", "runs, TREC six-column format; - is standard input");
  declare_evaluation(line, o);
  line.option("measures,m", &o.measures, "MEASURE,...",
              "measures, e.g. 'D#-nDCG@20,alpha_nDCG(alpha=0.9)@10' (default: those of Dou et al. "
              "2019 at 20)");
  line.flag("list-measures", &o.list_measures,
            "list all measures with formula, parameters and source, and do nothing else");
  line.option("order", &o.order, "rank|score|file",
              "order of a run: by rank (default), by score with ties by docno descending (default "
              "with --compat trec_eval and gdeval), or as it stands (default with "
              "--compat ntcireval)");
  line.option("depth", &o.depth, "N", "cut all ranked lists at N documents");
  line.option("run-name", &o.run_name, "file|tag",
              "name runs by their files (default) or by column six");
  line.flag("answered-topics", &o.answered_topics,
            "means over the topics a run answers (default: over all judged topics)");
  line.flag("standardise", &o.standardise,
            "standardise scores: (score - mean) / standard deviation over the runs, by topic");
  line.flag("per-topic", &o.per_topic, "scores of every topic beside the means");
  line.option("format", &o.format, "table|tsv|csv|json",
              "output (default: table); csv is a topic x run matrix of one measure");
  line.option("digits", &o.digits, "N|full",
              "decimals (default: 4 in tables, 6 elsewhere), or full precision");
  line.option("compat", &o.compat, "ndeval|trec_eval|gdeval|ntcireval",
              "print what this tool of TREC or NTCIR prints");
  line.option("alpha", &o.alpha, "A",
              "with --compat ndeval: redundancy intolerance (default: 0.5)");
  line.option("beta", &o.beta, "B", "with --compat ndeval: patience of NRBP (default: 0.5)");
  line.flag("all-topics", &o.all_topics, "with --compat: means over all judged topics");
  line.option("min-grade", &o.min_grade, "G",
              "with --compat trec_eval: lowest grade that is relevant (default: 1)");
  line.option("baseline", &o.baseline, "RUN", "with --compat ndeval: differences to this run");
  line.option("risk-alpha", &o.risk_alpha, "R",
              "with --compat ndeval: losses against the baseline weigh 1+R (default: 0)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

void check(EvaluateOptions& o) {
  if (o.list_measures) return;
  check_evaluation(o);
  if (o.runs.empty()) throw Error::usage("no runs given", "name at least one run file");
  CommandLine::require_one_of("--format", o.format, {"table", "tsv", "csv", "json"});
  CommandLine::require_one_of("--run-name", o.run_name, {"file", "tag"});
  if (o.standardise && o.runs.size() < 2) {
    throw Error::usage("--standardise needs two runs or more", "scores are compared to their mean");
  }
  std::vector<std::string> inputs = input_files(o);
  inputs.insert(inputs.end(), o.runs.begin(), o.runs.end());
  if (o.baseline) inputs.push_back(*o.baseline);
  CommandLine::check_files(inputs, {o.output});
  check_digits(o);
  if (o.compat) {
    CommandLine::require_one_of("--compat", *o.compat,
                                {"ndeval", "trec_eval", "gdeval", "ntcireval"});
  }
  check_compat(o);
  if (o.compat) return;
  const MeasureContext context = measure_context(o);
  o.wanted = o.measures.empty()
                 ? default_measures(context)
                 : parse_measures(fmt::format("{}", fmt::join(o.measures, ",")), context);
  if (o.format == "csv" && o.wanted.size() != 1) {
    throw Error::usage("--format csv holds one measure", "use -m with one, or --format tsv");
  }
}

struct ScoredRun {
  TaggedScores tagged;
  RunCounts counts;
};

ScoredRun score_run(const EvaluateOptions& o, const Scorer& scorer, const std::string& path) {
  const RunReader run(path, order_of(o), on_duplicate_of(o));
  ScoredRun scored;
  scored.tagged = {
      scorer.score(run, static_cast<std::size_t>(o.depth.value_or(INT64_MAX)), scored.counts),
      run.tag()};
  if (o.run_name == "tag" && !run.tag().empty()) scored.tagged.scores.run = run.tag();
  return scored;
}

// Every run is read, scored and forgotten, so that memory holds a few at a time.
std::vector<ScoredRun> score_runs(const EvaluateOptions& o, const Scorer& scorer,
                                  bool shows_progress) {
  std::vector<ScoredRun> scored(o.runs.size());
  ProgressLine shown(shows_progress && o.runs.size() > 1);
  ProgressMeter progress(shown.callback(), "scoring", "runs", o.runs.size());
  parallel_for(o.runs.size(), [&](std::size_t i) {
    scored[i] = score_run(o, scorer, o.runs[i]);
    progress.advance();
  });
  return scored;
}

Warnings warnings_of(const EvaluateOptions& o, const std::vector<ScoredRun>& runs) {
  // The tools of TREC and NTCIR leave such topics out, unless they are told not to.
  const bool counts_missing = !o.compat && !o.answered_topics;
  Warnings warnings;
  for (const ScoredRun& run : runs) {
    warn_of_run(run.tagged.scores, run.counts, o.order.value_or("rank"),
                counts_missing
                    ? "they score 0 and count in the mean; --answered-topics leaves them out"
                    : "",
                warnings);
  }
  return warnings;
}

void print(const CommandLine& line, const Warnings& warnings) {
  for (const std::string& warning : warnings) line.warn(warning);
}

void require_different_names(const EvaluateOptions& o, const std::vector<ScoredRun>& runs) {
  std::map<std::string, std::string> path_of;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string& name = runs[i].tagged.scores.run;
    const auto [at, is_new] = path_of.emplace(name, display_name(o.runs[i]));
    if (is_new) continue;
    throw Error(
        Location{display_name(o.runs[i]), 0},
        "run " + printable(name) + " has the name of the run in " + at->second,
        o.run_name == "tag" ? "use --run-name file" : "rename the file, or use --run-name tag");
  }
}

std::string compat_text(const EvaluateOptions& o, const Scorer& scorer,
                        const std::vector<ScoredRun>& runs) {
  std::optional<TaggedScores> baseline;
  if (o.baseline) baseline = score_run(o, scorer, *o.baseline).tagged;
  std::vector<TaggedScores> tagged;
  for (const ScoredRun& run : runs) tagged.push_back(run.tagged);
  return scored_tool_text(o, scorer, tagged, baseline);
}

// A table and TSV have no way to write a tab or a line end in a name, a matrix none for a line end.
void require_plain_names(const std::vector<ScoredRun>& runs, const std::string& format) {
  for (const ScoredRun& run : runs) {
    const std::string& name = run.tagged.scores.run;
    if (name.find_first_of(format == "csv" ? "\n\r" : "\t\n\r") == std::string::npos) continue;
    throw Error("the name of run " + printable(name) + " has a " +
                (format == "csv" ? "line end" : "tab or a line end") + ", which " +
                (format == "table" ? "a table"
                 : format == "csv" ? "CSV"
                                   : "TSV") +
                " cannot hold; rename the file, or use --format json");
  }
}

std::size_t terminal_width(const std::string& output) {
  winsize size{};
  if (output != "-" || isatty(STDOUT_FILENO) != 1) return 0;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 80;
}

std::string scores_text(const EvaluateOptions& o, const Scorer& scorer,
                        const std::vector<ScoredRun>& runs) {
  require_different_names(o, runs);
  if (o.format != "json") require_plain_names(runs, o.format);
  ScoreSet set;
  set.per_topic = o.per_topic;
  set.answered_only = o.answered_topics;
  for (const Measure& measure : scorer.measures()) set.measures.push_back(measure.name);
  for (const TopicData& topic : scorer.topics()) set.topics.emplace_back(topic.topic);
  for (const ScoredRun& run : runs) set.runs.push_back(run.tagged.scores);
  if (o.format == "tsv") return tsv_of(set, o.number);
  if (o.format == "csv") return csv_of(set, o.number);
  if (o.format == "json") return json_of(set, o.number);
  return table_of(set, o.number, terminal_width(o.output));
}

}  // namespace

Work setup_evaluate(CommandLine& line) {
  auto options = std::make_shared<EvaluateOptions>();
  declare(line, *options);
  line.parse();
  check(*options);
  return [options, &line] {
    EvaluateOptions& o = *options;
    OutputFile output(o.output);
    if (o.list_measures) {
      output.write(measure_list());
      output.close();
      return;
    }
    if (const std::string unused = options_unused_by_tool(o); !unused.empty()) {
      line.warn("--compat " + *o.compat + " has no use for " + unused);
    }
    if (is_topic_level_tool(o)) {
      output.write(topic_level_tool_text(o));
      output.close();
      return;
    }
    Warnings warnings;
    const EvaluationData data = read_evaluation(o.evaluation, warnings);
    print(line, warnings);
    const Scorer scorer = data.scorer(o.wanted);
    std::vector<ScoredRun> runs = score_runs(o, scorer, line.shows_progress());
    print(line, warnings_of(o, runs));
    if (o.standardise) {
      std::vector<RunScores*> scores;
      for (ScoredRun& run : runs) scores.push_back(&run.tagged.scores);
      standardise(scores);
    }
    output.write(o.compat ? compat_text(o, scorer, runs) : scores_text(o, scorer, runs));
    output.close();
  };
}

}  // namespace subintent
