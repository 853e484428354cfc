#include "evaluate/best_order.h"

#include <algorithm>
#include <set>
#include <utility>

namespace subintent::internal {

std::vector<DocumentId> with_first(Ranking first, Ranking documents) {
  std::vector<DocumentId> order(first.begin(), first.end());
  const std::set<DocumentId> placed(first.begin(), first.end());
  for (const DocumentId document : documents) {
    if (document < 0 || !placed.contains(document)) order.push_back(document);
  }
  return order;
}

std::vector<DocumentId> greedy_order(const ScoreFunction& score, Ranking documents,
                                     std::size_t depth) {
  std::vector<DocumentId> left(documents.begin(), documents.end()), order;
  std::stable_partition(left.begin(), left.end(),
                        [](DocumentId document) { return document >= 0; });
  while (order.size() < depth && !left.empty() && left.front() >= 0) {
    std::size_t best = 0;
    double highest = 0;
    for (std::size_t i = 0; i < left.size() && left[i] >= 0; ++i) {
      order.push_back(left[i]);
      const double reached = score(order);
      order.pop_back();
      if (i > 0 && reached <= highest) continue;
      best = i;
      highest = reached;
    }
    order.push_back(left[best]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return with_first(order, documents);
}

BestOrder best_among(const ScoreFunction& score, std::vector<std::vector<DocumentId>> orders,
                     double bound) {
  BestOrder best;
  double highest = 0;
  for (std::vector<DocumentId>& order : orders) {
    const double reached = score(order);
    if (&order != orders.data() && reached <= highest) continue;
    highest = reached;
    best.documents = std::move(order);
  }
  best.bound = std::max(bound, highest);
  return best;
}

double weighted_bound(double weight, double bound) {
  return weight == 0 ? 0 : weight * bound;
}

Scoring always_zero() {
  const auto best = [](Ranking documents) {
    return BestOrder{{documents.begin(), documents.end()}, 0};
  };
  return {[](Ranking) { return 0.0; }, {}, {}, best};
}

Scoring does_not_apply() {
  const auto best = [](Ranking documents) {
    return BestOrder{{documents.begin(), documents.end()}, 0};
  };
  return Scoring(Scoring::Functions{[](Ranking) { return 0.0; }, {}, {}, best, false});
}

BestOrder Scoring::best(Ranking documents, std::size_t depth) const {
  if (functions_->best) return functions_->best(documents);
  return {greedy_order(functions_->score, documents, depth)};
}

}  // namespace subintent::internal
