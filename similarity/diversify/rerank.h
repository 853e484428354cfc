// Re-ranking the lists of a run.
#pragma once

#include <unordered_map>

#include "core/base/strings.h"
#include "core/collection/run.h"
#include "core/collection/topics.h"
#include "hierarchy/hierarchy.h"
#include "similarity/diversify/diversifiers.h"
#include "similarity/similarity.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "subintent/values.h"

namespace subintent::internal {

// docno -> score; any finite number.
using DocumentScores = std::unordered_map<std::string, double, StringHash, std::equal_to<>>;

// topic -> intent -> its documents, in label order.
using IntentScores =
    std::map<std::string, std::map<std::string, DocumentScores, LabelLess>, LabelLess>;

// Adds a file to `scores`. Of four columns, "topic intent docno score", qrels among them; the same
// as a JSON dict; or a run in any format: of the intent called `intent`, or, if that is empty, of
// topics such as 20-5, whose intent is what follows the last of the characters - . : and _. Throws
// Error, with file and line, for other columns, a score that is not a finite number, a topic
// without an intent, and a document that an intent has twice.
void read_intent_scores(const Source& source, const std::string& intent, IntentScores& scores);

// Everything that is known beside the run. Must live as long as what is made from it.
struct RerankInputs {
  const DocumentSimilarity* similarity = nullptr;
  const IntentScores* intents = nullptr;
  const IntentTable* probabilities = nullptr;           // none: uniform
  const std::vector<Hierarchy>* hierarchies = nullptr;  // none: the intents are one layer
  ScoreScale scale = ScoreScale::minmax;
  std::size_t candidates = 100;  // documents of a list that are re-ranked
};

// Re-ranks all lists of a run that was read with its scores.
class Reranker {
 public:
  // Warns of topics of the run of which no intents are known, whose lists stay as they are; of
  // candidates without a representation; and where few candidates are known to intents.
  // Throws Error where that is so for all topics or candidates, for a score of an intent or of the
  // run that is not from 0 to 1 with ScoreScale::none, and for intents without a probability.
  Reranker(const Run& run, const Diversifier& diversifier, const RerankInputs& inputs,
           Warnings& warnings);

  // The new lists, in the order of the run's: the candidates as the diversifier orders them, and
  // the rest as it was.
  std::vector<RankedList> lists(double lambda) const;

 private:
  const Run& run_;
  const Diversifier& diversifier_;
  std::vector<Candidates> candidates_;  // by topic; none where the list stays
};

}  // namespace subintent::internal
