#include "evaluate/counting_measures.h"

#include <algorithm>

#include "evaluate/ratio.h"

namespace subintent::internal {
namespace {

Ranking top(Ranking ranking, std::uint32_t cutoff) {
  return ranking.first(std::min<std::size_t>(cutoff, ranking.size()));
}

// The K of a measure that divides by it; the length of the list where there is no cutoff.
double depth(Ranking ranking, std::uint32_t cutoff) {
  return cutoff == no_cutoff ? static_cast<double>(ranking.size()) : static_cast<double>(cutoff);
}

// Nodes with a relevant document in the top K.
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

// Ranks of the top K relevant to any node, over K [Clarke11 §3].
double combined_precision(const Layer& layer, Ranking ranking, const Parameters& parameters) {
  double count = 0;
  for (const DocumentId document : top(ranking, parameters.cutoff)) {
    count += layer.grades(document).empty() ? 0 : 1;
  }
  return ratio(count, depth(ranking, parameters.cutoff));
}

// As combined precision, but a navigational intent counts only its first relevant document [Sakai12
// §4.2].
double effective_precision(const Layer& layer, Ranking ranking, const Parameters& parameters) {
  std::vector<char> seen(layer.nodes().size(), 0);
  double count = 0;
  for (const DocumentId document : top(ranking, parameters.cutoff)) {
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
  for (const DocumentId document : top(ranking, parameters.cutoff)) {
    count += static_cast<double>(layer.grades(document).size());
  }
  return ratio(count,
               depth(ranking, parameters.cutoff) * static_cast<double>(layer.nodes().size()));
}

// Mean over nodes of the average precision, binary, every node the same [Clarke11 §2.1].
double map_ia(const Layer& layer, Ranking ranking, const Parameters& parameters) {
  const std::size_t nodes = layer.nodes().size();
  if (nodes == 0) return 0;
  std::vector<double> found(nodes, 0), precisions(nodes, 0);
  const Ranking list = top(ranking, parameters.cutoff);
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (const NodeGrade& node : layer.grades(list[i])) {
      precisions[node.node] += ++found[node.node] / static_cast<double>(i + 1);
    }
  }
  double sum = 0;
  for (std::size_t node = 0; node < nodes; ++node) {
    sum += precisions[node] / layer.relevant_documents(node);
  }
  return sum / static_cast<double>(nodes);
}

using CountingFunction = double (*)(const Layer&, Ranking, const Parameters&);

ScoreMaker of_layer(CountingFunction value) {
  return [value](Layers layers, const Parameters& parameters, GreedyIdeals&) -> ScoreFunction {
    return [&layer = layers[0], &parameters, value](Ranking ranking) {
      return value(layer, ranking, parameters);
    };
  };
}

MeasureRecord record(std::string_view name, std::vector<std::string> other_names,
                     std::string_view formula, std::string_view source, CountingFunction value) {
  return {.name = std::string(name),
          .other_names = std::move(other_names),
          .family = family::counting,
          .formula = std::string(formula),
          .source = source,
          .traits = {.may_be_layered = true},
          .make = of_layer(value)};
}

}  // namespace

double intent_recall(const Layer& layer, Ranking ranking, const Parameters& parameters) {
  return ratio(static_cast<double>(covered_nodes(layer, ranking, parameters.cutoff, true)),
               static_cast<double>(layer.nodes().size()));
}

double node_recall(Layers layers, Ranking ranking, const Parameters& parameters) {
  const bool counts_dummies = parameters.counts_dummies;
  double covered = 0, nodes = 0;
  for (const Layer& layer : layers) {
    covered +=
        static_cast<double>(covered_nodes(layer, ranking, parameters.cutoff, counts_dummies));
    nodes += static_cast<double>(std::ranges::count_if(
        layer.nodes(), [&](const LayerNode& node) { return counts_dummies || !node.dummy; }));
  }
  return ratio(covered, nodes);
}

std::vector<MeasureRecord> counting_measures() {
  return {
      record(
          "I-rec",
          {"strec", "StRecall", "I-recall", "Irec", "S-recall", "subtopic-recall", "intent-recall"},
          "intents with a relevant document in the top K / n", "Dou19 2.2", intent_recall),
      record("CP", {}, "ranks of the top K relevant to any intent / K", "Clarke11 3",
             combined_precision),
      record("Ef-P", {},
             "CP where a navigational intent counts at its first relevant document only",
             "Sakai12 4.2", effective_precision),
      record("P-IA", {}, "mean over intents of P", "Clarke11 2.1", precision_ia),
      record("MAP-IA", {"AP_IA"}, "mean over intents of AP", "Clarke11 2.1", map_ia),
  };
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
          .parameters = {dummies_parameter()},
          .traits = {.needs_hierarchy = true},
          .make = [](Layers layers, const Parameters& parameters, GreedyIdeals&) -> ScoreFunction {
            return [layers, &parameters](Ranking ranking) {
              return node_recall(layers, ranking, parameters);
            };
          }};
}

}  // namespace subintent::internal
