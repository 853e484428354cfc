// A measure makes a scoring of the judgments of a topic: scores of ranked lists, and their parts.
#pragma once

#include <limits>

#include "evaluate/layer.h"

namespace subintent::internal {

// The parts that add up to a score.

enum class PartKind {
  gain,        // relevance: of a document, at a node
  recall,      // a node that is covered for the first time
  constant,    // what every list has: the 1/2 of (M + 1 - S) / 2
  redundancy,  // the similarity of a pair of documents; below 0
};

inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

// A part of the score of a ranked list. Layers and nodes are those that the measure sees.
struct ScorePart {
  PartKind kind = PartKind::gain;
  double amount = 0;
  std::uint32_t rank = 0;              // from 1; 0: of no document
  DocumentId document = not_relevant;  // at this rank
  std::uint32_t layer = 0;
  std::uint32_t node = no_node;  // of the layer; no_node: of none, or of all
  // If the part is of a pair: its other document, which is ranked higher, and w / sum of w.
  std::uint32_t other_rank = 0;
  DocumentId other = not_relevant;
  double weight = 0, similarity = 0;
  // The gain that the document would have had in addition if nothing with its node were above it.
  double lost = 0;
};
using ScoreParts = std::vector<ScorePart>;

double sum_of(const ScoreParts& parts);

// Appends parts, their amounts times `factor`.
void append_scaled(ScoreParts& parts, ScoreParts more, double factor);

// The first `count` documents, those of `like` first in its order, the others by docno.
std::vector<DocumentId> documents_like(std::size_t count, Ranking like);

// The documents that are relevant to some node, those of most nodes first; of equal ones as
// documents_like().
std::vector<DocumentId> documents_by_nodes(Layers layers, Ranking like);

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

// A score of no document or node, of which one part says all.
Scoring in_one_part(ScoreFunction score);

// The scoring of a topic to which the measure does not apply: scores of 0 that belong to no mean.
Scoring does_not_apply();

}  // namespace subintent::internal
