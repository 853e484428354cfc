// subintent diversify mmr|xquad|pm2 [options] RUN -o RUN
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/strings.h"
#include "collection/run_writer.h"
#include "collection/topics.h"
#include "diversify/rerank.h"
#include "evaluate/measure.h"
#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/options/evaluation.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/numbers.h"
#include "faces/cli/options/runs.h"
#include "faces/cli/options/similarity.h"
#include "hierarchy/hierarchy.h"
#include "io/output_file.h"
#include "io/table_cells.h"
#include "study/cross_validation.h"
#include "study/evaluation.h"

namespace subintent::internal {
namespace {

struct Options {
  std::vector<std::string> arguments, intents, qrels;
  SimilarityOptions similarity;
  std::optional<std::string> probabilities, hierarchy, tag, search, lambdas;
  double lambda = 0.5;
  std::optional<std::int64_t> candidates, depth, folds, seed;
  std::string scale = "minmax", order = "rank", output = "-";
};

void declare(CommandLine& line, Options& o) {
  line.summary("Re-ranks a run so that its top covers more intents or repeats itself less.");
  std::vector<ActionRecord> actions;
  for (const Diversifier& one : diversifiers()) {
    actions.push_back(
        {std::string(one.name), "RUN", fmt::format("{} [{}]", one.summary, one.source)});
  }
  line.actions(std::move(actions));
  line.inputs(&o.arguments, "mmr|xquad|pm2 RUN",
              "the method and the run to re-rank; - is standard input");
  line.example("diversify mmr --fingerprints fingerprints.tsv --lambda 0.7 bm25 -o mmr");
  line.example("diversify xquad --intents intent-scores.txt bm25 -o xquad");
  line.section("Documents and intents");
  line.goes_with({"mmr"});
  declare_similarity(
      line, o.similarity,
      {"fingerprints", "document vectors (may be repeated)", "dense vectors, NumPy or JSON lines",
       "the docnos of the rows of --dense, one per line",
       "similarity of fingerprints: estimated cosine (default) or 1 - H/64"});
  line.goes_with({"xquad", "pm2"});
  line.option(
      "intents", &o.intents, "[INTENT=]FILE",
      "scores of documents for intents: lines of topic, intent, docno, score; or a run of topics "
      "such as 20-5, or of one intent, INTENT=RUN (may be repeated)");
  line.option("probabilities", &o.probabilities, "FILE",
              "intent probabilities: topic intent probability (default: uniform)");
  line.option("hierarchy", &o.hierarchy, "FILE",
              "hierarchies: intents on several layers, with their weights");
  line.goes_with({});
  line.section("How the run is re-ranked");
  line.option("lambda", &o.lambda, "L",
              "mmr: weight of relevance; xquad: weight of the intents; pm2: weight of the intent "
              "whose turn it is (default: 0.5)");
  line.option("candidates", &o.candidates, "N", "documents to re-rank in each list (default: 100)");
  line.option("depth", &o.depth, "N", "documents of each list to write (default: all)");
  line.option("scale", &o.scale, "minmax|max|sum|none",
              "how the scores of a list become probabilities (default: minmax)");
  line.option("order", &o.order, choice(names_of(run_orders)), "order of the run (default: rank)");
  line.section("Search of lambda");
  line.option("search", &o.search, "MEASURE",
              "choose lambda for each topic by the mean of this measure on the other folds");
  line.option("qrels", &o.qrels, "Q",
              "diversity judgments for --search: topic intent docno grade (may be repeated)");
  line.option("lambdas", &o.lambdas, "L,...",
              "values to try, or FIRST:LAST:STEP (default: 0:1:0.1)");
  line.option("folds", &o.folds, "N", "folds that topics are divided into (default: 5)");
  line.option("seed", &o.seed, "N", "seed of the folds (default: 1)");
  line.section("Output");
  line.option("tag", &o.tag, "NAME", "column six (default: that of the run, and the method)");
  line.option("output,o", &o.output, "RUN", "where to write (default: standard output)");
}

ScoreScale scale_named(const std::string& name) {
  CommandLine::require_one_of("--scale", name, {"minmax", "max", "sum", "none"});
  return name == "minmax" ? ScoreScale::minmax
         : name == "max"  ? ScoreScale::max
         : name == "sum"  ? ScoreScale::sum
                          : ScoreScale::none;
}

// What the command line asks for.
struct Plan {
  const Diversifier* diversifier = nullptr;
  std::string run;
  RunOrder order = RunOrder::rank;
  SimilarityFiles similarity;
  std::vector<GivenRun> intents;
  RerankInputs settings;
  std::vector<double> lambdas;  // one, or those to search
  EvaluationInputs judged;
};

void refuse(bool given, const std::string& options, const std::string& where) {
  if (given) throw Error::usage(options + " can only be used with " + where);
}

const Diversifier& diversifier_of(const Options& o) {
  const std::string advice = "use " + listed(names_of(diversifiers()));
  if (o.arguments.empty()) throw Error::usage("no method given", advice);
  const Diversifier* const found = find_diversifier(o.arguments[0]);
  if (found == nullptr) {
    throw Error::usage("there is no method '" + printable(o.arguments[0]) + "'", advice);
  }
  if (o.arguments.size() != 2) throw Error::usage("give one run", "see subintent diversify --help");
  return *found;
}

void check_knowledge(const Options& o, const Plan& plan) {
  const std::vector<std::string> given = o.similarity.given();
  if (plan.diversifier->uses_similarity) {
    refuse(!o.intents.empty(), "--intents", "xquad and pm2");
    refuse(o.probabilities.has_value(), "--probabilities", "xquad and pm2");
    refuse(o.hierarchy.has_value(), "--hierarchy", "xquad and pm2");
    if (!plan.similarity.any()) {
      throw Error::usage("mmr needs similarities of documents",
                         "give --fingerprints, --vectors or --dense");
    }
    return;
  }
  if (!given.empty()) refuse(true, given[0], "mmr");
  if (o.intents.empty() && !o.hierarchy) {
    throw Error::usage(std::string(plan.diversifier->name) + " needs intents",
                       "give scores of documents for intents (--intents), or --hierarchy");
  }
  if (o.probabilities && o.hierarchy) {
    throw Error::usage("--probabilities and --hierarchy both give the weights of intents",
                       "give one");
  }
}

void check_search(const CommandLine& line, const Options& o, Plan& plan) {
  if (!(o.lambda >= 0 && o.lambda <= 1)) {
    throw Error::usage("--lambda must be from 0 to 1", "give for example 0.5");
  }
  plan.lambdas = {o.lambda};
  if (!o.search) {
    refuse(!o.qrels.empty(), "--qrels", "--search");
    refuse(o.lambdas.has_value(), "--lambdas", "--search");
    refuse(o.folds.has_value(), "--folds", "--search");
    refuse(o.seed.has_value(), "--seed", "--search");
    return;
  }
  if (o.qrels.empty()) throw Error::usage("--qrels is missing", "--search needs judgments");
  if (std::ranges::count(line.given(), "lambda") > 0) {
    throw Error::usage("--search chooses lambda itself",
                       "leave out --lambda; --lambdas gives the values to try");
  }
  plan.lambdas = ascending_numbers("lambdas", o.lambdas.value_or("0:1:0.1"), 0, 1);
  plan.judged.judgments.qrels = sources(o.qrels);
}

Plan plan_of(CommandLine& line, const Options& o) {
  Plan plan;
  plan.diversifier = &diversifier_of(o);
  plan.run = o.arguments[1];
  plan.order = run_order(o.order);
  plan.similarity = similarity_files(o.similarity);
  plan.settings.scale = scale_named(o.scale);
  plan.settings.candidates = static_cast<std::size_t>(o.candidates.value_or(100));
  check_knowledge(o, plan);
  check_search(line, o, plan);
  if (o.tag && !fits_blank_column(*o.tag)) {
    throw Error::usage("--tag is empty or contains blanks", "use one word");
  }
  if (o.tag && *o.tag != run_tag(*o.tag)) {
    throw Error::usage("--tag contains control characters", "use one word");
  }
  plan.intents = given_runs(o.intents);
  std::vector<std::string> inputs = plan.similarity.paths();
  inputs.push_back(plan.run);
  for (const auto& more : {paths_of(plan.intents), o.qrels}) {
    inputs.insert(inputs.end(), more.begin(), more.end());
  }
  for (const auto& path : {o.probabilities, o.hierarchy}) {
    if (path) inputs.push_back(*path);
  }
  line.check_files(inputs, {o.output});
  return plan;
}

// What is read of the files that the plan names.
struct Knowledge {
  std::optional<DocumentSimilarity> similarity;
  std::optional<IntentScores> intents;
  std::optional<IntentTable> probabilities;
  std::optional<std::vector<Hierarchy>> hierarchies;

  Knowledge(const Options& o, const Plan& plan, const Run& run) {
    if (plan.similarity.any()) {
      std::unordered_set<std::string_view> wanted;
      for (const RankedList& list : run.topics) {
        const std::size_t count = std::min(plan.settings.candidates, list.docnos.size());
        wanted.insert(list.docnos.begin(),
                      list.docnos.begin() + static_cast<std::ptrdiff_t>(count));
      }
      similarity = read_similarity(plan.similarity, wanted);
    }
    if (!plan.intents.empty()) {
      intents.emplace();
      for (const GivenRun& given : plan.intents) {
        read_intent_scores(given.path, given.name.value_or(""), *intents);
      }
    }
    if (o.probabilities) probabilities = read_probabilities(*o.probabilities);
    if (o.hierarchy) hierarchies = read_hierarchies(*o.hierarchy);
  }

  RerankInputs inputs(RerankInputs settings) const {
    if (similarity) settings.similarity = &*similarity;
    if (intents) settings.intents = &*intents;
    if (probabilities) settings.probabilities = &*probabilities;
    if (hierarchies) settings.hierarchies = &*hierarchies;
    return settings;
  }
};

// The run with the lists that its documents have at one lambda.
Run reranked(const Run& run, const Reranker& reranker, double lambda) {
  Run made = run;
  made.name = fmt::format("lambda={}", lambda);
  made.topics = reranker.lists(lambda);
  return made;
}

// The lists that --search chooses: of each judged topic that of the lambda which is best on the
// other folds; of others, that of the lambda which is best on all.
std::vector<RankedList> searched(const Options& o, const Plan& plan, const Run& run,
                                 const Reranker& reranker, const CommandLine& line) {
  std::vector<Measure> measures = parse_measures(*o.search, MeasureContext{});
  if (measures.size() != 1)
    throw Error::usage("--search takes one measure", "give the measure to choose lambda by");
  Remarks remarks;
  const EvaluationData data = read_evaluation(plan.judged, measures, remarks);
  say(remarks, line);
  const Scorer scorer = data.scorer(std::move(measures));
  std::vector<Run> runs;
  for (const double lambda : plan.lambdas) runs.push_back(reranked(run, reranker, lambda));
  const ScoreGroup scores = score_runs(runs, scorer);
  const ScoreMatrix& matrix = scores.measures.at(0);
  const CrossValidation found =
      cross_validated(matrix, static_cast<std::size_t>(o.folds.value_or(5)),
                      static_cast<std::uint64_t>(o.seed.value_or(1)));
  double mean = 0;
  for (std::size_t t = 0; t < matrix.topics; ++t) mean += matrix.at(t, found.chosen[t]);
  line.note(fmt::format(
      "{}: mean {:.4f} with lambda chosen on other folds; {:.4f} with {}, the best of all topics",
      matrix.measure, mean / static_cast<double>(matrix.topics), matrix.mean(found.best),
      plan.lambdas[found.best]));
  std::vector<RankedList> lists = runs[found.best].topics;
  for (std::size_t t = 0; t < matrix.topics; ++t) {
    const std::vector<const RankedList*> judged = scorer.lists(runs[found.chosen[t]]);
    if (judged[t] == nullptr) continue;
    for (RankedList& list : lists) {
      if (list.topic == judged[t]->topic) list = *judged[t];
    }
  }
  return lists;
}

void run(const CommandLine& line, const Options& o, const Plan& plan) {
  OutputFile output(o.output);
  const Run run = read_run(plan.run, plan.order, OnDuplicate::error, ListScores::kept);
  Warnings warnings;
  const Knowledge knowledge(o, plan, run);
  const Reranker reranker(run, *plan.diversifier, knowledge.inputs(plan.settings), warnings);
  line.warn(warnings);
  const std::vector<RankedList> lists =
      o.search ? searched(o, plan, run, reranker, line) : reranker.lists(o.lambda);
  const std::string name = run.tag.empty() ? run.name : run.tag;
  const std::string tag = o.tag.value_or(run_tag(name + "-" + std::string(plan.diversifier->name)));
  const auto depth = static_cast<std::size_t>(o.depth.value_or(INT64_MAX));
  std::string text;
  for (const RankedList& list : lists) {
    append_run_lines(text, list, depth, tag, run.file);
    output.write(text);
    text.clear();
  }
  output.close();
}

}  // namespace

Work setup_diversify(CommandLine& line) {
  auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  return [options, plan = plan_of(line, *options), &line] { run(line, *options, plan); };
}

}  // namespace subintent::internal
