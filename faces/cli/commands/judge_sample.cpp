// subintent judge sample: pairs of ranked lists, and the study in which people judge them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "collection/scores.h"
#include "faces/cli/command_line.h"
#include "faces/cli/commands/judge.h"
#include "faces/cli/options/captions.h"
#include "faces/cli/options/evaluation.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/runs.h"
#include "faces/cli/options/study.h"
#include "io/input_file.h"
#include "judge/language.h"
#include "judge/make_study.h"
#include "judge/sampling.h"
#include "judge/study_folder.h"
#include "study/evaluation.h"
#include "study/measure_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::int64_t most_pairs = 10'000, most_cutoff = 1'000;

// As it is given.
struct Options {
  EvaluationOptions evaluation;
  CaptionOptions captions;
  StudyOptions study;
  std::vector<std::string> runs, check_runs, scores, pools, questions;
  std::optional<std::string> from, output, checks;
  std::optional<std::int64_t> pairs, topics, cutoff, repeats;
  bool relevant_only = false;
};

// What it means.
struct Plan {
  EvaluationSetup evaluation;
  std::vector<GivenRun> runs;  // those of checks alone last
  std::size_t check_runs = 0;
  std::vector<Measure> measures;  // to compute
  SampleOptions sample;
  ShownOptions shown;
  AssignmentOptions assignment;
  StudyWords words;
};

std::string pools_help() {
  std::string text = "pairs to draw:";
  for (const PoolKind& kind : pool_kinds()) {
    const char* measures = kind.measures == 0 ? "" : kind.measures == 1 ? ":M" : ":M1,M2";
    text += fmt::format(" {}{} ({}),", kind.name, measures, kind.text);
  }
  return text + " each optionally with =N for N pairs per topic (repeatable; default: random)";
}

void declare(CommandLine& line, Options& o) {
  line.summary("Chooses pairs of ranked lists, and makes a study in which people judge them.");
  line.inputs(&o.runs, "[NAME=]RUN...", "runs, TREC six-column format");
  line.example("judge sample --qrels qrels.txt bm25 mmr pm2 > pairs.tsv");
  line.example(
      "judge sample --qrels qrels.txt --topics topics.xml --texts texts.tsv --relevant-only "
      "--study study --participants 8 --per-pair 4 bm25 mmr pm2");
  line.section("Pairs");
  line.option("pool", &o.pools, "POOL,...", pools_help());
  line.option("pairs", &o.pairs, "N", "pairs per topic and pool (default: 5)");
  line.option("draw-topics", &o.topics, "N", "only N topics, drawn at random");
  line.option("scores", &o.scores, "S",
              "scores of the runs, in a format that compare reads (default: computed from the "
              "judgments; repeatable)");
  line.option("from", &o.from, "PAIRS", "pairs chosen before, topic run1 run2 pool");
  line.option("cutoff", &o.cutoff, "N", "documents shown of each list (default: 10)");
  line.flag("relevant-only", &o.relevant_only,
            "remove documents that are not relevant before the lists are cut");
  line.option("seed", &o.study.seed, "N", "seed of all random choices (default: 1)");
  line.option("output,o", &o.output, "FILE",
              "where to write the pairs (default: standard output; with --study, nowhere)");
  line.section("The study");
  declare_study(line, o.study, "pair");
  line.option("repeats", &o.repeats, "N",
              "pairs that each participant sees again later, with sides swapped (default: 0)");
  line.option("checks", &o.checks, "FILE",
              "attention checks, which every participant sees among the other pairs: \"topic run1 "
              "run2 answer\", as <, = or >");
  line.option("check-run", &o.check_runs, "[NAME=]RUN",
              "a run that only attention checks show, with all its documents (repeatable)");
  line.option("question", &o.questions, "TEXT",
              "question about each pair (repeatable; default: which list has better and more "
              "varied results)");
  declare_texts(line, o.captions);
  declare_evaluation(line, o.evaluation);
  line.option("order", &o.evaluation.order, choice(names_of(run_orders)),
              "order of a run (default: rank)");
}

void refuse(bool given, const std::string& option, const char* why, const char* advice) {
  if (given) throw Error::usage(option + why, advice);
}

void check_study_options(const Options& o) {
  if (o.study.study) return;
  std::vector<std::string> given = o.study.given();
  if (o.repeats) given.emplace_back("--repeats");
  if (o.checks) given.emplace_back("--checks");
  if (!o.check_runs.empty()) given.emplace_back("--check-run");
  if (!o.questions.empty()) given.emplace_back("--question");
  if (!o.captions.texts.empty()) given.emplace_back("--texts");
  if (!given.empty()) {
    refuse(true, given[0], " is for a study", "give the folder to create: --study STUDY");
  }
}

void check_from(const Options& o) {
  if (!o.from) return;
  constexpr const char* why = " draws pairs, but --from gives them";
  constexpr const char* advice = "leave out one of the two";
  refuse(!o.pools.empty(), "--pool", why, advice);
  refuse(o.pairs.has_value(), "--pairs", why, advice);
  refuse(o.topics.has_value(), "--draw-topics", why, advice);
  refuse(!o.scores.empty(), "--scores", why, advice);
  if (!o.study.study) {
    throw Error::usage("--from without a study", "give the folder to create: --study STUDY");
  }
}

StudyWords words_of(const Options& o) {
  StudyWords words;
  const std::string language = language_of(o.study);
  words.title = phrase(language, "pair.default_title");
  words.instructions = phrase(language, "pair.default_instructions");
  words.questions = o.questions;
  if (words.questions.empty()) words.questions = {phrase(language, "pair.default_question")};
  for (const std::string& question : words.questions) {
    if (trim(question).empty()) throw Error::usage("--question is empty", "write what is asked");
  }
  return words;
}

SampleOptions sample_options(const Options& o) {
  SampleOptions sample;
  if (o.pairs.value_or(1) > most_pairs) {
    throw Error::usage(fmt::format("--pairs is above {}", most_pairs));
  }
  const std::string pools = o.pools.empty() ? "random" : fmt::format("{}", fmt::join(o.pools, ","));
  sample.pools = parse_pools(pools, static_cast<std::size_t>(o.pairs.value_or(5)));
  if (o.topics) sample.topics = static_cast<std::size_t>(*o.topics);
  sample.seed = static_cast<std::uint64_t>(o.study.seed.value_or(1));
  return sample;
}

// Measures are computed unless there are scores.
void plan_measures(const Options& o, Plan& plan) {
  for (PairPool& pool : plan.sample.pools) {  // one name for each measure
    pool.measures = known_names(std::move(pool.measures), measures_of(plan.sample.pools));
  }
  const std::vector<std::string> measures = measures_of(plan.sample.pools);
  if (o.scores.empty()) {
    if (measures.empty()) return;
    plan.measures = parse_measures(measures, plan.evaluation.measure_context());
    return;
  }
  if (measures.empty()) {
    throw Error::usage("--scores: no pool uses scores", "add one, for example --pool near:MEASURE");
  }
  for (const std::string& option : o.evaluation.given()) {
    const bool computes = option == "--hierarchy" || option == "--fingerprints" ||
                          option == "--vectors" || option == "--dense" || option == "--gains" ||
                          option == "--max-grade";
    refuse(computes, option, " computes scores, but --scores gives them",
           "leave out one of the two");
  }
}

void check_paths(CommandLine& line, const Options& o, const Plan& plan) {
  std::vector<std::string> inputs = plan.evaluation.paths;
  for (const auto& paths : {paths_of(plan.runs), o.captions.paths(), o.scores}) {
    inputs.insert(inputs.end(), paths.begin(), paths.end());
  }
  for (const std::string& path : o.study.paths()) inputs.push_back(path);
  if (o.from) inputs.push_back(*o.from);
  if (o.checks) inputs.push_back(*o.checks);
  std::vector<std::string> outputs;
  if (o.output) outputs.push_back(*o.output);
  line.check_files(inputs, outputs);
}

// The topics may say what intents are about while the probabilities say what they weigh.
EvaluationSetup evaluation_of(EvaluationOptions options) {
  if (options.judgments.probabilities) options.judgments.topics.reset();
  return evaluation_setup(options);
}

void add_check_runs(const Options& o, Plan& plan) {
  if (!o.check_runs.empty() && !o.checks) {
    throw Error::usage("--check-run without --checks", "give the file of the attention checks");
  }
  for (GivenRun& run : given_runs(o.check_runs)) plan.runs.push_back(std::move(run));
  plan.check_runs = o.check_runs.size();
}

Plan plan_of(CommandLine& line, Options& o) {
  Plan plan;
  o.captions.topics = o.evaluation.judgments.topics;
  plan.evaluation = evaluation_of(o.evaluation);
  plan.runs = given_runs(o.runs);
  if (plan.runs.size() < 2) throw Error::usage("fewer than two runs", "give the runs to compare");
  check_study_options(o);
  add_check_runs(o, plan);
  check_from(o);
  plan.sample = sample_options(o);
  if (!o.from) plan_measures(o, plan);
  if (o.cutoff.value_or(1) > most_cutoff) {
    throw Error::usage(fmt::format("--cutoff is above {}", most_cutoff));
  }
  plan.shown = {static_cast<std::uint32_t>(o.cutoff.value_or(10)), o.relevant_only, {}};
  plan.words = words_of(o);
  if (o.study.study) {
    plan.assignment = assignment_options(o.study);
    plan.assignment.repeats =
        static_cast<std::uint32_t>(std::min<std::int64_t>(o.repeats.value_or(0), UINT32_MAX));
  }
  check_paths(line, o, plan);
  return plan;
}

// By the measures of the pools: read, or computed.
ScoreGroup scores_of(const Options& o, const Plan& plan, const EvaluationData& data,
                     std::span<const Run> runs, const CommandLine& line) {
  if (o.scores.empty()) {
    if (plan.measures.empty()) return {};
    Remarks remarks;
    ScoreGroup scores = score_runs(runs, data.scorer(plan.measures), remarks);
    say(remarks, line);
    return scores;
  }
  const std::vector<std::string> measures = measures_of(plan.sample.pools);
  ScoreTable table = read_scores(sources(o.scores));
  line.note(table.notes);
  rename_measures(table, measures);
  return make_groups(table, measures, MissingScores::error).at(0);
}

// Nobody sees a check a second time as another pair.
void require_other_pairs(const std::vector<ListPair>& checks, const std::vector<ListPair>& pairs,
                         const Options& o) {
  for (const ListPair& check : checks) {
    for (const ListPair& pair : pairs) {
      const bool same = std::minmax(check.run1, check.run2) == std::minmax(pair.run1, pair.run2);
      if (!same || check.topic != pair.topic) continue;
      throw Error(Location{display_name(*o.checks), check.line},
                  "the pair is also in " + display_name(*o.from), "leave it out there");
    }
  }
}

std::vector<ListPair> read_checks(const Options& o, const ShownLists& lists) {
  if (!o.checks) return {};
  return checks_to_show(read_list_pairs(*o.checks), lists, display_name(*o.checks));
}

std::vector<ListPair> sampled_pairs(const Options& o, const Plan& plan, const EvaluationData& data,
                                    std::span<const Run> runs, const ShownLists& lists,
                                    const std::vector<ListPair>& checks, const CommandLine& line) {
  const auto note_left_out = [&](std::uint64_t pairs) {
    if (pairs == 0) return;
    line.note(fmt::format("{} left out: both lists are the same, or one is empty",
                          count_of(pairs, "pair")));
  };
  if (o.from) {
    PairsToJudge judged = pairs_to_judge(read_list_pairs(*o.from), lists, display_name(*o.from));
    require_other_pairs(checks, judged.pairs, o);
    note_left_out(judged.nothing_to_judge);
    return std::move(judged.pairs);
  }
  SampleOptions options = plan.sample;
  options.taken = checks;
  PairSample sample = sample_pairs(lists, scores_of(o, plan, data, runs, line), options);
  line.warn(sample.warnings);
  note_left_out(sample.nothing_to_judge);
  if (!o.study.study) {
    line.note(fmt::format("{} of {} (seed {})", count_of(sample.pairs.size(), "pair"),
                          count_of(sample.topics, "topic"), plan.sample.seed));
  }
  return std::move(sample.pairs);
}

void write_pairs(const std::vector<ListPair>& pairs, OutputFile& output) {
  std::string text;
  for (const ListPair& pair : pairs) append_list_pair(text, pair);
  output.write(text);
}

Study study_of(const Options& o, const Plan& plan, const EvaluationData& data,
               const ShownLists& lists, const std::vector<ListPair>& pairs, std::size_t checks,
               const CommandLine& line) {
  StudyWords words = plan.words;
  read_words(o.study, words);
  const auto docnos = shown_docnos(pairs, lists);
  StudyTexts texts;
  texts.topics = data.judgments->topics;
  if (o.evaluation.judgments.probabilities) texts.topics = read_topic_captions(o.captions);
  texts.documents = read_text_captions(
      o.captions, line, [&](std::string_view docno) { return docnos.contains(docno); });
  AssignmentOptions assignment = plan.assignment;
  assignment.checks = static_cast<std::uint32_t>(checks);
  return preferences_study(pairs, lists, words, texts, assignment);
}

void run(const Options& o, const Plan& plan, const CommandLine& line) {
  const std::optional<std::string>& folder = o.study.study;
  if (folder) require_free_folder(*folder);
  OutputFiles files;
  OutputFile* output = o.output || !folder ? &files.open(o.output.value_or("-")) : nullptr;

  Remarks remarks;
  const EvaluationData data = read_evaluation(plan.evaluation.inputs, plan.measures, remarks);
  say(remarks, line);
  const std::vector<Run> runs =
      read_runs(plan.runs, plan.evaluation.order, plan.evaluation.on_duplicate);
  const std::span<const Run> judged = std::span(runs).first(runs.size() - plan.check_runs);
  ShownOptions shown = plan.shown;
  for (const Run& run : std::span(runs).last(plan.check_runs)) shown.whole.insert(run.name);
  const ShownLists lists(runs, data.judgments->adhoc, shown);
  const std::vector<ListPair> checks = read_checks(o, lists);
  const ShownLists drawn(judged, data.judgments->adhoc, plan.shown);
  auto pairs = sampled_pairs(o, plan, data, judged, drawn, checks, line);
  if (output != nullptr) write_pairs(pairs, *output);
  if (!folder) return files.close();
  pairs.insert(pairs.end(), checks.begin(), checks.end());
  const Study study = study_of(o, plan, data, lists, pairs, checks.size(), line);
  Warnings warnings;
  warn_of_missing_texts(study, warnings);
  line.warn(warnings);
  files.finish();
  NewStudyFolder made(*folder, study);
  note_study(line, *folder, study);
  made.publish();
  files.close();
}

}  // namespace

Work setup_judge_sample(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  const auto plan = std::make_shared<Plan>(plan_of(line, *options));
  return [options, plan, &line] { run(*options, *plan, line); };
}

}  // namespace subintent::internal
