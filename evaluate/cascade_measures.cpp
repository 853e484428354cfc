#include "evaluate/cascade_measures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace subintent {
namespace {

// The gain that each node still offers: its weight at first, times (1 - alpha) for every document that had it.
class NodeGains {
 public:
  NodeGains(const Layer& layer, const CascadeParameters& parameters)
      : gains_(layer.nodes().size(), 1.0), keeps_(1.0 - parameters.alpha) {
    if (!parameters.given_weights) return;
    double sum = 0;
    for (const LayerNode& node : layer.nodes()) sum += node.weight;
    for (std::size_t i = 0; i < gains_.size(); ++i) {
      gains_[i] = sum > 0 ? layer.nodes()[i].weight / sum : 0;
    }
  }

  double offered(std::span<const NodeGrade> nodes) const {
    double sum = 0;
    for (const NodeGrade& node : nodes) sum += gains_[node.node];
    return sum;
  }
  double take(std::span<const NodeGrade> nodes) {
    double sum = 0;
    for (const NodeGrade& node : nodes) {
      sum += gains_[node.node];
      gains_[node.node] *= keeps_;
    }
    return sum;
  }

 private:
  std::vector<double> gains_;
  double keeps_;
};

// Sum of the gains before any document was read: the first gain of a perfect list.
double first_ideal_gain(const Layer& layer, const CascadeParameters& parameters) {
  return parameters.given_weights ? 1.0 : static_cast<double>(layer.nodes().size());
}

enum class Family { alpha_DCG, ERR_IA, NRBP };

Family family_of(CascadeMeasure measure) {
  switch (measure) {
    case CascadeMeasure::alpha_DCG:
    case CascadeMeasure::alpha_nDCG:
      return Family::alpha_DCG;
    case CascadeMeasure::ERR_IA:
    case CascadeMeasure::nERR_IA:
      return Family::ERR_IA;
    default:
      return Family::NRBP;
  }
}

bool divides_by_ideal(CascadeMeasure measure) {
  return measure == CascadeMeasure::alpha_nDCG || measure == CascadeMeasure::nERR_IA ||
         measure == CascadeMeasure::nNRBP;
}

// The discount of the ranks 1, 2, ... (index 0, 1, ...), each in the form that ndeval computes it.
class Discounting {
 public:
  Discounting(Family family, double beta) : family_(family), beta_(beta) {}

  // For consecutive indices from 0.
  double apply(double gain, std::size_t index) {
    switch (family_) {
      case Family::alpha_DCG:
        return gain * (index == 0 ? 1 : std::log(2.0) / std::log(static_cast<double>(index) + 2.0));
      case Family::ERR_IA:
        return gain / static_cast<double>(index + 1);
      default:
        return gain * std::exchange(decay_, decay_ * beta_);
    }
  }

 private:
  Family family_;
  double beta_;
  double decay_ = 1.0;
};

double discounted_gain(Family family, const Layer& layer, Ranking ranking,
                       const CascadeParameters& parameters) {
  const std::size_t depth = std::min<std::size_t>(parameters.cutoff, ranking.size());
  NodeGains gains(layer, parameters);
  Discounting discounting(family, parameters.beta);
  double sum = 0;
  for (std::size_t i = 0; i < depth; ++i) {
    sum += discounting.apply(gains.take(layer.grades(ranking[i])), i);
  }
  return sum;
}

// The share of a perfect list's score that a discounted gain is. NRBP has the limit of an endless list in closed form.
double over_perfect(Family family, const Layer& layer, double gain, double perfect,
                    const CascadeParameters& parameters) {
  if (family != Family::NRBP) return gain / perfect;
  return gain * ((1 - (1 - parameters.alpha) * parameters.beta) / first_ideal_gain(layer, parameters));
}

// The discounted gain of a list whose documents are all relevant to all nodes; without cutoff, of an endless one.
double perfect_gain(Family family, const Layer& layer, const CascadeParameters& parameters) {
  if (family == Family::NRBP) return 1;
  Discounting discounting(family, parameters.beta);
  double sum = 0, gain = first_ideal_gain(layer, parameters);
  // What is left after the last step is too little to change the sum.
  for (std::size_t i = 0; i < parameters.cutoff && gain > 1e-18 * sum; ++i) {
    sum += discounting.apply(gain, i);
    gain *= 1.0 - parameters.alpha;
  }
  return sum;
}

}  // namespace

std::vector<DocumentId> greedy_ideal(const Layer& layer, std::size_t depth,
                                     const CascadeParameters& parameters) {
  // Documents with the same nodes offer the same gain: of each such group only the greatest docno competes.
  std::map<std::vector<std::uint32_t>, std::vector<DocumentId>> by_nodes;
  for (std::size_t d = 0; d < layer.documents(); ++d) {
    std::vector<std::uint32_t> nodes;
    for (const NodeGrade& node : layer.grades(static_cast<DocumentId>(d))) {
      nodes.push_back(node.node);
    }
    if (!nodes.empty()) by_nodes[nodes].push_back(static_cast<DocumentId>(d));
  }
  std::vector<std::vector<DocumentId>> groups;
  for (auto& [nodes, documents] : by_nodes) groups.push_back(std::move(documents));

  NodeGains gains(layer, parameters);
  std::vector<DocumentId> ideal;
  while (ideal.size() < depth && !groups.empty()) {
    std::size_t best = 0;
    double best_gain = -1;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const DocumentId document = groups[g].back();
      const double gain = gains.offered(layer.grades(document));
      const double tolerance = 1e-12 * std::max(gain, best_gain);
      const bool better = gain > best_gain + tolerance;
      const bool tied = !better && gain >= best_gain - tolerance;
      if (better || (tied && document > groups[best].back())) {
        best = g;
        best_gain = gain;
      }
    }
    ideal.push_back(groups[best].back());
    gains.take(layer.grades(ideal.back()));
    groups[best].pop_back();
    if (groups[best].empty()) groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return ideal;
}

CascadeDivisors cascade_divisors(CascadeMeasure measure, const Layer& layer,
                                 const CascadeParameters& parameters) {
  const Family family = family_of(measure);
  CascadeDivisors divisors;
  if (layer.nodes().empty()) return divisors;
  divisors.perfect = perfect_gain(family, layer, parameters);
  if (!divides_by_ideal(measure) || divisors.perfect <= 0) return divisors;
  const auto ideal = greedy_ideal(layer, parameters.cutoff, parameters);
  divisors.ideal = over_perfect(family, layer, discounted_gain(family, layer, ideal, parameters),
                                divisors.perfect, parameters);
  return divisors;
}

double cascade_measure(CascadeMeasure measure, const Layer& layer, Ranking ranking,
                       const CascadeDivisors& divisors, const CascadeParameters& parameters) {
  if (divisors.perfect <= 0 || divisors.ideal <= 0) return 0;
  const Family family = family_of(measure);
  const double gain = discounted_gain(family, layer, ranking, parameters);
  return over_perfect(family, layer, gain, divisors.perfect, parameters) / divisors.ideal;
}

}  // namespace subintent
