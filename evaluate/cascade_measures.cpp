#include "evaluate/cascade_measures.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <utility>

#include "support/portable_math.h"

namespace subintent {
namespace {

// The gain that each node offers at first: 1, or its share of the weights.
std::vector<double> first_gains(const Layer& layer, bool weighted) {
  std::vector<double> gains(layer.nodes().size(), 1.0);
  if (!weighted) return gains;
  double sum = 0;
  for (const LayerNode& node : layer.nodes()) sum += node.weight;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    gains[i] = sum > 0 ? layer.nodes()[i].weight / sum : 0;
  }
  return gains;
}

// A document's gain. Its nodes then offer (1 - alpha) of what they did.
double take(std::vector<double>& gains, std::span<const NodeGrade> nodes, double alpha) {
  const double keeps = 1.0 - alpha;
  double sum = 0;
  for (const NodeGrade& node : nodes) {
    sum += gains[node.node];
    gains[node.node] *= keeps;
  }
  return sum;
}

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

  // For every index from 0 in turn, one of the two.
  double apply(double gain, std::size_t index) {
    switch (family_) {
      case Family::alpha_DCG:
        return gain * (index == 0
                           ? 1
                           : std::numbers::ln2 / portable::log(static_cast<double>(index) + 2.0));
      case Family::ERR_IA:
        return gain / static_cast<double>(index + 1);
      default:
        return gain * std::exchange(decay_, decay_ * beta_);
    }
  }
  void skip() { decay_ *= beta_; }

  // No discounted gain of at most `gain` can change the sum any more.
  bool is_over(double sum, double gain) const {
    return family_ == Family::NRBP && sum + decay_ * gain == sum;
  }

 private:
  Family family_;
  double beta_;
  double decay_ = 1.0;
};

// Of a list of `length` documents. What cannot change the sum is left out: documents without gain,
// and the far end.
template <typename DocumentAt>
double discounted_gain(Family family, const Layer& layer, std::size_t length,
                       DocumentAt document_at, const CascadeParameters& parameters) {
  const std::size_t depth = std::min<std::size_t>(parameters.cutoff, length);
  const double highest = 2 * first_ideal_gain(layer, parameters);  // twice: above any rounding
  std::vector<double> gains = first_gains(layer, parameters.given_weights);
  Discounting discounting(family, parameters.beta);
  double sum = 0;
  for (std::size_t i = 0; i < depth && !discounting.is_over(sum, highest); ++i) {
    const auto nodes = layer.grades(document_at(i));
    if (nodes.empty()) {
      discounting.skip();
    } else {
      sum += discounting.apply(take(gains, nodes, parameters.alpha), i);
    }
  }
  return sum;
}

// The share of a perfect list's score that a discounted gain is. NRBP has the limit of an endless
// list in closed form.
double over_perfect(Family family, const Layer& layer, double gain, double perfect,
                    const CascadeParameters& parameters) {
  if (family != Family::NRBP) return gain / perfect;
  return gain *
         ((1 - (1 - parameters.alpha) * parameters.beta) / first_ideal_gain(layer, parameters));
}

// The discounted gain of a list whose documents are all relevant to all nodes; without cutoff, of
// an endless one.
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

GreedyIdeal::GreedyIdeal(const Layer& layer, const CascadeParameters& parameters)
    : layer_(&layer),
      alpha_(parameters.alpha),
      weighted_(parameters.given_weights),
      gains_(first_gains(layer, parameters.given_weights)) {
  std::map<std::vector<std::uint32_t>, std::vector<DocumentId>> by_nodes;
  std::vector<std::uint32_t> nodes;
  for (std::size_t d = 0; d < layer.documents(); ++d) {
    nodes.clear();
    for (const NodeGrade& node : layer.grades(static_cast<DocumentId>(d))) {
      nodes.push_back(node.node);
    }
    if (nodes.empty()) continue;
    by_nodes[nodes].push_back(static_cast<DocumentId>(d));
    ++remaining_;
  }
  for (auto& [key, documents] : by_nodes) groups_.push_back(std::move(documents));
}

DocumentId GreedyIdeal::at(std::size_t index) {
  while (ideal_.size() <= index) extend();
  return ideal_[index];
}

void GreedyIdeal::extend() {
  std::size_t best = 0;
  double best_gain = -1;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const DocumentId document = groups_[g].back();
    double gain = 0;
    for (const NodeGrade& node : layer_->grades(document)) gain += gains_[node.node];
    const double tolerance = 1e-12 * std::max(gain, best_gain);
    const bool better = gain > best_gain + tolerance;
    const bool tied = !better && gain >= best_gain - tolerance;
    if (better || (tied && document > groups_[best].back())) {
      best = g;
      best_gain = gain;
    }
  }
  ideal_.push_back(groups_[best].back());
  --remaining_;
  take(gains_, layer_->grades(ideal_.back()), alpha_);
  groups_[best].pop_back();
  if (groups_[best].empty()) groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(best));
}

GreedyIdeal& GreedyIdeals::of(const Layer& layer, const CascadeParameters& parameters) {
  for (GreedyIdeal& ideal : ideals_) {
    if (ideal.is_for(layer, parameters)) return ideal;
  }
  return ideals_.emplace_back(layer, parameters);
}

CascadeDivisors cascade_divisors(CascadeMeasure measure, const Layer& layer,
                                 const CascadeParameters& parameters, GreedyIdeals& ideals) {
  const Family family = family_of(measure);
  CascadeDivisors divisors;
  if (layer.nodes().empty()) return divisors;
  divisors.perfect = perfect_gain(family, layer, parameters);
  if (!divides_by_ideal(measure) || divisors.perfect <= 0) return divisors;
  GreedyIdeal& ideal = ideals.of(layer, parameters);
  const double gain = discounted_gain(
      family, layer, ideal.size(), [&](std::size_t i) { return ideal.at(i); }, parameters);
  divisors.ideal = over_perfect(family, layer, gain, divisors.perfect, parameters);
  return divisors;
}

double cascade_measure(CascadeMeasure measure, const Layer& layer, Ranking ranking,
                       const CascadeDivisors& divisors, const CascadeParameters& parameters) {
  if (divisors.perfect <= 0 || divisors.ideal <= 0) return 0;
  const Family family = family_of(measure);
  const double gain = discounted_gain(
      family, layer, ranking.size(), [&](std::size_t i) { return ranking[i]; }, parameters);
  return over_perfect(family, layer, gain, divisors.perfect, parameters) / divisors.ideal;
}

}  // namespace subintent
