// A measure makes a scoring of the judgments of a topic: scores of ranked lists, and their parts.
#pragma once

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

  // Has the topic what the measure is about? Means leave out topics to which a measure does not
  // apply, whatever the list.
  bool applies() const { return functions_->applies; }

  // If the measure does not say so itself: what each rank adds to the score of the list without it
  // and what is below it.
  ScoreParts parts(Ranking ranking) const;

  // If the measure does not say so itself: the parts of documents_by_nodes() of the layers that it
  // sees.
  ScoreParts ideal(Layers layers, Ranking like) const;

 private:
  friend Scoring does_not_apply();

  struct Functions {
    ScoreFunction score;
    PartsFunction parts;
    IdealFunction ideal;
    bool applies = true;
  };

  explicit Scoring(Functions functions)
      : functions_(std::make_shared<const Functions>(std::move(functions))) {}

  std::shared_ptr<const Functions> functions_;
};

// Scores 0 for every list.
Scoring always_zero();

// The scoring of a topic to which the measure does not apply: scores of 0 that belong to no mean.
Scoring does_not_apply();

}  // namespace subintent::internal
