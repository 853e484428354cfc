#include "evaluate/measure_table.h"
#include "subintent/program.h"

namespace subintent::internal {

double sum_of(const ScoreParts& parts) {
  return total_of(parts, &ScorePart::amount);
}

void append_scaled(ScoreParts& parts, ScoreParts more, double factor) {
  for (ScorePart& part : more) {
    part.amount *= factor;
    part.lost *= factor;
    parts.push_back(part);
  }
}

std::vector<DocumentId> documents_like(std::size_t count, Ranking like) {
  std::vector<DocumentId> documents;
  std::vector<char> is_there(count, 0);
  const auto add = [&](DocumentId document) {
    if (document < 0 || std::exchange(is_there[static_cast<std::size_t>(document)], 1) != 0) return;
    documents.push_back(document);
  };
  for (const DocumentId document : like) add(document);
  for (std::size_t d = 0; d < count; ++d) add(static_cast<DocumentId>(d));
  return documents;
}

std::vector<DocumentId> documents_by_nodes(Layers layers, Ranking like) {
  const auto nodes = [&](DocumentId document) {
    return total_of(layers, [&](const Layer& layer) { return layer.grades(document).size(); });
  };
  auto documents = documents_like(layers.empty() ? 0 : layers[0].documents(), like);
  std::erase_if(documents, [&](DocumentId document) { return nodes(document) == 0; });
  std::ranges::stable_sort(documents, std::greater<>(), nodes);
  return documents;
}

Scoring always_zero() {
  return [](Ranking) { return 0.0; };
}

Scoring in_one_part(ScoreFunction score) {
  const auto parts = [score](Ranking ranking) -> ScoreParts {
    return {{.kind = PartKind::constant, .amount = score(ranking)}};
  };
  return {score, parts, [](Ranking) -> ScoreParts { return {}; }};
}

Scoring does_not_apply() {
  return Scoring(Scoring::Functions{[](Ranking) { return 0.0; }, {}, {}, false});
}

ScoreParts Scoring::parts(Ranking ranking) const {
  if (functions_->parts) return functions_->parts(ranking);
  std::vector<DocumentId> visible(ranking.size(), not_relevant);
  ScoreParts parts;
  double above = score(visible);
  if (above != 0) parts.push_back({.kind = PartKind::constant, .amount = above});
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    visible[i] = ranking[i];
    const double so_far = ranking[i] < 0 ? above : score(visible);
    if (so_far != above) {
      parts.push_back({.amount = so_far - above,
                       .rank = static_cast<std::uint32_t>(i + 1),
                       .document = ranking[i]});
    }
    above = so_far;
  }
  return parts;
}

ScoreParts Scoring::ideal(Layers layers, Ranking like) const {
  return functions_->ideal ? functions_->ideal(like) : parts(documents_by_nodes(layers, {}));
}

}  // namespace subintent::internal
