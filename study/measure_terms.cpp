#include "study/measure_terms.h"

#include <algorithm>
#include <string_view>

#include "evaluate/measure_table.h"

namespace subintent::internal {
namespace {

using Terms = std::vector<MeasureTerm>;

const MeasureRecord& record_of(std::string_view name) {
  return *std::ranges::find(measure_table(), name, &MeasureRecord::name);
}

// The measures of a node for itself that others are means of.
MeasureTerm of_nodes(NodeSum sum, std::string_view record, const Parameters& parameters) {
  MeasureTerm term;
  term.sum = sum;
  term.record = &record_of(record);
  term.weights = parameters.weights;
  term.interplay = Interplay::hurts;
  return term;
}

MeasureTerm of_gains(const GainMeasure& measure) {
  MeasureTerm term;
  term.gains = &measure;
  term.interplay = measure.interplay;
  term.normaliser = measure.normaliser;
  term.is_binary = measure.is_binary;
  return term;
}

Terms scaled(Terms terms, double weight) {
  for (MeasureTerm& term : terms) term.weight *= weight;
  return terms;
}

Terms joined(Terms terms, const Terms& more) {
  terms.insert(terms.end(), more.begin(), more.end());
  return terms;
}

// Recall of the nodes of all these layers.
Terms recall(const Parameters& parameters, std::size_t layers) {
  MeasureTerm term =
      of_nodes(parameters.given_cover ? NodeSum::unknown : NodeSum::mean, "I-rec", parameters);
  term.layers = layers;
  return {term};
}

Terms cascade(std::string_view name, const Parameters& parameters) {
  constexpr std::array normalised = {std::pair("alpha-nDCG", "alpha-DCG"),
                                     std::pair("nERR-IA", "ERR-IA"), std::pair("nNRBP", "NRBP")};
  for (const auto& [ratio, plain] : normalised) {
    if (name == ratio) return {of_nodes(NodeSum::novelty, plain, parameters)};
  }
  return {of_nodes(NodeSum::mean, name, parameters)};
}

Terms counting(const MeasureRecord& record, const Parameters& parameters) {
  const std::string_view name = record.name;
  if (name == "I-rec") return recall(parameters, 1);
  if (name == "P-IA" || name == "MAP-IA") {
    const GainMeasure& measure = gain_measure(name == "P-IA" ? "P" : "AP");
    MeasureTerm term = of_gains(measure);
    term.sum = NodeSum::mean;
    term.weights = NodeWeights::uniform;
    term.record = &record_of(measure.name);
    return {term};
  }
  MeasureTerm term;
  term.record = &record;
  if (name == "CP" || name == "Ef-P") {
    term.interplay = Interplay::none;
    term.is_navigational = name == "Ef-P";
    return {term};
  }
  if (name == "All-rec" || name == "MRecall") {
    term = of_nodes(NodeSum::covered, "I-rec", parameters);
    if (parameters.given_cover) term.sum = NodeSum::unknown;
    term.needs_all = name == "All-rec";
    if (name == "MRecall") term.weights = NodeWeights::uniform;
    return {term};
  }
  return {};
}

Terms flat(const MeasureRecord& record, const Parameters& parameters, std::size_t layers);

// A form of a traditional measure.
Terms form(const MeasureRecord& record, const Parameters& parameters, std::size_t layers) {
  const std::string_view name = record.name;
  const GainMeasure& measure = gain_measure(record.base);
  if (measure.interplay == Interplay::unknown || name.starts_with("P+Q")) return {};
  MeasureTerm term = of_gains(measure);
  if (record.family == family::intent_aware) {
    term.sum = NodeSum::weighted;
    term.record = &record_of(measure.name);
    return {term};
  }
  const std::size_t sharp = name.find("#-");
  if (sharp != std::string_view::npos) {
    const std::string kind(name.substr(0, sharp));
    const bool of_nodes = kind == "HD" || kind == "LAD";
    Terms terms = scaled(recall(parameters, of_nodes ? layers : 1), parameters.gamma);
    if (kind != "LAD") {
      const MeasureRecord& other = record_of(kind + std::string(name.substr(sharp + 1)));
      return joined(terms, scaled(flat(other, parameters, layers), 1 - parameters.gamma));
    }
    const std::vector<double> weights = parameters.layer_weights.of(layers);
    double whole = 0;
    for (const double weight : weights) whole += weight;
    for (std::size_t l = 0; l < layers && whole > 0; ++l) {
      Terms of_layer = flat(record_of("D" + std::string(name.substr(sharp + 1))), parameters, 1);
      for (MeasureTerm& one : of_layer) one.first_layer = l;
      terms = joined(terms, scaled(of_layer, (1 - parameters.gamma) * weights[l] / whole));
    }
    return terms;
  }
  term.record = &record;
  term.is_navigational = name.starts_with("DIN-");
  if (name.starts_with("HD-")) {
    term.layers = layers;
    term.of_layers = true;
  }
  return {term};
}

Terms flat(const MeasureRecord& record, const Parameters& parameters, std::size_t layers) {
  if (record.family == family::cascade) return cascade(record.name, parameters);
  if (record.family == family::counting) return counting(record, parameters);
  if (record.name == "N-rec") return recall(parameters, layers);
  if (record.base.empty()) return {};
  return form(record, parameters, layers);
}

}  // namespace

std::vector<MeasureTerm> terms_of(const Measure& measure, std::size_t layers) {
  const MeasureRecord& record = *measure.record;
  const Parameters& parameters = measure.parameters;
  if (record.of_groups || record.of_similarity || record.traits.by_judged ||
      record.traits.sees_pool) {
    return {};
  }
  if (!measure.layer_aware) return flat(record, parameters, layers);
  Terms terms;
  const std::vector<double> weights = parameters.layer_weights.of(layers);
  double whole = 0;
  for (const double weight : weights) whole += weight;
  for (std::size_t l = 0; l < layers; ++l) {
    Terms of_layer = flat(record, parameters, 1);
    for (MeasureTerm& term : of_layer) term.first_layer += l;
    terms = joined(terms, scaled(of_layer, whole > 0 ? weights[l] / whole : 0));
  }
  return terms;
}

}  // namespace subintent::internal
