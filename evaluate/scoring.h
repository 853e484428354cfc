// What a measure makes of the judgments of a topic: scores of ranked lists, and where they come
// from.
#pragma once

#include <functional>
#include <utility>

#include "evaluate/layer.h"
#include "evaluate/score_parts.h"

namespace subintent::internal {

// The score of a ranked list.
using ScoreFunction = std::function<double(Ranking)>;

// The parts that add up to it.
using PartsFunction = std::function<ScoreParts(Ranking)>;

// The parts of the ideal list: the one that the measure divides by, or that gets most. Where a
// measure is a sum over nodes or layers that have each an ideal list, those of all; a document may
// then be at several ranks. Of documents that are worth the same, those of `like` come first, in
// its order.
using IdealFunction = std::function<ScoreParts(Ranking like)>;

class Scoring {
 public:
  // All that a measure must have is its score.
  template <typename Score>
  requires std::is_invocable_r_v<double, Score, Ranking> Scoring(Score score,
                                                                 PartsFunction parts = {},
                                                                 IdealFunction ideal = {})
      : score_(std::move(score)), parts_(std::move(parts)), ideal_(std::move(ideal)) {}

  double score(Ranking ranking) const { return score_(ranking); }

  // Where the measure does not say: what each rank adds to the score of the list without it and
  // what is below it.
  ScoreParts parts(Ranking ranking) const;

  // Where the measure does not say: those of documents_by_nodes() of the layers that it sees.
  ScoreParts ideal(Layers layers, Ranking like) const;

 private:
  ScoreFunction score_;
  PartsFunction parts_;
  IdealFunction ideal_;
};

}  // namespace subintent::internal
