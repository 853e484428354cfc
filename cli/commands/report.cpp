// subintent report: an evaluation as one HTML file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/options/evaluation.h"
#include "cli/options/names.h"
#include "compare/tested_pairs.h"
#include "report/page/page.h"
#include "study/warnings.h"
#include "support/error.h"
#include "support/input_file.h"
#include "support/output_file.h"
#include "support/parallel.h"
#include "support/progress.h"
#include "support/sha256.h"
#include "support/strings.h"
#include "trec/judged_topics.h"

namespace subintent::internal {
namespace {

// The command line as it is given.
struct Options {
  EvaluationOptions evaluation;
  std::vector<std::string> runs, measures;
  std::string test = "tukey", correction = "holm", output = "-";
  std::optional<std::int64_t> trials, seed;
  double alpha = 0.05;
};

// What it means.
struct Plan {
  EvaluationSetup evaluation;
  std::vector<Measure> measures;
  TestSettings test;
  Correction correction = Correction::holm;
};

void declare(CommandLine& line, Options& o) {
  line.summary("Writes an evaluation as one HTML file: tables, pictures, topics.");
  line.inputs(&o.runs, "RUN...", "runs, TREC six-column format; - is standard input");
  declare_evaluation(line, o.evaluation);
  line.option("measures,m", &o.measures, "MEASURE,...",
              "measures (default: those of Dou et al. 2019 at 20, and what D# is made of)");
  line.option("order", &o.evaluation.order, "rank|score|file",
              "order of a run: by rank (default), by score with ties by docno descending, or as it "
              "stands");
  line.option("significance", &o.test, choice(names_of(significance_tests())),
              "test of every two runs (default: tukey)");
  line.option("correction", &o.correction, "holm|bonferroni|none",
              "correction for multiple comparisons, not used with tukey (default: holm)");
  line.option("alpha", &o.alpha, "A", "significance level (default: 0.05)");
  line.option("trials", &o.trials, "B",
              "trials of random tests (default: bootstrap 1000, others 5000)");
  line.option("seed", &o.seed, "N", "seed of random tests (default: 1)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

TestSettings test_of(const Options& o) {
  CommandLine::require_one_of("--significance", o.test, names_of(significance_tests()));
  TestSettings settings;
  settings.test = find_test(o.test);
  settings.trials =
      o.trials ? static_cast<std::uint64_t>(*o.trials) : settings.test->default_trials;
  if (o.seed) settings.seed = static_cast<std::uint64_t>(*o.seed);
  if (o.trials && (*o.trials < 1 || settings.trials > max_trials)) {
    throw Error::usage(fmt::format("--trials: {} is not between 1 and {}", *o.trials, max_trials));
  }
  if (!(o.alpha > 0 && o.alpha < 1)) {
    throw Error::usage("--alpha must be between 0 and 1", "for example --alpha 0.05");
  }
  settings.alpha = o.alpha;
  return settings;
}

Correction correction_of(const Options& o) {
  CommandLine::require_one_of("--correction", o.correction, {"holm", "bonferroni", "none"});
  return o.correction == "holm"         ? Correction::holm
         : o.correction == "bonferroni" ? Correction::bonferroni
                                        : Correction::none;
}

// The usual measures and D-nDCG, which D# is made of; the one that sees most comes first.
std::vector<Measure> usual_measures(const MeasureContext& context) {
  std::vector<Measure> measures = default_measures(context);
  measures.push_back(parse_measures("D-nDCG@20", context)[0]);
  for (const std::string_view name : {"D#-nDCG", "HD#-nDCG"}) {
    const auto at = std::ranges::find_if(
        measures, [&](const Measure& m) { return m.record->name == name && !m.layer_aware; });
    if (at != measures.end()) std::rotate(measures.begin(), at, at + 1);
  }
  return measures;
}

Plan plan_of(const Options& o) {
  Plan plan;
  plan.evaluation = evaluation_setup(o.evaluation);
  if (o.runs.empty()) throw Error::usage("no runs given", "name at least one run file");
  plan.test = test_of(o);
  plan.correction = correction_of(o);
  std::vector<std::string> inputs = plan.evaluation.paths;
  inputs.insert(inputs.end(), o.runs.begin(), o.runs.end());
  CommandLine::check_files(inputs, {o.output});
  const MeasureContext context = plan.evaluation.measure_context();
  plan.measures = o.measures.empty()
                      ? usual_measures(context)
                      : parse_measures(fmt::format("{}", fmt::join(o.measures, ",")), context);
  return plan;
}

// Down to the largest cutoff of a measure, and no further than people read.
std::uint32_t depth_of(const std::vector<Measure>& measures) {
  constexpr std::uint32_t usual = 20, most = 100;
  std::uint32_t depth = 0;
  for (const Measure& measure : measures) {
    const std::uint32_t cutoff = measure.parameters.cutoff;
    if (cutoff != no_cutoff) depth = std::max(depth, cutoff);
  }
  return depth == 0 ? usual : std::min(depth, most);
}

TopDocuments top_documents(const Run& run, const JudgedTopics& topics, std::uint32_t depth) {
  TopDocuments top(topics.size());
  const auto numbers = topics.find_all(run.topic_names(), run.file);
  for (std::size_t i = 0; i < run.topics.size(); ++i) {
    if (numbers[i] == JudgedTopics::none) continue;
    const auto& docnos = run.topics[i].docnos;
    const std::size_t shown = std::min<std::size_t>(docnos.size(), depth);
    top[numbers[i]].assign(docnos.begin(), docnos.begin() + static_cast<std::ptrdiff_t>(shown));
  }
  return top;
}

std::vector<PageFile> files_of(const Options& o, const Plan& plan) {
  std::vector<PageFile> files;
  for (const std::string& path : plan.evaluation.paths)
    files.push_back({"evaluation", path, 0, ""});
  for (const std::string& path : o.runs) files.push_back({"run", path, 0, ""});
  parallel_for(files.size(), [&](std::size_t i) {
    const auto identity = identify_file(files[i].name);
    files[i].name = display_name(files[i].name);
    if (!identity) return;
    files[i].size = identity->size;
    files[i].sha256 = hex(identity->digest);
  });
  return files;
}

// Every run is read, scored and forgotten but for its top documents.
struct ScoredRun {
  RunScores scores;
  TopDocuments top;
};

ScoredRun score_run(const std::string& path, const Plan& plan, const Scorer& scorer,
                    const JudgedTopics& topics, std::uint32_t depth, Warnings& warnings) {
  const Run run = read_run(path, plan.evaluation.order, plan.evaluation.on_duplicate);
  ScoredRun scored{scorer.score(run), top_documents(run, topics, depth)};
  warn_of_run(scored.scores, run.counts, plan.evaluation.order_name,
              "they score 0 and count in the mean", warnings);
  return scored;
}

std::string report(const Options& o, const Plan& plan, const CommandLine& line) {
  PageInput input;
  const EvaluationData data = read_evaluation(plan.evaluation.inputs, input.warnings);
  const Scorer scorer = data.scorer(plan.measures);
  JudgedTopics topics;
  for (const TopicData& topic : scorer.topics()) topics.add(topic.topic);
  input.depth = depth_of(plan.measures);
  std::vector<ScoredRun> scored(o.runs.size());
  std::vector<Warnings> warnings(o.runs.size());
  ProgressLine shown(line.shows_progress() && o.runs.size() > 1);
  ProgressMeter progress(shown.callback(), "scoring", "runs", o.runs.size());
  parallel_for(o.runs.size(), [&](std::size_t i) {
    scored[i] = score_run(o.runs[i], plan, scorer, topics, input.depth, warnings[i]);
    progress.advance();
  });
  std::vector<std::string> names, files;
  for (std::size_t i = 0; i < scored.size(); ++i) {
    names.push_back(scored[i].scores.run);
    files.push_back(display_name(o.runs[i]));
    input.warnings.insert(input.warnings.end(), warnings[i].begin(), warnings[i].end());
    input.rankings.push_back(std::move(scored[i].top));
  }
  require_different_names(names, files, "rename the file");
  line.warn(input.warnings);
  input.scores.runs = names;
  for (std::size_t t = 0; t < scorer.topics().size(); ++t) {
    input.topics.push_back(t);
    input.scores.topics.emplace_back(scorer.topics()[t].topic);
  }
  for (std::size_t m = 0; m < plan.measures.size(); ++m) {
    ScoreMatrix& matrix = input.scores.measures.emplace_back(
        ScoreMatrix{plan.measures[m].name, input.topics.size(), names.size(), {}});
    for (const std::size_t t : input.topics) {
      for (const ScoredRun& run : scored) matrix.values.push_back(run.scores.values[m][t]);
    }
  }
  input.data = &data;
  input.scorer = &scorer;
  input.version = SUBINTENT_VERSION;
  input.command = line.text();
  input.files = files_of(o, plan);
  input.test = plan.test;
  input.correction = correction_for(*plan.test.test, plan.correction);
  return report_page(input);
}

}  // namespace

Work setup_report(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  const auto plan = std::make_shared<Plan>(plan_of(*options));
  return [options, plan, &line] {
    OutputFile output(options->output);
    const std::string page = report(*options, *plan, line);
    output.write(page);
    output.finish();
    line.note(fmt::format("the report has {:.2f} MB", static_cast<double>(page.size()) / 1e6));
    output.close();
  };
}

}  // namespace subintent::internal
