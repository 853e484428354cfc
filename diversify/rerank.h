// Re-ranking the lists of a run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/collection/run.h"
#include "core/collection/topics.h"
#include "diversify/diversifiers.h"
#include "diversify/intent_scores.h"
#include "hierarchy/hierarchy.h"
#include "similarity/similarity.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

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
