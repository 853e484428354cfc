#include "evaluate/measure_table.h"

#include "evaluate/parameters.h"

namespace subintent::internal {
namespace {

// The K of a measure that divides by it; the length of the list where there is no cutoff.
double depth(Ranking ranking, std::uint32_t cutoff) {
  return cutoff == no_cutoff ? static_cast<double>(ranking.size()) : static_cast<double>(cutoff);
}

// Ranks of the top K relevant to any node, over K [Clarke11 §3].
double combined_precision(const Layer& layer, Ranking ranking, const Parameters& parameters) {
  double count = 0;
  for (const DocumentId document : top_of(ranking, parameters.cutoff))
    count += layer.grades(document).empty() ? 0 : 1;
  return ratio(count, depth(ranking, parameters.cutoff));
}

// Combined precision, but a navigational intent counts only its first relevant document [Sakai12
// §4.2].
double effective_precision(const Layer& layer, Ranking ranking, const Parameters& parameters) {
  std::vector<char> seen(layer.nodes().size(), 0);
  double count = 0;
  for (const DocumentId document : top_of(ranking, parameters.cutoff)) {
    bool effective = false;
    for (const NodeGrade& node : layer.grades(document)) {
      const bool navigational = layer.nodes()[node.node].type == IntentType::navigational;
      effective |= !navigational || seen[node.node] == 0;
      seen[node.node] = 1;
    }
    count += effective ? 1 : 0;
  }
  return ratio(count, depth(ranking, parameters.cutoff));
}

// Mean over nodes of the precision at K, binary, every node the same [Clarke11 §2.1].
double precision_ia(const Layer& layer, Ranking ranking, const Parameters& parameters) {
  double count = 0;
  for (const DocumentId document : top_of(ranking, parameters.cutoff))
    count += static_cast<double>(layer.grades(document).size());
  return ratio(count,
               depth(ranking, parameters.cutoff) * static_cast<double>(layer.nodes().size()));
}

// Mean over nodes of the average precision, binary, every node the same [Clarke11 §2.1].
double map_ia(const Layer& layer, Ranking ranking, const Parameters& parameters) {
  const std::size_t nodes = layer.nodes().size();
  if (nodes == 0) return 0;
  std::vector<double> found(nodes, 0), precisions(nodes, 0);
  const Ranking list = top_of(ranking, parameters.cutoff);
  for (std::size_t i = 0; i < list.size(); ++i)
    for (const NodeGrade& node : layer.grades(list[i]))
      precisions[node.node] += ++found[node.node] / static_cast<double>(i + 1);
  double sum = 0;
  for (std::size_t node = 0; node < nodes; ++node)
    sum += ratio(precisions[node], layer.relevant_documents(node));
  return sum / static_cast<double>(nodes);
}

using CountingFunction = double (*)(const Layer&, Ranking, const Parameters&);

// A node's share, in any unit, of what a document counts, when `above` documents above it are
// relevant to the node.
using ShareFunction = double (*)(const Layer&, std::uint32_t node, double above);

// The amount that each rank counts, shared by its nodes.
ScoreParts shared_parts(const Layer& layer, Ranking ranking, const ScoreParts& ranks,
                        ShareFunction share) {
  std::vector<double> found(layer.nodes().size(), 0);
  ScoreParts parts;
  std::size_t seen = 0;  // ranks
  for (const ScorePart& rank : ranks) {
    for (; seen + 1 < rank.rank; ++seen)
      for (const NodeGrade& node : layer.grades(ranking[seen])) ++found[node.node];
    double whole = 0;
    const auto nodes = layer.grades(rank.document);
    for (const NodeGrade& node : nodes) whole += share(layer, node.node, found[node.node]);
    for (const NodeGrade& node : nodes) {
      ScorePart part = rank;
      part.node = node.node;
      part.amount *= share(layer, node.node, found[node.node]) / whole;
      if (part.amount != 0) parts.push_back(part);
    }
  }
  return parts;
}

using IdealMaker = ScoreParts (*)(const Layer&, Ranking like, const Parameters&,
                                  const PartsFunction& parts);

// The ideal of measures to which a document is worth the number of its nodes, or as much as any.
ScoreParts ideal_by_nodes(const Layer& layer, Ranking like, const Parameters&,
                          const PartsFunction& parts) {
  return parts(documents_by_nodes({&layer, 1}, like));
}

// The ideal of MAP-IA: every node has a list with its documents at the top.
ScoreParts ideal_of_each_node(const Layer& layer, Ranking like, const Parameters& parameters,
                              const PartsFunction&) {
  std::vector<std::uint32_t> ranks(layer.nodes().size(), 0);
  ScoreParts parts;
  for (const DocumentId document : documents_like(layer.documents(), like)) {
    for (const NodeGrade& node : layer.grades(document)) {
      if (++ranks[node.node] > parameters.cutoff) continue;
      const double documents = layer.relevant_documents(node.node);
      parts.push_back({.amount = 1 / documents / static_cast<double>(layer.nodes().size()),
                       .rank = ranks[node.node],
                       .document = document,
                       .node = node.node});
    }
  }
  return parts;
}

ScoreMaker of_layer(CountingFunction value, ShareFunction share, IdealMaker ideal_of = nullptr) {
  return [=](Layers layers, const Parameters& parameters, GreedyIdeals&) -> Scoring {
    const auto score = [&layer = layers[0], &parameters, value](Ranking ranking) {
      return value(layer, ranking, parameters);
    };
    const auto parts = [&layer = layers[0], by_rank = Scoring(score), share](Ranking ranking) {
      return shared_parts(layer, ranking, by_rank.parts(ranking), share);
    };
    if (ideal_of == nullptr) return {score, parts};
    const auto ideal = [=, &layer = layers[0], &parameters](Ranking like) {
      return ideal_of(layer, like, parameters, parts);
    };
    return {score, parts, ideal};
  };
}

MeasureRecord counting_record(std::string_view name, std::vector<std::string> other_names,
                              std::string_view formula, std::string_view source, ScoreMaker make) {
  return {.name = std::string(name),
          .other_names = std::move(other_names),
          .family = family::counting,
          .formula = std::string(formula),
          .source = source,
          .traits = {.may_be_layered = true},
          .make = std::move(make)};
}

double weight_of(const LayerNode& node, const Parameters& parameters) {
  if (node.dummy && !parameters.counts_dummies) return 0;
  if (parameters.weights == NodeWeights::uniform) return 1;
  if (parameters.weights == NodeWeights::vital) return node.is_vital ? 1 : 0;
  return node.weight;
}

// How far the top K covers each node of a layer, 0 to 1.
std::vector<double> covered_nodes(const Layer& layer, Ranking ranking,
                                  const Parameters& parameters) {
  const auto worth = [&](std::int32_t grade) {
    return parameters.graded_credit ? static_cast<double>(grade) / parameters.max_grade : 1.0;
  };
  std::vector<double> values(layer.nodes().size(), 0);
  if (parameters.given_cover && layer.cover() != nullptr) {
    const auto all = layer.cover()->covered(top_of(ranking, parameters.cutoff), worth);
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = all[layer.nodes()[n].cover];
    return values;
  }
  for (const DocumentId document : top_of(ranking, parameters.cutoff))
    for (const NodeGrade& node : layer.grades(document))
      values[node.node] = std::max(values[node.node], worth(node.grade));
  return values;
}

double whole_weight(Layers layers, const Parameters& parameters) {
  double whole = 0;
  for (const Layer& layer : layers)
    for (const LayerNode& node : layer.nodes()) whole += std::max(0.0, weight_of(node, parameters));
  return whole;
}

// The weight of covered nodes of all layers, over the weight of all nodes.
double covered_share(Layers layers, Ranking ranking, const Parameters& parameters) {
  double covered = 0;
  for (const Layer& layer : layers) {
    const std::vector<double> values = covered_nodes(layer, ranking, parameters);
    for (std::size_t n = 0; n < values.size(); ++n)
      covered += weight_of(layer.nodes()[n], parameters) * values[n];
  }
  return ratio(covered, whole_weight(layers, parameters));
}

Layer all_nodes(Layers layers, bool counts_dummies) {
  std::vector<LayerNode> nodes;
  std::vector<Layer::Entry> entries;
  const std::size_t documents = layers.empty() ? 0 : layers[0].documents();
  for (const Layer& layer : layers) {
    const auto first = static_cast<std::uint32_t>(nodes.size());
    nodes.insert(nodes.end(), layer.nodes().begin(), layer.nodes().end());
    for (std::size_t d = 0; d < documents; ++d) {
      for (const NodeGrade& node : layer.grades(static_cast<DocumentId>(d))) {
        if (layer.nodes()[node.node].dummy && !counts_dummies) continue;
        entries.push_back({static_cast<std::uint32_t>(d), first + node.node, node.grade});
      }
    }
  }
  return {documents, std::move(nodes), std::move(entries)};
}

// A part for every node at every rank that covers it further; most are covered at once.
ScoreParts recall_parts(Layers layers, Ranking ranking, const Parameters& parameters) {
  ScoreParts parts;
  const double whole = whole_weight(layers, parameters);
  for (std::uint32_t l = 0; l < layers.size(); ++l) {
    const Layer& layer = layers[l];
    std::vector<double> before(layer.nodes().size(), 0);
    for (std::size_t i = 0; i < top_of(ranking, parameters.cutoff).size(); ++i) {
      if (layer.grades(ranking[i]).empty()) continue;
      std::vector<double> now = covered_nodes(layer, ranking.first(i + 1), parameters);
      for (std::uint32_t n = 0; n < now.size(); ++n) {
        const double weight = weight_of(layer.nodes()[n], parameters);
        if (now[n] <= before[n] || weight == 0) continue;
        parts.push_back({.kind = PartKind::recall,
                         .amount = weight * (now[n] - before[n]) / whole,
                         .rank = static_cast<std::uint32_t>(i + 1),
                         .document = ranking[i],
                         .layer = l,
                         .node = n});
      }
      before = std::move(now);
    }
  }
  return parts;
}

// Ranks the documents: each time the first that covers most beside those above.
std::vector<DocumentId> most_covering(Ranking documents, const auto& covered, std::size_t count) {
  std::vector<DocumentId> list, left(documents.begin(), documents.end());
  while (list.size() < count && !left.empty()) {
    list.push_back(left[0]);
    std::size_t best = 0;
    double most = -1;
    for (std::size_t i = 0; i < left.size(); ++i) {
      list.back() = left[i];
      if (const double share = covered(list); share > most + 1e-12) {
        most = share;
        best = i;
      }
    }
    list.back() = left[best];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return list;
}

}  // namespace

// The ideal list covers as many new nodes at each rank as it can, and commits no penalty.
Scoring node_recall(Layers layers, const Parameters& parameters) {
  const auto score = [=, &parameters](Ranking ranking) {
    return covered_share(layers, ranking, parameters);
  };
  const auto parts = [=, &parameters](Ranking ranking) {
    return recall_parts(layers, ranking, parameters);
  };
  const auto ideal = [=, &parameters](Ranking) {
    const Layer nodes = all_nodes(layers, parameters.counts_dummies);
    GreedyIdeal list(nodes, 1, false);
    // Nodes may be covered otherwise than by any relevant document, all alike.
    const bool is_other = (parameters.graded_credit || parameters.given_cover ||
                           parameters.weights != NodeWeights::uniform) &&
                          list.size() > parameters.cutoff;
    const auto other = is_other ? most_covering(list.first(list.size()), score, parameters.cutoff)
                                : std::vector<DocumentId>();
    ScoreParts best = parts(is_other ? Ranking(other) : list.first(parameters.cutoff));
    std::erase_if(best, [](const ScorePart& part) { return part.amount < 0; });
    return best;
  };
  return {score, parts, ideal};
}

namespace {

// Whether all intents are covered [Min21 2, without the limit K].
Scoring full_recall(const Layer& layer, const Parameters& parameters) {
  const auto score = [=, &layer, &parameters](Ranking ranking) {
    const std::vector<double> covered = covered_nodes(layer, ranking, parameters);
    double found = 0, needed = 0;
    for (std::size_t n = 0; n < covered.size(); ++n) {
      if (weight_of(layer.nodes()[n], parameters) <= 0) continue;
      found += covered[n];
      ++needed;
    }
    return needed > 0 && found >= needed ? 1.0 : 0.0;
  };
  const auto parts = [score](Ranking ranking) -> ScoreParts {
    if (score(ranking) == 0) return {};
    return {{.kind = PartKind::constant, .amount = 1}};
  };
  const auto ideal = [=, &layer, &parameters](Ranking) {
    GreedyIdeal list(layer, 1, false);
    return parts(list.first(parameters.cutoff));
  };
  return {score, parts, ideal};
}

ParameterRecord weights_parameter() {
  return word_parameter<NodeWeights>("weights", &Parameters::weights,
                                     {{"uniform", NodeWeights::uniform},
                                      {"given", NodeWeights::given},
                                      {"vital", NodeWeights::vital}},
                                     "nodes count all the same, by P(i), or vital nuggets alone");
}

ParameterRecord credit_parameter() {
  return word_parameter<bool>("credit", &Parameters::graded_credit,
                              {{"binary", false}, {"graded", true}},
                              "a covered node counts 1, or its best grade / the highest grade");
}

}  // namespace

[[gnu::cold]] std::vector<MeasureRecord> counting_measures() {
  MeasureRecord recall = counting_record(
      "I-rec",
      {"strec", "StRecall", "I-recall", "Irec", "S-recall", "subtopic-recall", "intent-recall"},
      "intents with a relevant document in the top K / n", "Dou19 2.2",
      [](Layers layers, const Parameters& parameters, GreedyIdeals&) {
        return node_recall(layers.first(1), parameters);
      });
  recall.parameters = {weights_parameter(), credit_parameter(), cover_parameter(),
                       word_parameter<bool>("penalties", &Parameters::counts_penalties,
                                            {{"ignored", false}, {"counted", true}},
                                            "whether criteria of negative weight count in I-rec")};
  MeasureRecord all = counting_record(
      "All-rec", {"all-nugget", "AllNugget"},
      "1 where I-rec is 1, else 0: all intents are in the top K", "Min21 2, without the limit K",
      [](Layers layers, const Parameters& parameters, GreedyIdeals&) {
        return full_recall(layers[0], parameters);
      });
  all.parameters = {weights_parameter(), cover_parameter()};
  const auto same_share = [](const Layer&, std::uint32_t, double) { return 1.0; };
  const auto effective_share = [](const Layer& layer, std::uint32_t node, double above) {
    return layer.nodes()[node].type == IntentType::navigational && above > 0 ? 0.0 : 1.0;
  };
  const auto precision_share = [](const Layer& layer, std::uint32_t node, double above) {
    return (above + 1) / layer.relevant_documents(node);
  };
  return {
      recall,
      all,
      counting_record("CP", {}, "ranks of the top K relevant to any intent / K", "Clarke11 3",
                      of_layer(combined_precision, same_share, ideal_by_nodes)),
      counting_record("Ef-P", {},
                      "CP where a navigational intent counts at its first relevant document only",
                      "Sakai12 4.2", of_layer(effective_precision, effective_share)),
      counting_record("P-IA", {}, "mean over intents of P", "Clarke11 2.1",
                      of_layer(precision_ia, same_share, ideal_by_nodes)),
      counting_record("MAP-IA", {"AP_IA"}, "mean over intents of AP", "Clarke11 2.1",
                      of_layer(map_ia, precision_share, ideal_of_each_node)),
  };
}

ParameterRecord cover_parameter() {
  return word_parameter<bool>(
      "cover", &Parameters::given_cover, {{"any", false}, {"given", true}},
      "a node is covered by any of its documents, or as its AND or OR says of its children");
}

ParameterRecord dummies_parameter() {
  return word_parameter<bool>("dummies", &Parameters::counts_dummies,
                              {{"counted", true}, {"ignored", false}},
                              "whether dummy nodes count in N-rec");
}

MeasureRecord node_recall_measure() {
  return {.name = "N-rec",
          .family = family::hierarchical,
          .formula = "nodes with a relevant document in the top K / nodes",
          .source = "Dou19 2.3.2",
          .parameters = {weights_parameter(), credit_parameter(), cover_parameter(),
                         dummies_parameter()},
          .traits = {.needs_hierarchy = true},
          .make = [](Layers layers, const Parameters& parameters, GreedyIdeals&) {
            return node_recall(layers, parameters);
          }};
}

}  // namespace subintent::internal
