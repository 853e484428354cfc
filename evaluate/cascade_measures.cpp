#include "evaluate/measure_table.h"

#include <numbers>

#include "core/base/portable_math.h"

namespace subintent::internal {
namespace {

bool has_given_weights(const Parameters& parameters) {
  return parameters.weights == NodeWeights::given;
}

// Sum of the gains before any document was read: the first gain of a perfect list.
double first_ideal_gain(const Layer& layer, const Parameters& parameters) {
  return has_given_weights(parameters) ? 1.0 : static_cast<double>(layer.nodes().size());
}

enum class CascadeKind { alpha_DCG, ERR_IA, NRBP };

// The discount of the ranks 1, 2, ... (index 0, 1, ...), each in the form that ndeval computes it.
class CascadeDiscount {
 public:
  CascadeDiscount(CascadeKind kind, double patience) : kind_(kind), patience_(patience) {}

  // For every index from 0 in turn, one of the two.
  double apply(double gain, std::size_t index) {
    switch (kind_) {
      case CascadeKind::alpha_DCG:
        return gain * (index == 0
                           ? 1
                           : std::numbers::ln2 / portable::log(static_cast<double>(index) + 2.0));
      case CascadeKind::ERR_IA:
        return gain / static_cast<double>(index + 1);
      default:
        return gain * std::exchange(decay_, decay_ * patience_);
    }
  }
  void skip() { decay_ *= patience_; }

  // No discounted gain of at most `gain` can change the sum any more.
  bool is_over(double sum, double gain) const {
    return kind_ == CascadeKind::NRBP && sum + decay_ * gain == sum;
  }

 private:
  CascadeKind kind_;
  double patience_;
  double decay_ = 1.0;
};

// The sum over a list of `length` documents, without those that cannot change it: without gain,
// and the far end.
template <typename GradesAt>
double discounted_gain(CascadeKind kind, const Layer& layer, std::size_t length, GradesAt grades_at,
                       const Parameters& parameters) {
  const std::size_t depth = std::min<std::size_t>(parameters.cutoff, length);
  const double highest = 2 * first_ideal_gain(layer, parameters);  // twice: above any rounding
  NodeGains gains(layer, parameters.alpha, has_given_weights(parameters));
  CascadeDiscount discounting(kind, parameters.patience);
  double sum = 0;
  for (std::size_t i = 0; i < depth && !discounting.is_over(sum, highest); ++i) {
    const auto nodes = grades_at(i);
    if (nodes.empty())
      discounting.skip();
    else
      sum += discounting.apply(gains.take(nodes), i);
  }
  return sum;
}

// The share of a perfect list's score that a discounted gain is. NRBP has the limit of an endless
// list in closed form.
double over_perfect(CascadeKind kind, const Layer& layer, double gain, double perfect,
                    const Parameters& parameters) {
  if (kind != CascadeKind::NRBP) return gain / perfect;
  return gain *
         ((1 - (1 - parameters.alpha) * parameters.patience) / first_ideal_gain(layer, parameters));
}

// The discounted gain of a list whose documents are all relevant to all nodes; without cutoff, of
// an endless one.
double perfect_gain(CascadeKind kind, const Layer& layer, const Parameters& parameters) {
  if (kind == CascadeKind::NRBP) return 1;
  CascadeDiscount discounting(kind, parameters.patience);
  double sum = 0, gain = first_ideal_gain(layer, parameters);
  // The rest after the last step is too little to change the sum.
  for (std::size_t i = 0; i < parameters.cutoff && gain > 1e-18 * sum; ++i) {
    sum += discounting.apply(gain, i);
    gain *= 1.0 - parameters.alpha;
  }
  return sum;
}

// A measure divides by these, apart from constants: the score of a perfect list, with unlimited
// documents relevant to all nodes, and for the normalised measures that of the ideal list as well.
struct Divisors {
  double perfect = 0;
  double ideal = 1;
};

Divisors divisors_of(CascadeKind kind, bool normalised, const Layer& layer,
                     const Parameters& parameters, GreedyIdeals& ideals) {
  Divisors divisors;
  if (layer.nodes().empty()) return divisors;
  divisors.perfect = perfect_gain(kind, layer, parameters);
  if (!normalised || divisors.perfect <= 0) return divisors;
  GreedyIdeal& ideal = ideals.of(layer, parameters.alpha, has_given_weights(parameters));
  const auto grades_at = [&](std::size_t i) { return layer.ideal_grades(ideal.at(i)); };
  const double gain = discounted_gain(kind, layer, ideal.size(), grades_at, parameters);
  divisors.ideal = over_perfect(kind, layer, gain, divisors.perfect, parameters);
  return divisors;
}

// A part for every node of every document; what is lost is lost to the documents above that have
// the node.
ScoreParts cascade_parts(CascadeKind kind, const Layer& layer, const Divisors& divisors,
                         Ranking ranking, const Parameters& parameters) {
  const NodeGains fresh(layer, parameters.alpha, has_given_weights(parameters));
  NodeGains gains = fresh;
  CascadeDiscount discounting(kind, parameters.patience);
  ScoreParts parts;
  for (std::size_t i = 0; i < std::min<std::size_t>(parameters.cutoff, ranking.size()); ++i) {
    const auto nodes = layer.grades(ranking[i]);
    const double discounted = discounting.apply(1, i);
    const auto worth = [&](double gain) {
      return over_perfect(kind, layer, gain * discounted, divisors.perfect, parameters) /
             divisors.ideal;
    };
    for (const NodeGrade& node : nodes) {
      const double amount = worth(gains.of({&node, 1}));
      parts.push_back({.amount = amount,
                       .rank = static_cast<std::uint32_t>(i + 1),
                       .document = ranking[i],
                       .node = node.node,
                       .lost = worth(fresh.of({&node, 1})) - amount});
    }
    gains.take(nodes);
  }
  return parts;
}

ScoreMaker cascade(CascadeKind kind, bool normalised) {
  return [=](Layers layers, const Parameters& parameters, GreedyIdeals& ideals) -> Scoring {
    const Layer& layer = layers[0];
    const Divisors divisors = divisors_of(kind, normalised, layer, parameters, ideals);
    if (divisors.perfect <= 0 || divisors.ideal <= 0) return always_zero();
    const auto score = [=, &layer, &parameters](Ranking ranking) {
      const auto grades_at = [&](std::size_t i) { return layer.grades(ranking[i]); };
      const double gain = discounted_gain(kind, layer, ranking.size(), grades_at, parameters);
      return over_perfect(kind, layer, gain, divisors.perfect, parameters) / divisors.ideal;
    };
    const auto parts = [=, &layer, &parameters](Ranking ranking) {
      return cascade_parts(kind, layer, divisors, ranking, parameters);
    };
    const auto ideal = [=, &layer, &parameters](Ranking) {
      GreedyIdeal list(layer, parameters.alpha, has_given_weights(parameters));
      return parts(list.first(parameters.cutoff));
    };
    return {score, parts, ideal};
  };
}

}  // namespace

[[gnu::cold]] std::vector<MeasureRecord> cascade_measures() {
  const auto alpha = number_parameter("alpha", &Parameters::alpha, 0, 1, "redundancy intolerance");
  const auto beta = number_parameter("beta", &Parameters::patience, 0, 1, "patience");
  const auto weights = word_parameter<NodeWeights>(
      "weights", &Parameters::weights,
      {{"uniform", NodeWeights::uniform}, {"given", NodeWeights::given}},
      "weights of intents: all equal, or P(i)");
  const auto record = [&](std::string_view name, std::string_view formula, CascadeKind kind,
                          bool normalised) {
    const bool has_patience = kind == CascadeKind::NRBP;
    std::vector<ParameterRecord> parameters = {alpha, weights};
    if (has_patience) parameters.insert(parameters.begin() + 1, beta);
    return MeasureRecord{.name = std::string(name),
                         .family = family::cascade,
                         .formula = std::string(formula),
                         .source = "Clarke11 2",
                         .parameters = std::move(parameters),
                         .traits = {.may_be_layered = true, .adds_perfect_list = !has_patience},
                         .make = cascade(kind, normalised)};
  };
  return {
      record("alpha-DCG",
             "sum_r ng(r) / log2(r+1), over that of a perfect list; ng(r) = sum of "
             "(1-alpha)^(documents above r with the intent)",
             CascadeKind::alpha_DCG, false),
      record("alpha-nDCG", "alpha-DCG / alpha-DCG of the ideal list", CascadeKind::alpha_DCG, true),
      record("ERR-IA", "sum_r ng(r) / r, over that of a perfect list", CascadeKind::ERR_IA, false),
      record("nERR-IA", "ERR-IA / ERR-IA of the ideal list", CascadeKind::ERR_IA, true),
      record("NRBP", "(1 - (1-alpha) beta)/n sum_r ng(r) beta^(r-1)", CascadeKind::NRBP, false),
      record("nNRBP", "NRBP / NRBP of the ideal list", CascadeKind::NRBP, true),
  };
}

}  // namespace subintent::internal
