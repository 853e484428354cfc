#include "study/term_bounds.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "study/node_bounds.h"

namespace subintent::internal {
namespace {

bool is_vital(const LayerNode& node) {
  return node.is_vital;
}

double weight_of(const LayerNode& node, const MeasureTerm& term, const Parameters& parameters) {
  if (node.dummy && !parameters.counts_dummies && term.sum == NodeSum::mean) return 0;
  if (term.sum == NodeSum::weighted || term.weights == NodeWeights::given) return node.weight;
  return term.weights == NodeWeights::vital && !is_vital(node) ? 0 : 1;
}

// The discounts of the ranks, the first 1, as a measure of one node gives them to its first
// document.
std::vector<double> discounts_of(const OpenTopic& topic, const MeasureTerm& term,
                                 std::size_t depth) {
  MeasureTerm of_node = term;
  ListSetting setting = setting_of(topic, of_node);
  const Layer layer(2, {{.weight = 1}}, {{1, 0, topic.measure->parameters.least_grade}}, {},
                    EmptyNodes::kept);
  GreedyIdeals greedy;
  const Scoring scoring = setting.make({&layer, 1}, setting.parameters, greedy);
  std::vector<double> discounts;
  std::vector<DocumentId> list(depth, not_relevant);
  for (std::size_t i = 0; i < depth; ++i) {
    list[i] = 1;
    discounts.push_back(scoring.score(Ranking(list).first(i + 1)));
    list[i] = not_relevant;
  }
  return discounts;
}

// In units of the value of a node whose first document is at rank 1.
IdealSum ideal_sum(const OpenTopic& topic, const MeasureTerm& term,
                   const std::vector<double>& weights) {
  const OpenLayer& open = topic.layers[term.first_layer];
  const Parameters& parameters = topic.measure->parameters;
  const auto relevant = static_cast<std::size_t>(
      std::count_if(open.documents.begin() + static_cast<std::ptrdiff_t>(open.first_ideal),
                    open.documents.end(), [](const auto& grades) { return !grades.empty(); }));
  const std::size_t depth = std::min<std::size_t>(parameters.cutoff, relevant);
  return ideal_sum_of(open, {.alpha = parameters.alpha,
                             .weights = weights,
                             .discounts = discounts_of(topic, term, depth),
                             .ideal = parameters.ideal});
}

// The values of nodes together. Those that are there in any case count; of the others as many as
// make the result higher.
struct NodeValue {
  double weight, value;
  bool is_there;
};

double highest_mean(std::vector<NodeValue> nodes) {
  double sum = 0, whole = 0;
  for (const NodeValue& node : nodes) {
    if (!node.is_there) continue;
    sum += node.weight * node.value;
    whole += node.weight;
  }
  std::erase_if(nodes, [](const NodeValue& n) { return n.is_there || n.weight <= 0; });
  std::ranges::stable_sort(nodes, std::greater<>(), &NodeValue::value);
  double best = whole > 0 ? sum / whole : nodes.empty() ? 0 : std::max(0.0, nodes[0].value);
  for (const NodeValue& node : nodes) {
    sum += node.weight * node.value;
    whole += node.weight;
    best = std::max(best, sum / whole);
  }
  return best;
}

double highest_sum(const std::vector<NodeValue>& nodes) {
  double sum = 0;
  for (const NodeValue& node : nodes) {
    sum += node.weight * (node.is_there ? node.value : std::max(0.0, node.value));
  }
  return sum;
}

}  // namespace

TermBounds::TermBounds(const OpenTopic& topic, const MeasureTerm& term)
    : term_(term), is_official_(topic.is_official), cutoff_(topic.measure->parameters.cutoff) {
  const OpenLayer& first = topic.layers[term.first_layer];
  const bool is_node = term.layers == 1 && first.nodes.size() == 1 && first.nodes[0].weight == 1;
  if (term.sum == NodeSum::whole && term.gains != nullptr && !term.is_navigational && is_node) {
    if (term_.record == nullptr) term_.record = topic.measure->record;
    parts_.push_back({1, true, bounds_of_node(topic, term_, term.first_layer, 0), {}});
    return;
  }
  if (term.sum == NodeSum::unknown) return;
  if (term.sum == NodeSum::whole) {
    may_grow_ = topic.is_official && first.may_be_uniform;
    const std::size_t least = may_grow_ ? std::max<std::size_t>(first.there, 1) : 0;
    const std::size_t most = may_grow_ ? first.nodes.size() : 0;
    for (std::size_t nodes = least; nodes <= most; ++nodes) {
      parts_.push_back({1, true, bounds_of_whole(topic, term, nodes), {}});
    }
    return;
  }
  std::vector<double> weights;
  for (std::size_t l = term.first_layer; l < term.first_layer + term.layers; ++l) {
    const OpenLayer& open = topic.layers[l];
    may_grow_ = may_grow_ || open.may_grow();
    is_uniform_ = is_uniform_ || (topic.is_official && open.may_be_uniform);
    for (std::uint32_t n = 0; n < open.nodes.size(); ++n) {
      weights.push_back(weight_of(open.nodes[n], term, topic.measure->parameters));
      parts_.push_back(
          {weights.back(), open.is_there[n] != 0, bounds_of_node(topic, term, l, n), {{l, n}}});
    }
  }
  if (term.sum == NodeSum::novelty) ideal_ = ideal_sum(topic, term, weights);
}

double TermBounds::highest(const std::function<double(const Part&)>& value_of) const {
  if (term_.sum == NodeSum::whole) {
    double best = -std::numeric_limits<double>::infinity();
    for (const Part& part : parts_) best = std::max(best, value_of(part));
    return best;
  }
  std::vector<NodeValue> nodes;
  for (const Part& part : parts_) nodes.push_back({part.weight, value_of(part), part.is_there});
  const bool is_mean =
      term_.sum == NodeSum::mean || (term_.sum == NodeSum::weighted && is_uniform_);
  if (is_mean) return highest_mean(std::move(nodes));
  return highest_sum(nodes);
}

// Whether the parts may have their bounds at the same time.
bool TermBounds::are_independent(std::size_t run) const {
  const auto is_open = [&](const Part& part) {
    return part.bounds.run(run).low != part.bounds.run(run).high;
  };
  const auto open = std::ranges::count_if(parts_, is_open);
  const bool attained =
      std::ranges::all_of(parts_, [&](const Part& part) { return part.bounds.run(run).attained; });
  if (open == 0 && !may_grow_) return attained;
  if (may_grow_ || term_.sum == NodeSum::novelty) return false;
  return attained && is_official_;
}

Bounds TermBounds::run(std::size_t run) const {
  if (term_.sum == NodeSum::unknown) return {0, 1, false};
  if (term_.sum == NodeSum::covered) return covered(run);
  Bounds made;
  made.low = -highest([&](const Part& part) { return -part.bounds.run(run).low; });
  made.high = highest([&](const Part& part) { return part.bounds.run(run).high; });
  if (term_.sum == NodeSum::novelty) {
    made.low = ideal_.high > 0 ? made.low / ideal_.high : 0;
    made.high = ideal_.low > 0 ? std::min(made.high / ideal_.low, ideal_.most) : 0;
    made.attained = ideal_.low == ideal_.high && made.low == made.high;
    return made;
  }
  made.attained = made.low == made.high || are_independent(run);
  return made;
}

// Enough nodes are to have a value; those that may not be there count as judgments would have it.
Bounds TermBounds::covered(std::size_t run) const {
  std::size_t there = 0, others = 0, low = 0, high = 0, more = 0;
  for (const Part& part : parts_) {
    if (part.weight <= 0) continue;
    const Bounds& bounds = part.bounds.run(run);
    (part.is_there ? there : others) += 1;
    if (part.is_there) low += bounds.low > 0 ? 1 : 0;
    (part.is_there ? high : more) += bounds.high > 0 ? 1 : 0;
  }
  const auto is_enough = [&](std::size_t found, std::size_t nodes) {
    const std::size_t needed = term_.needs_all ? nodes : std::min<std::size_t>(nodes, cutoff_);
    return nodes > 0 && found >= needed;
  };
  Bounds made{1, 0};
  for (std::size_t n = 0; n <= others; ++n) {
    if (!is_enough(low, there + n)) made.low = 0;
    if (n <= more && is_enough(high + n, there + n)) made.high = 1;
  }
  made.high = std::max(made.high, made.low);
  made.attained = made.low == made.high;
  return made;
}

Range TermBounds::difference(std::size_t a, std::size_t b) const {
  const Bounds of_a = run(a), of_b = run(b);
  Range apart{of_a.low - of_b.high, of_a.high - of_b.low};
  if (term_.sum == NodeSum::covered || term_.sum == NodeSum::unknown) return apart;
  double high = highest([&](const Part& part) { return part.bounds.difference(a, b).high; });
  double low = -highest([&](const Part& part) { return -part.bounds.difference(a, b).low; });
  if (term_.sum == NodeSum::novelty) {
    const auto divided = [&](double sum, bool upward) {
      const double ideal = (sum > 0) == upward ? ideal_.low : ideal_.high;
      return ideal > 0 ? sum / ideal : 0;
    };
    high = divided(high, true);
    low = divided(low, false);
  }
  return {std::max(low, apart.low), std::min(high, apart.high)};
}

void TermBounds::for_each_effect(std::size_t a, std::size_t b,
                                 const std::function<void(const Part&, const Effect&)>& use) const {
  if (parts_.empty()) return;
  double whole = 0;
  for (const Part& part : parts_) whole += part.weight;
  const double unit = term_.sum == NodeSum::whole      ? 1
                      : term_.sum == NodeSum::weighted ? 1
                      : term_.sum == NodeSum::novelty  ? (ideal_.high > 0 ? 1 / ideal_.high : 0)
                                                       : (whole > 0 ? 1 / whole : 0);
  const std::size_t parts = term_.sum == NodeSum::whole ? 1 : parts_.size();
  for (std::size_t p = 0; p < parts; ++p) {
    const double scale = unit * (term_.sum == NodeSum::whole ? 1 : parts_[p].weight);
    if (scale <= 0) continue;
    parts_[p].bounds.for_each_effect(a, b, [&](Effect effect) {
      effect.raises *= scale;
      effect.lowers *= scale;
      use(parts_[p], effect);
    });
  }
}

}  // namespace subintent::internal
