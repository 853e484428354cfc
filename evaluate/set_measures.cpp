#include "evaluate/set_measures.h"

#include <algorithm>

namespace subintent {
namespace {

Ranking top(Ranking ranking, std::uint32_t cutoff) {
  return ranking.first(std::min<std::size_t>(cutoff, ranking.size()));
}

// The K of a measure that divides by it; the length of the list where there is no cutoff.
double depth(Ranking ranking, std::uint32_t cutoff) {
  return cutoff == no_cutoff ? static_cast<double>(ranking.size()) : static_cast<double>(cutoff);
}

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

}  // namespace

std::size_t covered_nodes(const Layer& layer, Ranking ranking, std::uint32_t cutoff,
                          bool counts_dummies) {
  std::vector<char> seen(layer.nodes().size(), 0);
  std::size_t count = 0;
  for (const DocumentId document : top(ranking, cutoff)) {
    for (const NodeGrade& node : layer.grades(document)) {
      const bool counts = counts_dummies || !layer.nodes()[node.node].dummy;
      count += seen[node.node] == 0 && counts ? 1 : 0;
      seen[node.node] = 1;
    }
  }
  return count;
}

double intent_recall(const Layer& layer, Ranking ranking, std::uint32_t cutoff) {
  return ratio(static_cast<double>(covered_nodes(layer, ranking, cutoff)),
               static_cast<double>(layer.nodes().size()));
}

double combined_precision(const Layer& layer, Ranking ranking, std::uint32_t cutoff) {
  double count = 0;
  for (const DocumentId document : top(ranking, cutoff)) {
    count += layer.grades(document).empty() ? 0 : 1;
  }
  return ratio(count, depth(ranking, cutoff));
}

double effective_precision(const Layer& layer, Ranking ranking, std::uint32_t cutoff) {
  std::vector<char> seen(layer.nodes().size(), 0);
  double count = 0;
  for (const DocumentId document : top(ranking, cutoff)) {
    bool effective = false;
    for (const NodeGrade& node : layer.grades(document)) {
      const bool navigational = layer.nodes()[node.node].type == IntentType::navigational;
      effective |= !navigational || seen[node.node] == 0;
      seen[node.node] = 1;
    }
    count += effective ? 1 : 0;
  }
  return ratio(count, depth(ranking, cutoff));
}

double precision_ia(const Layer& layer, Ranking ranking, std::uint32_t cutoff) {
  double count = 0;
  for (const DocumentId document : top(ranking, cutoff)) {
    count += static_cast<double>(layer.grades(document).size());
  }
  return ratio(count, depth(ranking, cutoff) * static_cast<double>(layer.nodes().size()));
}

double map_ia(const Layer& layer, Ranking ranking, std::uint32_t cutoff) {
  const std::size_t nodes = layer.nodes().size();
  if (nodes == 0) return 0;
  std::vector<double> found(nodes, 0), precisions(nodes, 0);
  const Ranking list = top(ranking, cutoff);
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const NodeGrade& node : layer.grades(list[i])) {
      precisions[node.node] += ++found[node.node] / static_cast<double>(i + 1);
    }
  }
  double sum = 0;
  for (std::size_t node = 0; node < nodes; ++node)
    sum += precisions[node] / layer.relevant_documents(node);
  return sum / static_cast<double>(nodes);
}

}  // namespace subintent
