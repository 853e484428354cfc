// Diversification: re-ranking a run so that its top covers more intents or repeats itself less.
#pragma once

#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/records.h"
#include "subintent/similarity.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

struct DiversificationMethod {
  std::string name;  // "mmr", "xquad", "pm2"
  std::string summary, source;
  bool uses_similarity = false;  // of documents; else intents
};

// The methods, with their formulas in docs/man/subintent-diversify.md.
std::vector<DiversificationMethod> diversification_methods();

// The options of `subintent diversify`.
const AnalysisRecord& diversify_record();

// Throws Error for values of them that do not go together.
void check_diversify(const AnalysisValues& values);

// How relevant a document is to an intent, as a retrieval system or a person says: a finite number.
struct IntentScore {
  std::string topic, intent, docno;
  double score = 0;
};

// Scores of documents for intents. Cheap to copy.
class IntentScores {
 public:
  IntentScores();  // of no document

  // Throws Error, naming `name` and the number of the score from 1, for a name that is empty, a
  // score that is not finite, and a document that an intent has twice.
  static IntentScores of(const std::vector<IntentScore>& scores, std::string name = "intents");

  // Adds a file: "topic intent docno score", qrels among them; the same as a JSON dict; or a run in
  // any format: of the intent called `intent`, or, if that is empty, of topics such as 20-5, whose
  // intent is what follows the last of the characters - . : and _. Throws Error, with file and
  // line, for other columns, a score that is not a finite number, a topic without an intent, and a
  // document that an intent has twice; a part of the file may be added then.
  void read(const Source& source, const std::string& intent = {});

 private:
  friend class Diversifier;
  struct Data;
  Shared<Data> data_;
};

struct DiversifierOptions {
  std::string method = "mmr";
  std::optional<Similarity> similarity = {};  // of the documents of the run: mmr needs it
  // xquad and pm2 need the scores of documents for intents, or hierarchies, whose intents are on
  // several layers with their own weights: then at most the scores beside them.
  std::optional<IntentScores> intents = {};
  std::optional<IntentSource> probabilities = {};  // of intents; none: uniform
  std::optional<std::vector<Hierarchy>> hierarchies = {};
  ScoreScale scale = ScoreScale::minmax;  // of the scores of the run and of intents
  std::size_t candidates = 100;           // documents of each list to re-rank, from 1
};

// Lambda is chosen for each topic by its mean score on other topics.
struct LambdaSearchOptions {
  std::string measure;  // of judgments, and of the similarity that re-ranks, of all documents
  std::vector<double> lambdas = {0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1};  // to try
  std::size_t folds = 5;   // that the judged topics are divided into at random; from 2
  std::uint64_t seed = 1;  // of that
  // For the estimate: how often topics are divided, from 1, and the confidence of its interval.
  std::size_t splits = 100;
  double alpha = 0.05;
  // Scores of the judged topics by a measure that is not known, which has any name: a list for each
  // lambda, and the last of the run as it is.
  std::vector<std::vector<double>> scores = {};
  bool lower_is_better = false;  // of these
};

// The lambda of a judged topic.
struct TopicLambda {
  std::string topic;
  std::size_t fold = 0;  // from 0
  double lambda = 0;     // the best on the topics of the other folds
  double score = 0;      // of the topic, re-ranked with it
};

// The worth of a lambda.
struct LambdaChoice {
  double lambda = 0;
  double mean = 0;   // of all judged topics
  double share = 0;  // of topics and splits where the other folds choose it
};

struct LambdaSearch {
  Run run;                          // each topic with its lambda; not judged ones with the best
  std::vector<TopicLambda> topics;  // judged, in label order
  std::string measure;
  double mean = 0;                 // of the scores of the topics
  double best = 0, best_mean = 0;  // the lambda that is best on all topics, and its mean
  double run_mean = 0;             // of the run as it is, not re-ranked
  // The estimate of the best lambda's score on other topics, and its interval, as `compare
  // selected` has them for the runs with each lambda: the best mean is too high, as lambda was
  // chosen for it.
  double estimate = 0, low = 0, high = 0;
  std::vector<LambdaChoice> lambdas;  // as they were given
  Warnings warnings, notes;           // of the judgments and the measure
};

// A run whose candidates are compared once, and re-ranked with any lambda. Cheap to copy; may be
// used by several threads at once.
class Diversifier {
 public:
  // Takes a run with scores (Run::read() keeps them if it is asked to). Warns of topics without
  // known intents, whose lists stay as they are, and of candidates without a representation or
  // unknown to intents. Throws Error where that is so for all topics or candidates, for a score
  // that is not from 0 to 1 with ScoreScale::none, intents without a probability, an unknown
  // method, options that it does not take or lacks, and hierarchies that could not be read from a
  // file.
  Diversifier(const Run& run, const DiversifierOptions& options);

  const Warnings& warnings() const;

  // The run, its name and tag with the method behind them, with the candidates of each list
  // re-ranked and the rest as it was. Throws Error (argument "lambda") for a number that is not
  // from 0 to 1.
  Run run(double lambda = 0.5) const;

  // Re-ranks each judged topic with the lambda that is best on the topics of other folds; of equal
  // ones, with the first. Topics are shuffled by the seed, and topic k of that order is in fold k
  // modulo `folds`. Throws the errors of Evaluator, and Error for fewer topics than folds or fewer
  // than two folds, for no lambdas or others (argument "lambdas"), for several measures or none
  // (argument "search"), and for values that make no sense (arguments "splits" and "alpha").
  LambdaSearch search(const Judgments& judgments, const LambdaSearchOptions& options) const;

 private:
  struct Data;
  Shared<const Data> data_;
};

}  // namespace subintent
