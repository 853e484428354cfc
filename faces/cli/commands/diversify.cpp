// subintent diversify mmr|xquad|pm2 [options] RUN -o RUN
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/strings.h"
#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/numbers.h"
#include "faces/cli/options/runs.h"
#include "faces/cli/options/similarity.h"
#include "io/output_file.h"
#include "io/table_cells.h"
#include "subintent/diversify.h"
#include "subintent/hierarchy.h"

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
  for (const DiversificationMethod& one : diversification_methods()) {
    actions.push_back({one.name, "RUN", fmt::format("{} [{}]", one.summary, one.source)});
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
  line.option("scale", &o.scale, choice(names_of(score_scales)),
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

// What the command line asks for.
struct Plan {
  bool uses_similarity = false;
  std::string run;
  RunOrder order = RunOrder::rank;
  SimilarityFiles similarity;
  std::vector<GivenRun> intents;
  DiversifierOptions settings;  // without what is read from files
  std::vector<double> lambdas;  // to search
};

void refuse(bool given, const std::string& options, const std::string& where) {
  if (given) throw Error::usage(options + " can only be used with " + where);
}

DiversificationMethod method_of(const Options& o) {
  const auto methods = diversification_methods();
  const std::string advice = "use " + listed(names_of(methods));
  if (o.arguments.empty()) throw Error::usage("no method given", advice);
  const auto found = std::ranges::find(methods, o.arguments[0], &DiversificationMethod::name);
  if (found == methods.end()) {
    throw Error::usage("there is no method '" + printable(o.arguments[0]) + "'", advice);
  }
  if (o.arguments.size() != 2) throw Error::usage("give one run", "see subintent diversify --help");
  return *found;
}

void check_knowledge(const Options& o, const Plan& plan) {
  const std::vector<std::string> given = o.similarity.given();
  if (plan.uses_similarity) {
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
    throw Error::usage(plan.settings.method + " needs intents",
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
}

Plan plan_of(CommandLine& line, const Options& o) {
  Plan plan;
  const DiversificationMethod method = method_of(o);
  plan.settings.method = method.name;
  plan.uses_similarity = method.uses_similarity;
  plan.run = o.arguments[1];
  plan.order = run_order(o.order);
  plan.similarity = similarity_files(o.similarity);
  plan.settings.scale = value_named("--scale", o.scale, score_scales);
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

using Docnos = std::unordered_set<std::string, StringHash, std::equal_to<>>;

// The first documents of the lists of a run, which are re-ranked.
Docnos candidates_of(const subintent::Run& run, std::size_t count) {
  Docnos candidates;
  for (RankedDocuments& list : run.cut(count).lists()) {
    std::ranges::move(list.docnos, std::inserter(candidates, candidates.end()));
  }
  return candidates;
}

DiversifierOptions read_options(const Options& o, const Plan& plan, const subintent::Run& run) {
  DiversifierOptions options = plan.settings;
  if (plan.similarity.any()) {
    const auto candidates = candidates_of(run, options.candidates);
    options.similarity = similarity_of(
        plan.similarity, [&](std::string_view docno) { return candidates.contains(docno); });
  }
  if (!plan.intents.empty()) {
    options.intents.emplace();
    for (const GivenRun& given : plan.intents) {
      options.intents->read(given.path, given.name.value_or(""));
    }
  }
  if (o.probabilities) options.probabilities = Source(*o.probabilities);
  if (o.hierarchy) options.hierarchies = read_hierarchies(*o.hierarchy);
  return options;
}

// "0.6, 0.4": by fold, the first one first.
std::string lambdas_by_fold(const LambdaSearch& found, std::size_t folds) {
  std::vector<double> lambdas(folds);
  for (const TopicLambda& topic : found.topics) lambdas[topic.fold] = topic.lambda;
  return fmt::format("{}", fmt::join(lambdas, ", "));
}

// The lists that --search chooses.
subintent::Run searched(const Options& o, const Plan& plan, const Diversifier& diversifier,
                        const CommandLine& line) {
  const auto judgments = subintent::Judgments::read({.qrels = sources(o.qrels)});
  line.warn(judgments.warnings());
  const LambdaSearchOptions options{*o.search, plan.lambdas,
                                    static_cast<std::size_t>(o.folds.value_or(5)),
                                    static_cast<std::uint64_t>(o.seed.value_or(1))};
  const LambdaSearch found = diversifier.search(judgments, options);
  line.warn(found.warnings);
  for (const std::string& note : found.notes) line.note(note);
  line.note(fmt::format(
      "{}: mean {:.4f} with lambda chosen on other folds; {:.4f} with {}, the best of all topics",
      found.measure, found.mean, found.best_mean, found.best));
  line.note(fmt::format("lambda by fold: {}; of {} values from {} to {}, {} folds by seed {}",
                        lambdas_by_fold(found, options.folds), plan.lambdas.size(),
                        plan.lambdas.front(), plan.lambdas.back(), options.folds, options.seed));
  return found.run;
}

void run(const CommandLine& line, const Options& o, const Plan& plan) {
  OutputFile output(o.output);
  const auto run = subintent::Run::read(plan.run, plan.order, OnDuplicate::error, true);
  const Diversifier diversifier(run, read_options(o, plan, run));
  line.warn(diversifier.warnings());
  const subintent::Run made =
      o.search ? searched(o, plan, diversifier, line) : diversifier.run(o.lambda);
  made.write([&](std::string_view text) { output.write(text); },
             o.tag.value_or(run_tag(made.tag())),
             static_cast<std::size_t>(o.depth.value_or(INT64_MAX)));
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
