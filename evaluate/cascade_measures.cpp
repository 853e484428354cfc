#include "evaluate/cascade_measures.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "support/portable_math.h"

namespace subintent {
namespace {

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
  NodeGains gains(layer, parameters.alpha, parameters.given_weights);
  Discounting discounting(family, parameters.beta);
  double sum = 0;
  for (std::size_t i = 0; i < depth && !discounting.is_over(sum, highest); ++i) {
    const auto nodes = layer.grades(document_at(i));
    if (nodes.empty()) {
      discounting.skip();
    } else {
      sum += discounting.apply(gains.take(nodes), i);
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

CascadeDivisors cascade_divisors(CascadeMeasure measure, const Layer& layer,
                                 const CascadeParameters& parameters, GreedyIdeals& ideals) {
  const Family family = family_of(measure);
  CascadeDivisors divisors;
  if (layer.nodes().empty()) return divisors;
  divisors.perfect = perfect_gain(family, layer, parameters);
  if (!divides_by_ideal(measure) || divisors.perfect <= 0) return divisors;
  GreedyIdeal& ideal = ideals.of(layer, parameters.alpha, parameters.given_weights);
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
