#include "evaluate/measure_table.h"

#include <fmt/format.h>

#include <numeric>

#include "evaluate/gain_measures.h"
#include "evaluate/parameters.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct GainSource {
  std::function<std::vector<Hit>(Ranking)> hits;
  // The nodes that each hit owes its gain to.
  std::function<std::vector<std::vector<GainShare>>(Ranking, std::span<const Hit>)> shares;
};

// The amount that each hit adds to the value of those above it.
std::vector<double> amounts_of(GainFunction value, const GainList& list,
                               const Parameters& parameters) {
  std::vector<double> amounts;
  double above = 0;
  for (std::size_t i = 1; i <= list.hits.size(); ++i) {
    const double sum = value({list.hits.first(i), list.length, list.ideal}, parameters);
    amounts.push_back(sum - above);
    above = sum;
  }
  return amounts;
}

// The documents that gain, the best for the measure first; equal ones stay in their
// order.
std::vector<DocumentId> ideal_list(std::span<const DocumentId> documents,
                                   const GainMeasure& measure,
                                   const std::function<std::vector<Hit>(Ranking)>& hits) {
  std::vector<std::pair<double, DocumentId>> valued;
  for (const DocumentId& document : documents) {
    for (const Hit& hit : hits({&document, 1})) {
      valued.emplace_back(measure.is(GainMeasure::binary)   ? 1
                          : measure.is(GainMeasure::graded) ? hit.grade
                                                            : hit.gain,
                          document);
    }
  }
  std::ranges::stable_sort(valued, std::greater<>(), &std::pair<double, DocumentId>::first);
  return mapped(valued, &std::pair<double, DocumentId>::second);
}

// A traditional measure of the gains of a source.
struct GainScoring {
  const GainMeasure& measure;
  GainSource source;
  IdealGains ideal_gains;
  std::size_t documents;  // of the layers
  const Parameters& parameters;

  double score(Ranking ranking) const {
    const auto hits = source.hits(ranking);
    return measure.value({hits, ranking.size(), ideal_gains}, parameters);
  }

  ScoreParts parts(Ranking ranking) const {
    const auto hits = source.hits(ranking);
    const GainList list = {hits, ranking.size(), ideal_gains};
    const auto amounts = amounts_of(measure.value, list, parameters);
    const auto shares = source.shares(ranking, hits);
    ScoreParts result;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      for (const GainShare& share : shares[i]) {
        result.push_back({.amount = amounts[i] * share.share,
                          .rank = hits[i].rank,
                          .document = ranking[hits[i].rank - 1],
                          .layer = share.layer,
                          .node = share.node});
      }
    }
    return result;
  }

  ScoreParts ideal(Ranking like) const {
    return parts(ideal_list(documents_like(documents, like), measure, source.hits));
  }
};

// One is made for each topic and measure, so the three functions share their data: the first keeps
// it, and the others, which Scoring keeps as long, refer to it.
Scoring by_gains(const GainMeasure& measure, GainSource source, IdealGains ideal_gains,
                 std::size_t documents, const Parameters& parameters) {
  const auto result = std::make_shared<const GainScoring>(
      GainScoring{measure, std::move(source), std::move(ideal_gains), documents, parameters});
  return {[result](Ranking ranking) { return result->score(ranking); },
          [self = result.get()](Ranking ranking) { return self->parts(ranking); },
          [self = result.get()](Ranking like) { return self->ideal(like); }};
}

// The gains of a layer for itself: global gains GG = sum of P(i) g_i [SakaiSong11 §3.2], or on
// topic-level judgments those of the only node.
Scoring by_layer(const GainMeasure& measure, const Layer& layer, const Parameters& parameters,
                 bool navigational_once) {
  GainSource source = {
      [=, &layer, &parameters](Ranking ranking) {
        return global_hits(layer, ranking, parameters.cutoff, parameters.gain, navigational_once);
      },
      [=, &layer, &parameters](Ranking ranking, std::span<const Hit> hits) {
        return global_shares(layer, ranking, hits, parameters.gain, navigational_once);
      }};
  return by_gains(measure, std::move(source), global_ideal(layer, parameters.gain),
                  layer.documents(), parameters);
}

ScoreMaker global(const GainMeasure& measure) {
  return [&](Layers layers, const Parameters& parameters, GreedyIdeals&) {
    return by_layer(measure, layers[0], parameters, false);
  };
}

// Navigational intents gain once [Sakai12 §3.1], but in the ideal list.
ScoreMaker navigational_once(const GainMeasure& measure) {
  return [&](Layers layers, const Parameters& parameters, GreedyIdeals&) -> Scoring {
    const Scoring once = by_layer(measure, layers[0], parameters, true);
    const Scoring often = by_layer(measure, layers[0], parameters, false);
    return {[=](Ranking ranking) { return once.score(ranking); },
            [=](Ranking ranking) { return once.parts(ranking); },
            [=](Ranking like) { return often.ideal(layers, like); }};
  };
}

// The measures of the informational and the navigational nodes of a layer by the gains of each node
// for itself.
struct NodeMeasures {
  const GainMeasure& informational;
  const GainMeasure& navigational;
  const Layer& layer;
  std::vector<IdealGains> ideals;

  const GainMeasure& of(std::size_t node) const {
    return layer.nodes()[node].type == IntentType::navigational ? navigational : informational;
  }

  double score(Ranking ranking, const Parameters& parameters) const {
    const auto hits = node_hits(layer, ranking, parameters.cutoff, parameters.gain);
    double sum = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      sum +=
          layer.nodes()[i].weight * of(i).value({hits[i], ranking.size(), ideals[i]}, parameters);
    }
    return sum;
  }

  void append_parts(std::size_t node, std::span<const Hit> hits, Ranking ranking,
                    const Parameters& parameters, ScoreParts& parts) const {
    const double weight = layer.nodes()[node].weight;
    const GainList list = {hits, ranking.size(), ideals[node]};
    const auto amounts = amounts_of(of(node).value, list, parameters);
    for (std::size_t i = 0; i < hits.size(); ++i) {
      parts.push_back({.amount = weight * amounts[i],
                       .rank = hits[i].rank,
                       .document = ranking[hits[i].rank - 1],
                       .node = static_cast<std::uint32_t>(node)});
    }
  }

  ScoreParts parts(Ranking ranking, const Parameters& parameters) const {
    const auto hits = node_hits(layer, ranking, parameters.cutoff, parameters.gain);
    ScoreParts parts;
    for (std::size_t node = 0; node < hits.size(); ++node)
      append_parts(node, hits[node], ranking, parameters, parts);
    return parts;
  }

  ScoreParts ideal(Ranking like, const Parameters& parameters) const {
    const auto documents = documents_like(layer.documents(), like);
    ScoreParts parts;
    for (std::size_t node = 0; node < ideals.size(); ++node) {
      const auto hits_of = [&](Ranking ranking) {
        return node_hits(layer, ranking, parameters.cutoff, parameters.gain)[node];
      };
      const auto list = ideal_list(documents, of(node), hits_of);
      append_parts(node, hits_of(list), list, parameters, parts);
    }
    return parts;
  }
};

// M-IA: the sum over nodes of P(i) times the measure of the node's own gains [SakaiSong11 §3.2];
// P+Q has one for informational and one for navigational intents [Sakai12 §3.2].
ScoreMaker by_node(const GainMeasure& informational, const GainMeasure& navigational) {
  return [&](Layers layers, const Parameters& parameters, GreedyIdeals&) -> Scoring {
    const auto nodes = std::make_shared<const NodeMeasures>(NodeMeasures{
        informational, navigational, layers[0], node_ideals(layers[0], parameters.gain)});
    return {[=, &parameters](Ranking ranking) { return nodes->score(ranking, parameters); },
            [=, &parameters](Ranking ranking) { return nodes->parts(ranking, parameters); },
            [=, &parameters](Ranking like) { return nodes->ideal(like, parameters); }};
  };
}

// Global gains summed over the layers [Dou19 §2.3.2].
ScoreMaker hierarchical(const GainMeasure& measure) {
  return [&](Layers layers, const Parameters& parameters, GreedyIdeals&) {
    const std::vector<double> weights = parameters.layer_weights.of(layers.size());
    const GainSource source = {
        [=, &parameters](Ranking ranking) {
          return hierarchical_hits(layers, weights, ranking, parameters.cutoff, parameters.gain);
        },
        [=, &parameters](Ranking ranking, std::span<const Hit> hits) {
          return hierarchical_shares(layers, weights, ranking, hits, parameters.gain);
        }};
    return by_gains(measure, source, hierarchical_ideal(layers, weights, parameters.gain),
                    layers[0].documents(), parameters);
  };
}

// LAD: D-M of each layer.
ScoreMaker global_of_layers(const GainMeasure& measure) {
  return
      [make = global(measure)](Layers layers, const Parameters& parameters, GreedyIdeals& ideals) {
        return layer_aware(make, layers, parameters, ideals);
      };
}

// The recall that a sharp measure mixes in.
enum class SharpRecall { none, intents, nodes };

// gamma recall + (1 - gamma) measure.
ScoreMaker sharp(SharpRecall kind, ScoreMaker make) {
  return [=, make = std::move(make)](Layers layers, const Parameters& parameters,
                                     GreedyIdeals& ideals) -> Scoring {
    const Scoring recall =
        node_recall(kind == SharpRecall::nodes ? layers : layers.first(1), parameters);
    const Scoring measure = make(layers, parameters, ideals);
    const auto mix = [&parameters](ScoreParts of_recall, ScoreParts of_measure) {
      ScoreParts parts;
      append_scaled(parts, std::move(of_recall), parameters.gamma);
      append_scaled(parts, std::move(of_measure), 1 - parameters.gamma);
      return parts;
    };
    const auto score = [=, &parameters](Ranking ranking) {
      return parameters.gamma * recall.score(ranking) +
             (1 - parameters.gamma) * measure.score(ranking);
    };
    return {
        score, [=](Ranking ranking) { return mix(recall.parts(ranking), measure.parts(ranking)); },
        [=](Ranking like) { return mix(recall.ideal(layers, like), measure.ideal(layers, like)); }};
  };
}

struct Form {
  std::string_view name, formula, source;  // {} stands for the measure
  std::string_view family;
  ScoreMaker (*make)(const GainMeasure&);
  SharpRecall recall = SharpRecall::none;
  bool needs_hierarchy = false, may_be_layered = true;
};

constexpr Form intent_aware_form = {.name = "{}-IA",
                                    .formula = "sum_i P(i) {}_i",
                                    .source = "SakaiSong11 3.2",
                                    .family = family::intent_aware,
                                    .make = [](const GainMeasure& m) { return by_node(m, m); }};

constexpr Form global_forms[] = {
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

ScoreMaker q_and_p_plus(const GainMeasure& q) {
  return by_node(q, gain_measure("P+"));
}

// The formula of Q alone.
constexpr std::string_view mixed_formula =
    "sum_i P(i) M_i, M = Q for informational and P+ for navigational intents";
constexpr Form mixed_forms[] = {
    Form{"P+{}", mixed_formula, "Sakai12 3.2", family::navigational, q_and_p_plus},
    Form{"P+{}#", "gamma I-rec + (1-gamma) P+Q", "Sakai12 3.2", family::navigational, q_and_p_plus,
         SharpRecall::intents},
};

// The parameters of a form: its own around those of the measure.
std::vector<ParameterRecord> parameters_of(const Form& form, const GainMeasure& measure) {
  std::vector<ParameterRecord> parameters;
  if (form.recall != SharpRecall::none)
    parameters.push_back(number_parameter("gamma", &Parameters::gamma, 0, 1, "share of recall"));
  parameters.insert(parameters.end(), measure.parameters.begin(), measure.parameters.end());
  if (form.needs_hierarchy) parameters.push_back(layers_parameter());
  if (form.recall != SharpRecall::none) parameters.push_back(cover_parameter());
  if (form.recall == SharpRecall::nodes) parameters.push_back(dummies_parameter());
  return parameters;
}

MeasureRecord record_of(const GainMeasure& measure, const Form& form) {
  ScoreMaker make = form.make(measure);
  if (form.recall != SharpRecall::none) make = sharp(form.recall, std::move(make));
  return {.name = fmt::format(fmt::runtime(form.name), measure.name),
          .family = form.family,
          .formula = fmt::format(fmt::runtime(form.formula), measure.name),
          .source = form.source,
          .parameters = parameters_of(form, measure),
          .traits = {.needs_hierarchy = form.needs_hierarchy,
                     .may_be_layered = form.may_be_layered,
                     .by_highest_grade = measure.is(GainMeasure::to_highest)},
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
          .at = measure.at,
          .traits = {.on_topic = true,
                     .by_highest_grade = measure.is(GainMeasure::to_highest),
                     .scales_grades = measure.is(GainMeasure::scaled)},
          .make = global(measure),
          .base = measure.name};
}

}  // namespace

void add_traditional_measures(std::vector<MeasureRecord>& table) {
  for (const Form& form : mixed_forms) table.push_back(record_of(gain_measure("Q"), form));
  for (const GainMeasure& measure : gain_measures()) {
    table.push_back(record_of(measure));
    if (measure.is(GainMeasure::by_intent)) {
      MeasureRecord by_intent = record_of(measure, intent_aware_form);
      const bool is_taken =
          std::ranges::find(table, by_intent.name, &MeasureRecord::name) != table.end();
      if (is_taken) by_intent.name += "(graded)";
      table.push_back(std::move(by_intent));
    }
    if (measure.is(GainMeasure::graded | GainMeasure::of_topics)) continue;
    for (const Form& form : global_forms) table.push_back(record_of(measure, form));
  }
}

Scoring on_topic(const GainMeasure& measure, const Layer& topic, const Parameters& parameters) {
  return by_layer(measure, topic, parameters, false);
}

Scoring layer_aware(const ScoreMaker& make, Layers layers, const Parameters& parameters,
                    GreedyIdeals& ideals) {
  std::vector<Scoring> scorings;
  for (const Layer& layer : layers) scorings.push_back(make({&layer, 1}, parameters, ideals));
  const std::vector<double> weights = parameters.layer_weights.of(layers.size());
  const auto score = [=](Ranking ranking) {
    double sum = 0, whole = 0;
    for (std::size_t l = 0; l < scorings.size(); ++l) {
      sum += weights[l] * scorings[l].score(ranking);
      whole += weights[l];
    }
    return ratio(sum, whole);
  };
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto of_layers = [=](const std::function<ScoreParts(std::size_t)>& parts_of) {
    ScoreParts parts;
    for (std::uint32_t l = 0; l < layers.size(); ++l) {
      ScoreParts of_layer = parts_of(l);
      for (ScorePart& part : of_layer) part.layer = l;
      append_scaled(parts, std::move(of_layer), ratio(weights[l], whole));
    }
    return parts;
  };
  return {score,
          [=](Ranking ranking) {
            return of_layers([&](std::size_t l) { return scorings[l].parts(ranking); });
          },
          [=](Ranking like) {
            return of_layers(
                [&](std::size_t l) { return scorings[l].ideal(layers.subspan(l, 1), like); });
          }};
}

}  // namespace subintent::internal
