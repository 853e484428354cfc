#include "evaluate/measure_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "evaluate/counting_measures.h"
#include "evaluate/gain_measures.h"
#include "evaluate/ratio.h"

namespace subintent::internal {
namespace {

// The gains of a layer for itself: global gains GG = sum of P(i) g_i [SakaiSong11 §3.2], or on
// topic-level judgments those of the only node.
ScoreMaker by_layer(GainFunction value, bool navigational_once) {
  return [=](Layers layers, const Parameters& parameters, GreedyIdeals&) -> ScoreFunction {
    return [=, &layer = layers[0], &parameters,
            ideal = global_ideal(layers[0], parameters.gain)](Ranking ranking) {
      const auto hits =
          global_hits(layer, ranking, parameters.cutoff, parameters.gain, navigational_once);
      return value({hits, ranking.size(), ideal}, parameters);
    };
  };
}

ScoreMaker global(GainFunction value) {
  return by_layer(value, false);
}

// Navigational intents gain once [Sakai12 §3.1].
ScoreMaker navigational_once(GainFunction value) {
  return by_layer(value, true);
}

// M-IA: the sum over nodes of P(i) times the measure of the node's own gains [SakaiSong11 §3.2];
// P+Q has one for informational and one for navigational intents [Sakai12 §3.2].
ScoreMaker by_node(GainFunction informational, GainFunction navigational) {
  return [=](Layers layers, const Parameters& parameters, GreedyIdeals&) -> ScoreFunction {
    return [=, &layer = layers[0], &parameters,
            ideals = node_ideals(layers[0], parameters.gain)](Ranking ranking) {
      const auto hits = node_hits(layer, ranking, parameters.cutoff, parameters.gain);
      double sum = 0;
      for (std::size_t i = 0; i < hits.size(); ++i) {
        const LayerNode& node = layer.nodes()[i];
        const GainFunction value =
            node.type == IntentType::navigational ? navigational : informational;
        sum += node.weight * value({hits[i], ranking.size(), ideals[i]}, parameters);
      }
      return sum;
    };
  };
}

ScoreMaker intent_aware(GainFunction value) {
  return by_node(value, value);
}

ScoreMaker q_and_p_plus(GainFunction q) {
  return by_node(q, gain_measure("P+").value);
}

// Global gains summed over the layers [Dou19 §2.3.2].
ScoreMaker hierarchical(GainFunction value) {
  return [value](Layers layers, const Parameters& parameters, GreedyIdeals&) -> ScoreFunction {
    const std::vector<double> weights = parameters.layer_weights.of(layers.size());
    IdealGains ideal = hierarchical_ideal(layers, weights, parameters.gain);
    return [=, &parameters, ideal = std::move(ideal)](Ranking ranking) {
      const auto hits =
          hierarchical_hits(layers, weights, ranking, parameters.cutoff, parameters.gain);
      return value({hits, ranking.size(), ideal}, parameters);
    };
  };
}

// LAD: D-M of each layer.
ScoreMaker global_of_layers(GainFunction value) {
  return [make = global(value)](Layers layers, const Parameters& parameters, GreedyIdeals& ideals) {
    return layer_aware(make, layers, parameters, ideals);
  };
}

// The recall that a sharp measure mixes in.
enum class SharpRecall { none, intents, nodes };

// gamma recall + (1 - gamma) measure.
ScoreMaker sharp(SharpRecall recall, ScoreMaker make) {
  return [=, make = std::move(make)](Layers layers, const Parameters& parameters,
                                     GreedyIdeals& ideals) -> ScoreFunction {
    return [=, &parameters, score = make(layers, parameters, ideals)](Ranking ranking) {
      const double share = recall == SharpRecall::nodes
                               ? node_recall(layers, ranking, parameters)
                               : intent_recall(layers[0], ranking, parameters);
      return parameters.gamma * share + (1 - parameters.gamma) * score(ranking);
    };
  };
}

struct Form {
  std::string_view name, formula, source;  // {} stands for the measure
  std::string_view family;
  ScoreMaker (*by_gains)(GainFunction);
  SharpRecall recall = SharpRecall::none;
  bool needs_hierarchy = false, may_be_layered = true;
};

constexpr Form intent_aware_form = {.name = "{}-IA",
                                    .formula = "sum_i P(i) {}_i",
                                    .source = "SakaiSong11 3.2",
                                    .family = family::intent_aware,
                                    .by_gains = intent_aware};

constexpr std::array global_forms = {
    Form{"D-{}", "{} by the gains GG = sum_i P(i) g_i", "SakaiSong11 3.2", family::global, global},
    Form{"D#-{}", "gamma I-rec + (1-gamma) D-{}", "SakaiSong11 3.2", family::global, global,
         SharpRecall::intents},
    Form{"DIN-{}", "D-{} where a navigational intent gains once", "Sakai12 3.1",
         family::navigational, navigational_once},
    Form{"DIN#-{}", "gamma I-rec + (1-gamma) DIN-{}", "Sakai12 3.1", family::navigational,
         navigational_once, SharpRecall::intents},
    Form{"HD-{}", "{} by the gains HGG = sum over layers of w_l GG_l", "Dou19 2.3.2",
         family::hierarchical, hierarchical, SharpRecall::none, true, false},
    Form{"HD#-{}", "gamma N-rec + (1-gamma) HD-{}", "Dou19 2.3.2", family::hierarchical,
         hierarchical, SharpRecall::nodes, true, false},
    Form{"LAD#-{}", "gamma N-rec + (1-gamma) D-{}-LA", "Dou19 2.3.2", family::hierarchical,
         global_of_layers, SharpRecall::nodes, true},
};

// Of Q alone.
constexpr std::string_view mixed_formula =
    "sum_i P(i) M_i, M = Q for informational and P+ for navigational intents";
constexpr std::array mixed_forms = {
    Form{"P+{}", mixed_formula, "Sakai12 3.2", family::navigational, q_and_p_plus},
    Form{"P+{}#", "gamma I-rec + (1-gamma) P+Q", "Sakai12 3.2", family::navigational, q_and_p_plus,
         SharpRecall::intents},
};

// The parameters of a form: its own around those of the measure.
std::vector<ParameterRecord> parameters_of(const Form& form, const GainMeasure& measure) {
  std::vector<ParameterRecord> parameters;
  if (form.recall != SharpRecall::none) {
    parameters.push_back(number_parameter("gamma", &Parameters::gamma, 0, 1, "share of recall"));
  }
  parameters.insert(parameters.end(), measure.parameters.begin(), measure.parameters.end());
  if (form.needs_hierarchy) parameters.push_back(layers_parameter());
  if (form.recall == SharpRecall::nodes) parameters.push_back(dummies_parameter());
  return parameters;
}

MeasureRecord record_of(const GainMeasure& measure, const Form& form) {
  ScoreMaker make = form.by_gains(measure.value);
  if (form.recall != SharpRecall::none) make = sharp(form.recall, std::move(make));
  return {.name = fmt::format(fmt::runtime(form.name), measure.name),
          .family = form.family,
          .formula = fmt::format(fmt::runtime(form.formula), measure.name),
          .source = form.source,
          .parameters = parameters_of(form, measure),
          .traits = {.needs_hierarchy = form.needs_hierarchy,
                     .may_be_layered = form.may_be_layered,
                     .by_highest_grade = measure.by_highest_grade},
          .make = std::move(make),
          .base = measure.name};
}

// On topic-level judgments, a layer with one node.
MeasureRecord record_of(const GainMeasure& measure) {
  return {.name = std::string(measure.name),
          .other_names = measure.other_names,
          .family = family::traditional,
          .formula = std::string(measure.formula),
          .source = measure.source,
          .parameters = measure.parameters,
          .traits = {.on_topic = true, .by_highest_grade = measure.by_highest_grade},
          .make = global(measure.value),
          .base = measure.name};
}

}  // namespace

void add_traditional_measures(std::vector<MeasureRecord>& table) {
  for (const Form& form : mixed_forms) table.push_back(record_of(gain_measure("Q"), form));
  for (const GainMeasure& measure : gain_measures()) {
    table.push_back(record_of(measure));
    MeasureRecord by_intent = record_of(measure, intent_aware_form);
    const bool is_taken =
        std::ranges::find(table, by_intent.name, &MeasureRecord::name) != table.end();
    if (is_taken) by_intent.name += "(graded)";
    if (!is_taken || measure.by_grades) table.push_back(std::move(by_intent));
    if (measure.by_grades) continue;
    for (const Form& form : global_forms) table.push_back(record_of(measure, form));
  }
}

ScoreFunction layer_aware(const ScoreMaker& make, Layers layers, const Parameters& parameters,
                          GreedyIdeals& ideals) {
  std::vector<ScoreFunction> scores;
  for (const Layer& layer : layers) scores.push_back(make({&layer, 1}, parameters, ideals));
  return [weights = parameters.layer_weights.of(layers.size()),
          scores = std::move(scores)](Ranking ranking) {
    double sum = 0, whole = 0;
    for (std::size_t l = 0; l < scores.size(); ++l) {
      sum += weights[l] * scores[l](ranking);
      whole += weights[l];
    }
    return ratio(sum, whole);
  };
}

}  // namespace subintent::internal
