// A measure as a weighted sum of measures of single layers, whose bounds are found one by one.
#pragma once

#include <string>
#include <vector>

#include "evaluate/gain_measures.h"
#include "evaluate/measure.h"

namespace subintent::internal {

// How the nodes of a term make its value.
enum class NodeSum {
  whole,     // not one by one
  weighted,  // the sum of weight and value
  mean,      // the same over the weights of all nodes that have a relevant document
  novelty,   // the sum over that of the ideal list
  covered,   // whether enough nodes have a value
  unknown    // anything from 0 to 1
};

struct MeasureTerm {
  double weight = 1;
  NodeSum sum = NodeSum::whole;
  const MeasureRecord* record = nullptr;  // of a node, or of the whole
  std::size_t first_layer = 0, layers = 1;
  NodeWeights weights = NodeWeights::given;  // of nodes
  Interplay interplay = Interplay::unknown;
  Normaliser normaliser = Normaliser::none;
  bool is_binary = false;
  bool is_navigational = false;  // navigational intents gain once
  bool needs_all = false;        // NodeSum::covered: all nodes, not as many as K
  const GainMeasure* gains = nullptr;
  bool of_layers = false;  // gains are sums over the layers, by their weights
};

// Empty where the bounds of the measure are not known. `layers` are those that it sees.
std::vector<MeasureTerm> terms_of(const Measure& measure, std::size_t layers);

}  // namespace subintent::internal
