// subintent judge sample: pairs of ranked lists, and the study in which people judge them.
#include <fmt/format.h>

#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The options as they are given, and what they mean.
struct SampleWords {
  EvaluationOptions evaluation;
  CaptionOptions captions;
  StudyArguments study;
  std::vector<std::string> runs, check_runs;
  std::optional<std::string> output;
  PairInputs inputs;     // with all that is said of them, once it is checked
  StudyOptions options;  // of the study, if there is to be one
};

std::string pools_help() {
  std::string text = "pairs to draw:";
  for (const PoolKind& kind : pool_kinds()) {
    const char* measures = kind.measures == 0 ? "" : kind.measures == 1 ? ":M" : ":M1,M2";
    text += fmt::format(" {}{} ({}),", kind.name, measures, kind.meaning);
  }
  return text + " each optionally with =N for N pairs per topic (repeatable; default: random)";
}

void declare_sample(CommandLine& line, SampleWords& o) {
  line.summary("Chooses pairs of ranked lists, and makes a study in which people judge them.");
  line.inputs(&o.runs, "[NAME=]RUN...", "runs, TREC six-column format");
  line.example("judge sample --qrels qrels.txt bm25 mmr pm2 > pairs.tsv");
  line.example(
      "judge sample --qrels qrels.txt --topics topics.xml --texts texts.tsv --relevant-only "
      "--study study --participants 8 --per-pair 4 bm25 mmr pm2");
  line.section("Pairs");
  line.option("pool", &o.inputs.pool, "POOL,...", pools_help());
  line.option("pairs", &o.inputs.pairs, "N", "pairs per topic and pool (default: 5)");
  line.option("draw-topics", &o.inputs.topics, "N", "only N topics, drawn at random");
  line.option("scores", &o.inputs.scores, "S",
              "scores of the runs, in a format that compare reads (default: computed from the "
              "judgments; repeatable)");
  line.option("from", &o.inputs.chosen, "PAIRS", "pairs chosen before, topic run1 run2 pool");
  line.option("cutoff", &o.inputs.cutoff, "N", "documents shown of each list (default: 10)");
  line.flag("relevant-only", &o.inputs.relevant_only,
            "remove documents that are not relevant before the lists are cut");
  line.option("seed", &o.study.options.seed, "N", "seed of all random choices (default: 1)");
  line.option("output,o", &o.output, "FILE",
              "where to write the pairs (default: standard output; with --study, nowhere)");
  line.section("The study");
  declare_study(line, o.study, "pair");
  line.option("repeats", &o.study.options.repeats, "N",
              "pairs that each participant sees again later, with sides swapped (default: 0)");
  line.option("checks", &o.inputs.checks, "FILE",
              "attention checks, which every participant sees among the other pairs: \"topic run1 "
              "run2 answer\", as <, = or >");
  line.option("check-run", &o.check_runs, "[NAME=]RUN",
              "a run that only attention checks show, with all its documents (repeatable)");
  line.option("question", &o.study.options.questions, "TEXT",
              "question about each pair (repeatable; default: which list has better and more "
              "varied results)");
  declare_texts(line, o.captions);
  declare_evaluation(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run (default: rank)");
}

void check_study_options(const CommandLine& line, const SampleWords& o) {
  const auto given =
      line.given_of({"participants", "per-pair", "session", "title", "instructions", "consent",
                     "language", "repeats", "checks", "check-run", "question", "texts"});
  if (o.study.study || given.empty()) return;
  throw Error::usage(given[0] + " is for a study", "give the folder to create: --study STUDY");
}

void set_inputs(SampleWords& o, const EvaluationSetup& setup) {
  o.inputs.evaluation = setup.inputs;
  o.inputs.runs = run_files(given_runs(o.runs), setup);
  o.inputs.check_runs = run_files(given_runs(o.check_runs), setup);
  o.inputs.seed = o.study.options.seed;
}

StudyOptions study_of(const SampleWords& o) {
  StudyOptions study = study_options(o.study);
  study.texts = o.captions.texts;
  // The topics may say what intents are about while the probabilities say what they weigh.
  const JudgmentOptions& judgments = o.evaluation.judgments;
  if (judgments.probabilities && judgments.topics) study.topics = *judgments.topics;
  return study;
}

void check_sample(CommandLine& line, SampleWords& o) {
  o.captions.topics = o.evaluation.judgments.topics;
  EvaluationOptions evaluation = o.evaluation;
  evaluation.may_lack_judgments = true;
  if (evaluation.judgments.probabilities) evaluation.judgments.topics.reset();
  const EvaluationSetup setup = evaluation_setup(evaluation);
  check_study_options(line, o);
  refuse_if(o.inputs.chosen && !o.study.study, "--from without a study",
            "give the folder to create: --study STUDY");
  for (const std::string& question : o.study.options.questions)
    refuse_if(trim(question).empty(), "--question is empty", "write what is asked");
  set_inputs(o, setup);
  if (o.study.study) o.options = study_of(o);
  line.check_files(
      joined(setup.paths, given_runs(o.runs), given_runs(o.check_runs), o.captions.paths(),
             o.inputs.scores, o.study.paths(), o.inputs.chosen, o.inputs.checks),
      joined(o.output));
}

void note_sample(const SampleWords& o, const PairSample& sample, const CommandLine& line) {
  if (sample.nothing_to_judge() > 0) {
    line.note(fmt::format("{} left out: both lists are the same, or one is empty",
                          count_of(sample.nothing_to_judge(), "pair")));
  }
  if (o.study.study) return;
  line.note(fmt::format("{} of {} (seed {})", count_of(sample.pairs(), "pair"),
                        count_of(sample.topics(), "topic"), o.inputs.seed));
}

void run_sample(const SampleWords& o, const CommandLine& line) {
  const std::optional<std::string>& folder = o.study.study;
  if (folder) require_free_folder(*folder);
  OutputFiles files;
  OutputFile* output = o.output || !folder ? &files.open(o.output.value_or("-")) : nullptr;
  const RemarksCallback tell = line.remarks();
  const PairSample sample(o.inputs, tell);
  note_sample(o, sample, line);
  if (output != nullptr) output->write(sample.text());
  if (folder) {
    files.finish();
    note_study(line, Study::make(*folder, sample, o.options, tell), o.options.seed);
  }
  files.close();
}

}  // namespace

Work setup_judge_sample(CommandLine& line) {
  const auto options = std::make_shared<SampleWords>();
  declare_sample(line, *options);
  line.parse();
  check_sample(line, *options);
  return [options, &line] { run_sample(*options, line); };
}

}  // namespace subintent::internal
