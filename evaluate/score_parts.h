// The parts that add up to a score.
#pragma once

#include <limits>

#include "evaluate/layer.h"

namespace subintent::internal {

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

}  // namespace subintent::internal
