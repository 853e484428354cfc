// subintent diversify mmr|xquad|pm2 [options] RUN -o RUN
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "program/analysis_command.h"
#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/analysis.h"
#include "subintent/diversify.h"
#include "subintent/evaluate.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

struct DiversifyWords {
  CollectionArguments collection;  // how --texts are read
  std::vector<std::string> arguments, intents, qrels, texts;
  SimilarityOptions similarity;
  AnalysisArguments record;  // of diversify_record()
  std::optional<std::string> probabilities, hierarchy;
  std::string order = "rank", output = "-";

  // What they mean.
  DiversificationMethod method;
  SimilarityFiles similarity_from;
  DiversifierOptions settings;  // without what is read from files
  AnalysisValues values{std::vector<AnalysisOption>()};
};

void declare_diversify(CommandLine& line, DiversifyWords& o) {
  const std::vector<AnalysisOption>& options = diversify_record().options;
  line.summary(diversify_record().summary);
  std::vector<ActionRecord> actions;
  for (const DiversificationMethod& one : diversification_methods())
    actions.push_back({one.name, "RUN", fmt::format("{} [{}]", one.summary, one.source)});
  line.actions(std::move(actions));
  line.inputs(&o.arguments, "mmr|xquad|pm2 RUN",
              "the method and the run to re-rank; - is standard input");
  line.example("diversify mmr --fingerprints fingerprints.tsv --lambda 0.7 bm25 -o mmr");
  line.example("diversify xquad --intents intent-scores.txt bm25 -o xquad");
  line.section("Documents and intents");
  line.goes_with({"mmr"});
  declare_similarity(
      line, o.similarity,
      {"fingerprints", "document vectors (repeatable)", "dense vectors, NumPy or JSON lines"});
  line.option("texts", &o.texts, "INPUT",
              "documents, as make reads them, compared by the TF-IDF weights of their words "
              "(repeatable)");
  add_text_options(line, o.collection);
  line.goes_with({"xquad", "pm2"});
  line.option("intents", &o.intents, "[INTENT=]FILE",
              "scores of documents for intents, \"topic intent docno score\"; or a run of topics "
              "such as 20-5, or of one intent, INTENT=RUN (repeatable)");
  line.option("probabilities", &o.probabilities, "FILE",
              "intent probabilities: topic intent probability (default: uniform)");
  line.option("hierarchy", &o.hierarchy, "FILE",
              "hierarchies: intents on several layers, with their weights");
  line.goes_with({});
  line.section("How the run is re-ranked");
  declare_record_options(line, o.record, options, "lambda", "scale");
  line.option("order", &o.order, choice(names_of(run_orders)), "order of the run (default: rank)");
  line.section("Search of lambda");
  declare_record_options(line, o.record, options, "search", "search");
  line.option("qrels", &o.qrels, "Q",
              "judgments for --search, where its measure needs them (repeatable)");
  declare_record_options(line, o.record, options, "lambdas", "splits");
  line.section("Output");
  declare_record_options(line, o.record, options, "tag", "tag");
  line.option("output,o", &o.output, "RUN", "where to write (default: standard output)");
}

DiversificationMethod method_of(const DiversifyWords& o) {
  const auto methods = diversification_methods();
  const std::string advice = "use " + join(names_of(methods), ", ");
  if (o.arguments.empty()) throw Error::usage("no method given", advice);
  const auto found = std::ranges::find(methods, o.arguments[0], &DiversificationMethod::name);
  if (found == methods.end()) {
    const auto nearest = nearest_name(o.arguments[0], names_of(methods));
    throw Error::usage("there is no method '" + printable(o.arguments[0]) + "'",
                       nearest ? fmt::format("did you mean {}?", *nearest) : advice);
  }
  if (o.arguments.size() != 2) throw Error::usage("give one run", "see subintent diversify --help");
  return *found;
}

void check_knowledge(const CommandLine& line, const DiversifyWords& o) {
  const auto given = line.given_of({"fingerprints", "vectors", "dense", "docnos", "similarity",
                                    "texts", "html", "docno", "text"}),
             of_intents = line.given_of({"intents", "probabilities", "hierarchy"});
  if (o.method.uses_similarity) {
    if (!of_intents.empty())
      throw Error::usage(of_intents[0] + " can only be used with xquad and pm2");
    refuse_if(o.similarity_from.any() == !o.texts.empty(),
              o.texts.empty() ? "mmr needs similarities of documents"
                              : "--texts is given beside other similarities",
              "give one of --texts, --fingerprints, --vectors and --dense");
    check_texts(o.texts, o.collection);
    return;
  }
  if (!given.empty()) throw Error::usage(given[0] + " can only be used with mmr");
  refuse_if(o.intents.empty() && !o.hierarchy, o.method.name + " needs intents",
            "give scores of documents for intents (--intents), or --hierarchy");
  refuse_if(o.probabilities && o.hierarchy,
            "--probabilities and --hierarchy both give the weights of intents", "give one");
}

void check_diversify(CommandLine& line, DiversifyWords& o) {
  o.method = method_of(o);
  o.settings.method = o.method.name;
  value_named("--order", o.order, run_orders);  // or an error
  o.similarity_from = similarity_files(o.similarity);
  o.values = values_of(o.record, diversify_record().options);
  o.settings.scale = find_choice(score_scales, *o.values.text("scale"))->value;
  o.settings.candidates = static_cast<std::size_t>(*o.values.whole("candidates"));
  check_knowledge(line, o);
  subintent::check_diversify(o.values);
  refuse_if(!o.values.given("search") && !o.qrels.empty(),
            "--qrels can only be used with --search");
  const auto tag = o.values.text("tag");
  refuse_if(tag && !fits_blank_column(*tag), "--tag is empty or contains blanks", "use one word");
  refuse_if(tag && *tag != run_tag(*tag), "--tag contains control characters", "use one word");
  line.check_files(joined(o.similarity_from.paths(), o.arguments[1], given_runs(o.intents), o.qrels,
                          o.texts, o.probabilities, o.hierarchy),
                   {o.output});
}

constexpr std::size_t most_choices_shown = 5;

using Docnos = std::set<std::string, std::less<>>;

// The first documents of the lists of a run, which are re-ranked.
Docnos candidates_of(const subintent::Run& run, std::size_t count) {
  Docnos candidates;
  for (RankedDocuments& list : run.cut(count).lists())
    std::ranges::move(list.docnos, std::inserter(candidates, candidates.end()));
  return candidates;
}

// For a search, measures compare all documents, and those of ideal lists.
DiversifierOptions read_options(const DiversifyWords& o, const subintent::Run& run,
                                const std::optional<subintent::Judgments>& judgments,
                                const CommandLine& line) {
  DiversifierOptions options = o.settings;
  if (o.similarity_from.any() || !o.texts.empty()) {
    auto candidates = candidates_of(run, judgments ? all_documents : options.candidates);
    if (judgments) {
      for (const std::string& topic : judgments->topics())
        for (std::string& docno : judgments->relevant(topic)) candidates.insert(std::move(docno));
    }
    const auto is_one = [&](std::string_view docno) { return candidates.contains(docno); };
    options.similarity = o.texts.empty()
                             ? Similarity::read(o.similarity_from, is_one)
                             : similarity_of_texts(o.texts, o.collection, line, candidates);
  }
  if (!o.intents.empty()) {
    options.intents.emplace();
    for (const GivenRun& given : given_runs(o.intents))
      options.intents->read(given.path, given.name.value_or(""));
  }
  if (o.probabilities) options.probabilities = Source(*o.probabilities);
  if (o.hierarchy) options.hierarchies = read_hierarchies(*o.hierarchy);
  return options;
}

// By fold, the first one first.
std::vector<double> lambdas_by_fold(const LambdaSearch& search, std::size_t folds) {
  std::vector<double> lambdas(folds);
  for (const TopicLambda& topic : search.topics) lambdas[topic.fold] = topic.lambda;
  return lambdas;
}

// "0.6 72%, 0.4 28%": how often the other folds choose each lambda, the most frequent first.
std::string choices_text(const LambdaSearch& search) {
  std::vector<LambdaChoice> choices = search.lambdas;
  std::ranges::stable_sort(choices, std::greater(), &LambdaChoice::share);
  std::vector<std::string> texts;
  for (const LambdaChoice& one : choices) {
    if (one.share <= 0 || texts.size() == most_choices_shown) break;
    texts.push_back(fmt::format("{} {:.0f}%", one.lambda, 100 * one.share));
  }
  return join(texts, ", ");
}

void say(const LambdaSearch& search, const LambdaSearchOptions& options, const CommandLine& line) {
  line.note(search.notes);
  line.note(fmt::format(
      "{}: mean {:.4f} with lambda chosen on other folds; {:.4f} with {}, the best of all topics; "
      "{:.4f} of the run as it is",
      search.measure, search.mean, search.best_mean, search.best, search.run_mean));
  line.note(fmt::format("lambda by fold: {}; of {} values from {} to {}, {} folds by seed {}",
                        fmt::join(lambdas_by_fold(search, options.folds), ", "),
                        options.lambdas.size(), options.lambdas.front(), options.lambdas.back(),
                        options.folds, options.seed));
  line.note(fmt::format(
      "estimate of the best on other topics: {:.4f}, {:.4g}% interval {:.4f} to {:.4f}, optimism "
      "{:+.4f}; from {}, whose folds chose {}",
      search.estimate, 100 * (1 - options.alpha), search.low, search.high,
      search.best_mean - search.estimate, count_of(options.splits, "random split"),
      choices_text(search)));
}

// Writes what the search chose, for --provenance.
std::string json_of(const LambdaSearch& search, const LambdaSearchOptions& options) {
  std::vector<double> means, shares;
  for (const LambdaChoice& one : search.lambdas) {
    means.push_back(one.mean);
    shares.push_back(one.share);
  }
  return fmt::format(R"({{"measure": {}, "topics": {}, "folds": {}, "seed": {}, "splits": {}, )"
                     R"("lambda_by_fold": [{}], "mean": {}, "best_lambda": {}, "best_mean": {}, )"
                     R"("run_mean": {}, )"
                     R"("estimate": {}, "low": {}, "high": {}, "alpha": {}, )"
                     R"("lambdas": [{}], "means": [{}], "shares": [{}]}})",
                     json_string(search.measure), search.topics.size(), options.folds, options.seed,
                     options.splits, fmt::join(lambdas_by_fold(search, options.folds), ", "),
                     search.mean, search.best, search.best_mean, search.run_mean, search.estimate,
                     search.low, search.high, options.alpha, fmt::join(options.lambdas, ", "),
                     fmt::join(means, ", "), fmt::join(shares, ", "));
}

// The lists that --search chooses.
subintent::Run searched(const subintent::Judgments& judgments, const AnalysisValues& values,
                        const Diversifier& diversifier, CommandLine& line) {
  const LambdaSearchOptions options{*values.text("search"), values.numbers("lambdas"),
                                    static_cast<std::size_t>(*values.whole("folds")),
                                    *values.whole("seed"),
                                    static_cast<std::size_t>(*values.whole("splits"))};
  const LambdaSearch search = diversifier.search(judgments, options);
  line.warn(search.warnings);
  say(search, options, line);
  line.chose("search", json_of(search, options));
  return search.run;
}

void run_diversify(CommandLine& line, const DiversifyWords& o) {
  OutputFile output(o.output);
  const auto run = subintent::Run::read(o.arguments[1], value_named("--order", o.order, run_orders),
                                        OnDuplicate::error, true);
  std::optional<subintent::Judgments> judgments;
  if (o.values.given("search")) {
    EvaluationInputs inputs{JudgmentInputs{.qrels = sources(o.qrels)}};
    std::vector<AnyRun> runs = {run};
    take_topics(inputs, runs);
    judgments = subintent::Judgments::read(std::get<JudgmentInputs>(inputs.judgments));
    line.warn(judgments->warnings());
  }
  const Diversifier diversifier(run, read_options(o, run, judgments, line));
  line.warn(diversifier.warnings());
  const subintent::Run diversified = judgments ? searched(*judgments, o.values, diversifier, line)
                                               : diversifier.run(*o.values.number("lambda"));
  diversified.write([&](std::string_view text) { output.write(text); },
                    o.values.text("tag").value_or(run_tag(diversified.tag())),
                    static_cast<std::size_t>(o.values.whole("depth").value_or(INT64_MAX)));
  output.close();
}

}  // namespace

Work setup_diversify(CommandLine& line) {
  auto options = std::make_shared<DiversifyWords>();
  declare_diversify(line, *options);
  line.parse();
  check_diversify(line, *options);
  return [options, &line] { run_diversify(line, *options); };
}

}  // namespace subintent::internal
