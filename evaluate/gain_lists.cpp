#include "evaluate/gain_measures.h"

namespace subintent::internal {
namespace {

double global_gain(const Layer& layer, std::span<const NodeGrade> grades, Gain gain) {
  double sum = 0;
  for (const NodeGrade& node : grades) sum += layer.nodes()[node.node].weight * gain.of(node.grade);
  return sum;
}

// `grades_of` gives the grades of the document in a layer.
template <typename GradesOf>
double hierarchical_gain(Layers layers, std::span<const double> weights, Gain gain,
                         GradesOf grades_of) {
  double sum = 0, whole = 0;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    sum += weights[l] * global_gain(layers[l], grades_of(layers[l]), gain);
    whole += weights[l];
  }
  return ratio(sum, whole);
}

std::int32_t highest_grade_of(std::span<const NodeGrade> nodes) {
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

// The gains of documents at the nodes of a layer, in the order of a list.
class NodeGainsInOrder {
 public:
  NodeGainsInOrder(const Layer& layer, Gain gain, bool navigational_once)
      : layer_(&layer),
        gain_(gain),
        navigational_once_(navigational_once),
        seen_(layer.nodes().size(), 0) {}

  // Calls use(node, gain) for each node where the next document gains.
  template <typename Use>
  void take(DocumentId document, Use use) {
    for (const NodeGrade& node : layer_->grades(document)) {
      const LayerNode& intent = layer_->nodes()[node.node];
      const bool again = seen_[node.node] != 0 && intent.type == IntentType::navigational;
      if (!again || !navigational_once_) use(node.node, intent.weight * gain_.of(node.grade));
      seen_[node.node] = 1;
    }
  }

 private:
  const Layer* layer_;
  Gain gain_;
  bool navigational_once_;
  std::vector<char> seen_;
};

}  // namespace

std::vector<Hit> global_hits(const Layer& layer, Ranking ranking, std::uint32_t cutoff, Gain gain,
                             bool navigational_once) {
  NodeGainsInOrder gains(layer, gain, navigational_once);
  return hits_of(ranking, cutoff, [&](DocumentId document) {
    GainAndGrade sum{0, highest_grade_of(layer.grades(document))};
    gains.take(document, [&](std::uint32_t, double of_node) { sum.gain += of_node; });
    return sum;
  });
}

std::vector<std::vector<GainShare>> global_shares(const Layer& layer, Ranking ranking,
                                                  std::span<const Hit> hits, Gain gain,
                                                  bool navigational_once) {
  NodeGainsInOrder gains(layer, gain, navigational_once);
  std::vector<std::vector<GainShare>> shares;
  std::size_t rank = 1;
  for (const Hit& hit : hits) {
    for (; rank < hit.rank; ++rank) gains.take(ranking[rank - 1], [](std::uint32_t, double) {});
    shares.emplace_back();
    gains.take(ranking[rank++ - 1], [&](std::uint32_t node, double of_node) {
      shares.back().push_back({0, node, of_node / hit.gain});
    });
  }
  return shares;
}

IdealGains global_ideal(const Layer& layer, Gain gain) {
  return ideal_of(layer.documents(), [&](DocumentId document) {
    const auto grades = layer.ideal_grades(document);
    return GainAndGrade{global_gain(layer, grades, gain), highest_grade_of(grades)};
  });
}

std::vector<Hit> hierarchical_hits(Layers layers, std::span<const double> weights, Ranking ranking,
                                   std::uint32_t cutoff, Gain gain) {
  return hits_of(ranking, cutoff, [&](DocumentId document) {
    const auto grades_of = [=](const Layer& layer) { return layer.grades(document); };
    return GainAndGrade{hierarchical_gain(layers, weights, gain, grades_of), 1};
  });
}

IdealGains hierarchical_ideal(Layers layers, std::span<const double> weights, Gain gain) {
  return ideal_of(layers.empty() ? 0 : layers[0].documents(), [&](DocumentId document) {
    const auto grades_of = [=](const Layer& layer) { return layer.ideal_grades(document); };
    return GainAndGrade{hierarchical_gain(layers, weights, gain, grades_of), 1};
  });
}

std::vector<std::vector<GainShare>> hierarchical_shares(Layers layers,
                                                        std::span<const double> weights,
                                                        Ranking ranking, std::span<const Hit> hits,
                                                        Gain gain) {
  double whole = 0;
  for (std::size_t l = 0; l < layers.size(); ++l) whole += weights[l];
  std::vector<std::vector<GainShare>> shares(hits.size());
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const DocumentId document = ranking[hits[i].rank - 1];
    for (std::uint32_t l = 0; l < layers.size(); ++l) {
      for (const NodeGrade& node : layers[l].grades(document)) {
        const double of_node =
            weights[l] * layers[l].nodes()[node.node].weight * gain.of(node.grade);
        shares[i].push_back({l, node.node, of_node / whole / hits[i].gain});
      }
    }
  }
  return shares;
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
    for (const NodeGrade& node : layer.ideal_grades(static_cast<DocumentId>(d))) {
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
