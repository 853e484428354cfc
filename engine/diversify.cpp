#include "subintent/diversify.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "compare/analyses/analysis.h"
#include "compare/other_topics.h"
#include "compare/study/warnings.h"
#include "core/base/warning.h"
#include "engine/values.h"
#include "similarity/diversify/rerank.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent {
namespace {

std::vector<AnalysisOption> options_of_diversify() {
  using internal::choice_option, internal::record_option;
  using enum OptionKind;
  const auto scales = mapped<std::string>(score_scales, &Choice<ScoreScale>::name);
  return {
      record_option("lambda", number, "L",
                    "mmr: weight of relevance; xquad: weight of the intents; pm2: weight of the "
                    "intent whose turn it is",
                    "0.5", {0, 1}),
      record_option("candidates", whole, "N", "documents to re-rank in each list", "100", {1}),
      record_option("depth", whole, "N", "documents of each list to write (default: all)", "", {1}),
      choice_option("scale", scales, "how the scores of a list become probabilities", "minmax"),
      record_option("search", text, "MEASURE",
                    "choose lambda for each topic by the mean of this measure on the other folds"),
      record_option("lambdas", numbers, "L,...", "values to try, or FIRST:LAST:STEP", "0:1:0.1",
                    {0, 1}),
      record_option("folds", whole, "N", "folds that topics are divided into", "5", {2}),
      record_option("seed", whole, "N", "seed of the folds", "1"),
      record_option("splits", whole, "N", "divisions into folds that the estimate is a mean of",
                    "100", {1, 100'000}),
      record_option("tag", text, "NAME", "column six (default: that of the run, and the method)")};
}

void check_diversify_options(const DiversifierOptions& options,
                             const internal::Diversifier& method) {
  const auto refuse = [&](bool given, const std::string& argument) {
    refuse_if(
        given, argument,
        argument + ": only " + (method.uses_similarity ? "xquad or pm2" : "mmr") + " takes it",
        "leave it out");
  };
  if (method.uses_similarity) {
    refuse(options.intents.has_value(), "intents");
    refuse(options.probabilities.has_value(), "probabilities");
    refuse(options.hierarchies.has_value(), "hierarchies");
    return refuse_if(!options.similarity, "similarity",
                     "similarity: mmr needs similarities of documents");
  }
  refuse(options.similarity.has_value(), "similarity");
  refuse_if(!options.intents && !options.hierarchies, "intents",
            "intents: " + std::string(method.name) + " needs them",
            "give scores of documents for intents, or hierarchies");
  if (options.probabilities && options.hierarchies) {
    throw Error::usage("probabilities and hierarchies both give the weights of intents",
                       "give one");
  }
}

void check_lambda(double lambda, const std::string& argument) {
  refuse_if(!(lambda >= 0 && lambda <= 1), argument, argument + ": not from 0 to 1");
}

// Scores that are given, by lambda and of the run as it is.
internal::ScoreMatrix given_scores(const LambdaSearchOptions& options, std::size_t topics) {
  const std::size_t runs = options.lambdas.size();
  internal::ScoreMatrix matrix{options.measure, topics, runs, {}, options.lower_is_better};
  const auto is_short = [&](const auto& scores) { return scores.size() != topics; };
  refuse_if(options.scores.size() != runs + 1 || std::ranges::any_of(options.scores, is_short),
            "scores", "scores: not one for each lambda, the run, and topic");
  for (std::size_t topic = 0; topic < topics; ++topic)
    for (std::size_t run = 0; run < runs; ++run)
      matrix.values.push_back(options.scores[run][topic]);
  return matrix;
}

}  // namespace

const AnalysisRecord& diversify_record() {
  static const AnalysisRecord record = {
      "diversify",
      "diversify",
      "Re-ranks a run so that its top covers more intents or repeats itself less.",
      "",
      AnalysisNeed::scores,
      options_of_diversify(),
      {{"topics",
        "with a search, a row per judged topic",
        {{"topic", CellKind::text, "name"},
         {"fold", CellKind::whole, "from 0"},
         {"lambda", CellKind::number, "the best on the topics of the other folds"},
         {"score", CellKind::number, "of the topic, re-ranked with it"}}},
       {"lambdas",
        "with a search, a row per lambda",
        {{"lambda", CellKind::number, "value"},
         {"mean", CellKind::number, "of all judged topics"},
         {"share", CellKind::number, "of topics and splits where the other folds choose it"}}}}};
  return record;
}

void check_diversify(const AnalysisValues& values) {
  const bool searches = values.given("search");
  refuse_if(searches && values.given("lambda"), "search", "search chooses lambda itself",
            "leave out `lambda`; `lambdas` are the values to try");
  for (const char* name : {"lambdas", "folds", "seed", "splits"})
    refuse_if(!searches && values.given(name), name,
              fmt::format("{} can only be used with a search", name),
              "add `search`, or leave it out");
}

std::vector<DiversificationMethod> diversification_methods() {
  std::vector<DiversificationMethod> methods;
  for (const internal::Diversifier& one : internal::diversifiers()) {
    methods.push_back({std::string(one.name), std::string(one.summary), std::string(one.source),
                       one.uses_similarity});
  }
  return methods;
}

struct IntentScores::Data {
  internal::IntentScores scores;
};

IntentScores::IntentScores() : data_(std::make_shared<Data>()) {}

IntentScores IntentScores::of(const std::vector<IntentScore>& scores, std::string name) {
  internal::IntentScores by_topic;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto& [topic, intent, docno, score] = scores[i];
    const Location place{name, i + 1};
    if (topic.empty() || intent.empty() || docno.empty()) throw Error(place, "a name is empty");
    if (!std::isfinite(score))
      throw Error(place, "the score of " + printable(docno) + " is not a finite number");
    if (by_topic[topic][intent].emplace(docno, score).second) continue;
    throw Error(place,
                fmt::format("intent {} of topic {} has document {} twice", printable(intent),
                            printable(topic), printable(docno)),
                "remove one");
  }
  IntentScores all;
  all.data_->scores = std::move(by_topic);
  return all;
}

void IntentScores::read(const Source& source, const std::string& intent) {
  if (data_.use_count() > 1) data_ = std::make_shared<Data>(*data_);  // copies stay as they are
  internal::read_intent_scores(source, intent, data_->scores);
}

namespace {

// Many scores, but few values, all of them whole numbers?
bool are_grades(const internal::IntentScores& scores) {
  constexpr std::size_t least = 20, most = 6;
  std::size_t count = 0;
  std::set<double> values;
  for (const auto& [topic, intents] : scores)
    for (const auto& [intent, documents] : intents)
      for (const auto& [docno, score] : documents) {
        ++count;
        values.insert(score);
        if (internal::is_fraction(score) || values.size() > most) return false;
      }
  return count >= least;
}

}  // namespace

// The re-ranker refers to members above it.
struct Diversifier::Data {
  Data(const Run& given, const DiversifierOptions& options)
      : kept(given),
        run(internal::Inside::of(kept)),
        diversifier(method_named(options.method)),
        intents(options.intents),
        reranker(run, diversifier, inputs(options), warnings) {}

  static const internal::Diversifier& method_named(const std::string& name);
  internal::RerankInputs inputs(const DiversifierOptions& options);
  internal::Run reranked(double lambda) const;
  Run named(internal::Run unnamed) const;  // after the run and the method
  LambdaSearch searched(const internal::EvaluationData& data,
                        std::vector<internal::Measure> measures,
                        const LambdaSearchOptions& options) const;

  Run kept;
  const internal::Run& run;
  const internal::Diversifier& diversifier;
  std::shared_ptr<const internal::DocumentSimilarity> similarity;
  std::optional<IntentScores> intents;
  std::optional<internal::IntentTable> probabilities;
  std::optional<std::vector<Hierarchy>> hierarchies;
  Warnings warnings;
  internal::Reranker reranker;
};

const internal::Diversifier& Diversifier::Data::method_named(const std::string& name) {
  if (const internal::Diversifier* const found = internal::find_diversifier(name)) return *found;
  throw Error::argument("method", "method: unknown value '" + printable(name) + "'",
                        "use mmr, xquad or pm2");
}

internal::RerankInputs Diversifier::Data::inputs(const DiversifierOptions& options) {
  check_diversify_options(options, diversifier);
  refuse_if(options.candidates == 0, "candidates", "candidates: 0");
  if (std::ranges::any_of(run.topics, [](const auto& list) { return list.scores.empty(); })) {
    throw Error(Location{run.file, 0}, "has no scores, which re-ranking needs",
                "give documents with scores, or read the run with `keep_scores`");
  }
  internal::RerankInputs result;
  result.scale = options.scale;
  result.candidates = options.candidates;
  if (options.similarity) {
    similarity = internal::Inside::shared(*options.similarity);
    result.similarity = similarity.get();
  }
  if (intents) result.intents = &intents->data_->scores;
  if (intents && are_grades(*result.intents))
    internal::add_warning(
        warnings, "judgments-as-intents",
        "the scores of intents are grades: if they are judgments, the result has seen them",
        "evaluate it by others");
  if (options.probabilities) {
    probabilities = internal::intents_of(*options.probabilities, "probabilities");
    result.probabilities = &*probabilities;
  }
  if (options.hierarchies) {
    hierarchies = internal::checked(*options.hierarchies, "hierarchies");
    result.hierarchies = &*hierarchies;
  }
  return result;
}

internal::Run Diversifier::Data::reranked(double lambda) const {
  return {run.name,   run.file,  run.tag,   reranker.lists(lambda),
          run.counts, run.texts, run.order, run.metadata};
}

Run Diversifier::Data::named(internal::Run unnamed) const {
  const std::string method = "-" + std::string(diversifier.name);
  unnamed.tag = (run.tag.empty() ? run.name : run.tag) + method;
  unnamed.name = run.name + method;
  return internal::Inside::run(std::move(unnamed));
}

Diversifier::Diversifier(const Run& run, const DiversifierOptions& options)
    : data_(std::make_shared<const Data>(run, options)) {}

const Warnings& Diversifier::warnings() const {
  return data_->warnings;
}

Run Diversifier::run(double lambda) const {
  check_lambda(lambda, "lambda");
  return data_->named(data_->reranked(lambda));
}

LambdaSearch Diversifier::search(const Judgments& judgments,
                                 const LambdaSearchOptions& options) const {
  refuse_if(options.lambdas.empty(), "lambdas", "lambdas: none given");
  for (const double lambda : options.lambdas) check_lambda(lambda, "lambdas");
  refuse_if(options.splits == 0, "splits", "splits: 0");
  refuse_if(!(options.alpha > 0 && options.alpha < 1), "alpha", "alpha: not between 0 and 1");
  std::vector<internal::Measure> measures;
  internal::MeasureContext context;
  context.has_judgments = internal::Inside::of(judgments).has_any();
  context.has_similarity = data_->similarity != nullptr;
  if (options.scores.empty()) measures = internal::parse_measures(options.measure, context);
  refuse_if(measures.size() != 1 && options.scores.empty(), "search", "search takes one measure",
            "give the measure to choose lambda by");
  internal::EvaluationData data;
  data.judgments = internal::Inside::shared(judgments);
  data.similarity = data_->similarity;
  Remarks remarks;
  internal::check_evaluation(data, measures, "similarity", remarks);
  LambdaSearch found = data_->searched(data, std::move(measures), options);
  found.warnings = std::move(remarks.warnings);
  found.notes = std::move(remarks.notes);
  return found;
}

LambdaSearch Diversifier::Data::searched(const internal::EvaluationData& data,
                                         std::vector<internal::Measure> measures,
                                         const LambdaSearchOptions& options) const {
  const internal::Scorer scorer = data.scorer(std::move(measures));
  std::vector<internal::Run> runs;
  for (const double lambda : options.lambdas) {
    runs.push_back(reranked(lambda));
    runs.back().name = fmt::format("lambda={}", lambda);
  }
  internal::RunScores original = scorer.score(run);
  scorer.score_together({&original, 1});
  internal::ScoreGroup scores = internal::score_runs(runs, scorer);
  if (!options.scores.empty()) {
    scores.measures = {given_scores(options, scores.topics.size())};
    original.values = {options.scores.back()};
  }
  const internal::ScoreMatrix& matrix = scores.measures.at(0);
  const internal::CrossValidation validation =
      internal::cross_validated(matrix, options.folds, options.seed);
  const internal::Selection honest =
      internal::selected(matrix, {}, {options.folds, options.splits, options.seed, options.alpha});
  internal::Run chosen = runs[validation.best];
  std::vector<TopicLambda> topics;
  double sum = 0;
  for (std::size_t t = 0; t < matrix.topics; ++t) {
    const std::size_t best = validation.chosen[t];
    topics.push_back(
        {scores.topics[t], validation.folds[t], options.lambdas[best], matrix.at(t, best)});
    sum += matrix.at(t, best);
    const internal::RankedList* const judged = scorer.lists(runs[best])[t];
    if (judged == nullptr) continue;
    *std::ranges::find(chosen.topics, judged->topic, &internal::RankedList::topic) = *judged;
  }
  std::vector<LambdaChoice> lambdas;
  for (std::size_t i = 0; i < options.lambdas.size(); ++i)
    lambdas.push_back({options.lambdas[i], matrix.mean(i), honest.chosen[i]});
  return {named(std::move(chosen)),
          std::move(topics),
          matrix.measure,
          sum / static_cast<double>(matrix.topics),
          options.lambdas[validation.best],
          honest.mean,
          original.mean(0, false),
          honest.estimate,
          honest.low,
          honest.high,
          std::move(lambdas),
          {},
          {}};
}

}  // namespace subintent
