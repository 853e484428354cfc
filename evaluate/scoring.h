// What a measure makes of the judgments of a topic: scores of ranked lists, and where they come
// from.
#pragma once

#include <functional>
#include <memory>
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

// A copy shares the functions, which measures made of others hold several times.
class Scoring {
 public:
  // All that a measure must have is its score.
  template <typename Score>
  requires std::is_invocable_r_v<double, Score, Ranking> Scoring(Score score,
                                                                 PartsFunction parts = {},
                                                                 IdealFunction ideal = {})
      : functions_(std::make_shared<const Functions>(
            Functions{std::move(score), std::move(parts), std::move(ideal)})) {}

  double score(Ranking ranking) const { return functions_->score(ranking); }

  // Where the measure does not say: what each rank adds to the score of the list without it and
  // what is below it.
  ScoreParts parts(Ranking ranking) const;

  // Where the measure does not say: those of documents_by_nodes() of the layers that it sees.
  ScoreParts ideal(Layers layers, Ranking like) const;

 private:
  struct Functions {
    ScoreFunction score;
    PartsFunction parts;
    IdealFunction ideal;
  };

  std::shared_ptr<const Functions> functions_;
};

}  // namespace subintent::internal
