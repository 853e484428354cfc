#include "evaluate/scorer.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "evaluate/gain_lists.h"
#include "evaluate/set_measures.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

CascadeParameters cascade_parameters(const Measure& measure) {
  return {measure.cutoff, measure.alpha, measure.beta, measure.given_weights};
}

double node_recall(std::span<const Layer> layers, Ranking ranking, std::uint32_t cutoff,
                   bool counts_dummies) {
  double covered = 0, nodes = 0;
  for (const Layer& layer : layers) {
    covered += static_cast<double>(covered_nodes(layer, ranking, cutoff, counts_dummies));
    nodes += static_cast<double>(
        std::count_if(layer.nodes().begin(), layer.nodes().end(),
                      [&](const LayerNode& node) { return counts_dummies || !node.dummy; }));
  }
  return nodes > 0 ? covered / nodes : 0;
}

// The layers a measure looks at.
std::span<const Layer> layers_of(const Measure& measure, const TopicData& topic) {
  if (measure.hierarchy) return topic.hierarchies[*measure.hierarchy].layers;
  if (is_topic_level(measure)) return {&topic.topic_level, 1};
  return {&topic.intents, 1};
}

double set_measure(SetMeasure measure, const Layer& layer, Ranking ranking, std::uint32_t cutoff) {
  switch (measure) {
    case SetMeasure::intent_recall:
      return intent_recall(layer, ranking, cutoff);
    case SetMeasure::node_recall:
      return node_recall({&layer, 1}, ranking, cutoff, true);
    case SetMeasure::combined_precision:
      return combined_precision(layer, ranking, cutoff);
    case SetMeasure::effective_precision:
      return effective_precision(layer, ranking, cutoff);
    case SetMeasure::precision_ia:
      return precision_ia(layer, ranking, cutoff);
    case SetMeasure::map_ia:
      return map_ia(layer, ranking, cutoff);
  }
  return 0;
}

// M-IA, and P+Q: the sum over nodes of P(i) times the measure of the node's own gains.
double intent_aware(const GainBased& core, const Layer& layer, std::span<const IdealGains> ideals,
                    Ranking ranking, Gain gain, const GainParameters& parameters) {
  const auto hits = node_hits(layer, ranking, parameters.cutoff, gain);
  double sum = 0;
  for (std::size_t node = 0; node < hits.size(); ++node) {
    const bool navigational = layer.nodes()[node].type == IntentType::navigational;
    const GainMeasure measure =
        core.source == GainSource::mixed && navigational ? GainMeasure::P_plus : core.measure;
    sum += layer.nodes()[node].weight *
           gain_measure(measure, hits[node], ranking.size(), ideals[node], parameters);
  }
  return sum;
}

}  // namespace

double RunScores::mean(std::size_t measure, bool answered_only) const {
  double sum = 0, count = 0;
  for (std::size_t topic = 0; topic < answered.size(); ++topic) {
    if (answered_only && answered[topic] == 0) continue;
    sum += values[measure][topic];
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

Scorer::Scorer(const Judgments& judgments, const std::vector<NamedHierarchies>& hierarchies,
               std::vector<Measure> measures, const DocumentSimilarity* similarity,
               std::optional<std::int32_t> max_grade)
    : topics_(make_topic_data(judgments, hierarchies)),
      measures_(std::move(measures)),
      qrels_name_(judgments.qrels_name),
      similarity_(similarity),
      highest_intent_grade_(max_grade.value_or(judgments.highest_intent_grade)),
      highest_topic_grade_(max_grade.value_or(judgments.highest_topic_grade)),
      representations_(topics_.size()),
      prepared_(topics_.size()) {
  for (const TopicData& topic : topics_) {
    topic_level_hierarchies_.resize(topic.hierarchies.size(), 0);
    for (std::size_t h = 0; h < topic.hierarchies.size(); ++h) {
      if (topic.hierarchies[h].topic_level) topic_level_hierarchies_[h] = 1;
    }
  }
  check_max_grades(judgments);
  for (const TopicData& topic : topics_) judged_topics_.add(topic.topic);
  tbb::parallel_for(std::size_t{0}, topics_.size(), [&](std::size_t topic) {
    GreedyIdeals greedy;
    for (const Measure& measure : measures_) {
      prepared_[topic].push_back(prepare(measure, topics_[topic], greedy));
    }
    if (similarity_ == nullptr) return;
    for (const std::string_view docno : topics_[topic].docnos) {
      representations_[topic].push_back(similarity_->find(docno));
    }
  });
}

bool Scorer::sees_topic_level(const Measure& measure) const {
  return is_topic_level(measure) ||
         (measure.hierarchy && topic_level_hierarchies_[*measure.hierarchy] != 0);
}

// A highest grade for ERR that some judgment exceeds would give scores above 1.
void Scorer::check_max_grades(const Judgments& judgments) const {
  for (const Measure& measure : measures_) {
    if (!uses(measure, {GainMeasure::ERR, GainMeasure::nERR})) continue;
    const bool by_topic = sees_topic_level(measure);
    const std::int32_t judged =
        by_topic ? judgments.highest_topic_grade : judgments.highest_intent_grade;
    const std::int32_t given = gain_parameters(measure).max_grade;
    if (given >= judged) continue;
    throw Error(
        Location{by_topic ? judgments.topic_level_name : judgments.qrels_name, 0},
        fmt::format("has grade {}, above the highest grade {} given for ERR", judged, given),
        "give a higher --max-grade (or max-grade=), or leave it out");
  }
}

GainParameters Scorer::gain_parameters(const Measure& measure) const {
  const bool by_topic = sees_topic_level(measure);
  return {measure.cutoff,
          measure.discount,
          measure.beta,
          measure.p,
          measure.max_grade.value_or(by_topic ? highest_topic_grade_ : highest_intent_grade_),
          measure.log_base};
}

Scorer::Prepared Scorer::prepare(const Measure& measure, const TopicData& topic,
                                 GreedyIdeals& greedy) const {
  Prepared prepared;
  const auto layers = layers_of(measure, topic);
  if (is_hierarchical(measure)) {
    prepared.layers.push_back(
        {{hierarchical_ideal(layers, measure.layer_weights.of(layers.size()), measure.gain)}, {}});
    return prepared;
  }
  for (const Layer& layer : layers)
    prepared.layers.push_back(prepare_layer(measure, layer, greedy));
  return prepared;
}

Scorer::PreparedLayer Scorer::prepare_layer(const Measure& measure, const Layer& layer,
                                            GreedyIdeals& greedy) const {
  PreparedLayer prepared;
  std::visit(Overloaded{[&](const GainBased& core) {
                          const bool by_node = core.source == GainSource::intent_aware ||
                                               core.source == GainSource::mixed;
                          prepared.ideals = by_node
                                                ? node_ideals(layer, measure.gain)
                                                : std::vector{global_ideal(layer, measure.gain)};
                        },
                        [&](CascadeMeasure core) {
                          prepared.divisors =
                              cascade_divisors(core, layer, cascade_parameters(measure), greedy);
                        },
                        [](SetMeasure) {}},
             measure.core);
  return prepared;
}

double Scorer::score_layer(const Measure& measure, const Layer& layer,
                           const PreparedLayer& prepared, Ranking ranking) const {
  return std::visit(
      Overloaded{
          [&](const GainBased& core) {
            const GainParameters parameters = gain_parameters(measure);
            if (core.source == GainSource::intent_aware || core.source == GainSource::mixed) {
              return intent_aware(core, layer, prepared.ideals, ranking, measure.gain, parameters);
            }
            const auto hits = global_hits(layer, ranking, measure.cutoff, measure.gain,
                                          core.source == GainSource::navigational);
            return gain_measure(core.measure, hits, ranking.size(), prepared.ideals[0], parameters);
          },
          [&](CascadeMeasure core) {
            return cascade_measure(core, layer, ranking, prepared.divisors,
                                   cascade_parameters(measure));
          },
          [&](SetMeasure core) { return set_measure(core, layer, ranking, measure.cutoff); }},
      measure.core);
}

double Scorer::score_layers(const Measure& measure, std::span<const Layer> layers,
                            const Prepared& prepared, Ranking ranking) const {
  const std::vector<double> weights = measure.layer_weights.of(layers.size());
  if (is_hierarchical(measure)) {
    const auto hits = hierarchical_hits(layers, weights, ranking, measure.cutoff, measure.gain);
    return gain_measure(std::get<GainBased>(measure.core).measure, hits, ranking.size(),
                        prepared.layers[0].ideals[0], gain_parameters(measure));
  }
  double sum = 0, whole = 0;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    double score = score_layer(measure, layers[l], prepared.layers[l], ranking);
    if (measure.sharp == SharpRecall::intents) {
      score = measure.gamma * intent_recall(layers[l], ranking, measure.cutoff) +
              (1 - measure.gamma) * score;
    }
    sum += weights[l] * score;
    whole += weights[l];
  }
  return whole > 0 ? sum / whole : 0;
}

double Scorer::redundancy_of(const Measure& measure, std::size_t topic, Ranking ranking) const {
  const std::vector<std::uint32_t>& numbers = representations_[topic];
  return redundancy(*measure.similarity, topics_[topic].topic_level, ranking, measure.cutoff,
                    measure.relevant_pairs, [&](DocumentId a, DocumentId b) {
                      return similarity_->similarity(numbers[static_cast<std::size_t>(a)],
                                                     numbers[static_cast<std::size_t>(b)]);
                    });
}

double Scorer::score_topic(std::size_t m, std::size_t topic, Ranking ranking) const {
  const Measure& measure = measures_[m];
  const auto layers = layers_of(measure, topics_[topic]);
  if (layers.empty()) return 0;
  const auto* set = std::get_if<SetMeasure>(&measure.core);
  if (set != nullptr && *set == SetMeasure::node_recall) {
    return node_recall(layers, ranking, measure.cutoff, measure.counts_dummies);
  }
  double score = score_layers(measure, layers, prepared_[topic][m], ranking);
  if (measure.sharp == SharpRecall::nodes) {
    score = measure.gamma * node_recall(layers, ranking, measure.cutoff, measure.counts_dummies) +
            (1 - measure.gamma) * score;
  }
  if (!measure.similarity) return score;
  return (score + 1 - redundancy_of(measure, topic, ranking)) / 2;
}

std::pair<RunScores, std::vector<std::uint32_t>> Scorer::begin_scores(
    const std::string& name, const std::string& file,
    const std::vector<std::string_view>& run_topics) const {
  RunScores scores;
  scores.run = name;
  scores.values.assign(measures_.size(), std::vector<double>(topics_.size(), 0));
  scores.answered.assign(topics_.size(), 0);
  scores.judged.assign(topics_.size(), 0);
  std::vector<std::uint32_t> topic_of = judged_topics_.find_all(run_topics, file);
  for (std::size_t i = 0; i < topic_of.size(); ++i) {
    if (topic_of[i] == JudgedTopics::none) {
      scores.unjudged_topics.emplace_back(run_topics[i]);
    } else {
      scores.answered[topic_of[i]] = 1;
    }
  }
  return {std::move(scores), std::move(topic_of)};
}

void Scorer::require_judged_topics(const RunScores& scores, const std::string& file) const {
  if (std::ranges::count(scores.answered, 1) > 0) return;
  throw Error(Location{file, 0}, "none of its topics is judged in " + qrels_name_,
              "give the judgments of the same topics");
}

void Scorer::score_list(const RankedList& list, std::uint32_t topic, RunScores& scores) const {
  if (topic == JudgedTopics::none) return;
  const std::vector<DocumentId> ranking = topics_[topic].ranking(list);
  const auto judged = [&](std::string_view docno) { return topics_[topic].is_judged(docno); };
  scores.judged[topic] = std::ranges::any_of(ranking, [](DocumentId d) { return d >= 0; }) ||
                         std::ranges::any_of(list.docnos, judged);
  for (std::size_t m = 0; m < measures_.size(); ++m) {
    scores.values[m][topic] = score_topic(m, topic, ranking);
  }
}

RunScores Scorer::score(const Run& run) const {
  auto [scores, topic_of] = begin_scores(run.name, run.file, run.topic_names());
  for (std::size_t i = 0; i < run.topics.size(); ++i) {
    score_list(run.topics[i], topic_of[i], scores);
  }
  require_judged_topics(scores, run.file);
  return std::move(scores);
}

RunScores Scorer::score(const RunReader& run, std::size_t depth, RunCounts& counts) const {
  std::vector<std::string_view> names;
  for (const TopicLines& topic : run.topics()) names.push_back(topic.topic);
  auto begun = begin_scores(run.name(), run.file(), names);
  counts = run.read([&](std::size_t i, RankedList&& list) {
    list.docnos.resize(std::min(list.docnos.size(), depth));
    score_list(list, begun.second[i], begun.first);
  });
  require_judged_topics(begun.first, run.file());
  return std::move(begun.first);
}

}  // namespace subintent
