#include "evaluate/score_parts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "evaluate/scoring.h"

namespace subintent::internal {

double sum_of(const ScoreParts& parts) {
  double sum = 0;
  for (const ScorePart& part : parts) sum += part.amount;
  return sum;
}

void append_scaled(ScoreParts& parts, ScoreParts more, double factor) {
  for (ScorePart& part : more) {
    part.amount *= factor;
    part.lost *= factor;
    parts.push_back(part);
  }
}

std::vector<DocumentId> documents_by_nodes(Layers layers) {
  std::vector<std::size_t> nodes(layers.empty() ? 0 : layers[0].documents());
  std::vector<DocumentId> documents;
  for (std::size_t d = 0; d < nodes.size(); ++d) {
    const auto document = static_cast<DocumentId>(d);
    for (const Layer& layer : layers) nodes[d] += layer.grades(document).size();
    if (nodes[d] > 0) documents.push_back(document);
  }
  std::ranges::stable_sort(documents, std::greater<>(), [&](DocumentId document) {
    return nodes[static_cast<std::size_t>(document)];
  });
  return documents;
}

ScoreParts Scoring::parts(Ranking ranking) const {
  if (parts_) return parts_(ranking);
  std::vector<DocumentId> visible(ranking.size(), not_relevant);
  ScoreParts parts;
  double above = score_(visible);
  if (above != 0) parts.push_back({.kind = PartKind::constant, .amount = above});
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    visible[i] = ranking[i];
    const double score = ranking[i] < 0 ? above : score_(visible);
    if (score != above) {
      parts.push_back({.amount = score - above,
                       .rank = static_cast<std::uint32_t>(i + 1),
                       .document = ranking[i]});
    }
    above = score;
  }
  return parts;
}

ScoreParts Scoring::ideal(Layers layers) const {
  return ideal_ ? ideal_() : parts(documents_by_nodes(layers));
}

}  // namespace subintent::internal
