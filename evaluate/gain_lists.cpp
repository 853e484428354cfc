#include "evaluate/gain_lists.h"

#include <algorithm>
#include <functional>

#include "evaluate/ratio.h"

namespace subintent::internal {
namespace {

double global_gain(const Layer& layer, DocumentId document, Gain gain) {
  double sum = 0;
  for (const NodeGrade& node : layer.grades(document)) {
    sum += layer.nodes()[node.node].weight * gain.of(node.grade);
  }
  return sum;
}

double hierarchical_gain(Layers layers, std::span<const double> weights, DocumentId document,
                         Gain gain) {
  double sum = 0, whole = 0;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    sum += weights[l] * global_gain(layers[l], document, gain);
    whole += weights[l];
  }
  return ratio(sum, whole);
}

std::int32_t highest_grade(std::span<const NodeGrade> nodes) {
  std::int32_t highest = 0;
  for (const NodeGrade& node : nodes) highest = std::max(highest, node.grade);
  return highest;
}

// Hits with the gain that `gain_at` gives for a document.
template <typename GainAt>
std::vector<Hit> hits_of(Ranking ranking, std::uint32_t cutoff, GainAt gain_at) {
  std::vector<Hit> hits;
  const std::size_t depth = std::min<std::size_t>(cutoff, ranking.size());
  for (std::size_t i = 0; i < depth; ++i) {
    if (ranking[i] < 0) continue;
    const auto [gain, grade] = gain_at(ranking[i]);
    if (gain > 0) hits.push_back({static_cast<std::uint32_t>(i + 1), gain, grade});
  }
  return hits;
}

template <typename GainAt>
IdealGains ideal_of(std::size_t documents, GainAt gain_at) {
  IdealGains ideal;
  for (std::size_t d = 0; d < documents; ++d) {
    const auto [gain, grade] = gain_at(static_cast<DocumentId>(d));
    if (gain <= 0) continue;
    ideal.gains.push_back(gain);
    ideal.grades.push_back(grade);
  }
  std::sort(ideal.gains.begin(), ideal.gains.end(), std::greater<>());
  std::sort(ideal.grades.begin(), ideal.grades.end(), std::greater<>());
  return ideal;
}

struct GainAndGrade {
  double gain;
  std::int32_t grade;
};

}  // namespace

std::vector<Hit> global_hits(const Layer& layer, Ranking ranking, std::uint32_t cutoff, Gain gain,
                             bool navigational_once) {
  std::vector<char> seen(layer.nodes().size(), 0);
  return hits_of(ranking, cutoff, [&](DocumentId document) {
    GainAndGrade sum{0, highest_grade(layer.grades(document))};
    for (const NodeGrade& node : layer.grades(document)) {
      const LayerNode& intent = layer.nodes()[node.node];
      const bool again = seen[node.node] != 0 && intent.type == IntentType::navigational;
      if (!again || !navigational_once) sum.gain += intent.weight * gain.of(node.grade);
      seen[node.node] = 1;
    }
    return sum;
  });
}

IdealGains global_ideal(const Layer& layer, Gain gain) {
  return ideal_of(layer.documents(), [&](DocumentId document) {
    return GainAndGrade{global_gain(layer, document, gain), highest_grade(layer.grades(document))};
  });
}

std::vector<Hit> hierarchical_hits(Layers layers, std::span<const double> weights, Ranking ranking,
                                   std::uint32_t cutoff, Gain gain) {
  return hits_of(ranking, cutoff, [&](DocumentId document) {
    return GainAndGrade{hierarchical_gain(layers, weights, document, gain), 1};
  });
}

IdealGains hierarchical_ideal(Layers layers, std::span<const double> weights, Gain gain) {
  return ideal_of(layers.empty() ? 0 : layers[0].documents(), [&](DocumentId document) {
    return GainAndGrade{hierarchical_gain(layers, weights, document, gain), 1};
  });
}

std::vector<std::vector<Hit>> node_hits(const Layer& layer, Ranking ranking, std::uint32_t cutoff,
                                        Gain gain) {
  std::vector<std::vector<Hit>> hits(layer.nodes().size());
  const std::size_t depth = std::min<std::size_t>(cutoff, ranking.size());
  for (std::size_t i = 0; i < depth; ++i) {
    for (const NodeGrade& node : layer.grades(ranking[i])) {
      hits[node.node].push_back(
          {static_cast<std::uint32_t>(i + 1), gain.of(node.grade), node.grade});
    }
  }
  return hits;
}

std::vector<IdealGains> node_ideals(const Layer& layer, Gain gain) {
  std::vector<IdealGains> ideals(layer.nodes().size());
  for (std::size_t d = 0; d < layer.documents(); ++d) {
    for (const NodeGrade& node : layer.grades(static_cast<DocumentId>(d))) {
      ideals[node.node].gains.push_back(gain.of(node.grade));
      ideals[node.node].grades.push_back(node.grade);
    }
  }
  for (IdealGains& ideal : ideals) {
    std::sort(ideal.gains.begin(), ideal.gains.end(), std::greater<>());
    std::sort(ideal.grades.begin(), ideal.grades.end(), std::greater<>());
  }
  return ideals;
}

}  // namespace subintent::internal
