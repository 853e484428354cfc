#include "evaluate/gain_measures.h"

#include <algorithm>
#include <cmath>

#include "support/portable_math.h"

namespace subintent {
namespace {

// Gains over the logarithm of their ranks.
class Discounting {
 public:
  explicit Discounting(const GainParameters& parameters)
      : discount_(parameters.discount),
        base_(parameters.log_base),
        log2_of_base_(portable::log2(parameters.log_base)) {}

  double operator()(double gain, std::uint32_t rank) const {
    if (discount_ == Discount::standard) return gain / (portable::log2(rank + 1.0) / log2_of_base_);
    return rank <= base_ ? gain : gain / (portable::log2(rank) / log2_of_base_);
  }

 private:
  Discount discount_;
  double base_, log2_of_base_;
};

double precision(std::span<const Hit> hits, std::size_t length, std::uint32_t cutoff) {
  const double depth = cutoff == no_cutoff ? static_cast<double>(length) : cutoff;
  return depth > 0 ? static_cast<double>(hits.size()) / depth : 0;
}

double sum_of_precisions(std::span<const Hit> hits) {
  double sum = 0, count = 0;
  for (const Hit& hit : hits) sum += ++count / hit.rank;
  return sum;
}

double discounted_gain(std::span<const Hit> hits, const GainParameters& parameters) {
  const Discounting discounted(parameters);
  double sum = 0;
  for (const Hit& hit : hits) sum += discounted(hit.gain, hit.rank);
  return sum;
}

double ideal_discounted_gain(const IdealGains& ideal, std::uint32_t cutoff,
                             const GainParameters& parameters) {
  const Discounting discounted(parameters);
  double sum = 0;
  const std::size_t depth = std::min<std::size_t>(cutoff, ideal.gains.size());
  for (std::size_t i = 0; i < depth; ++i) {
    sum += discounted(ideal.gains[i], static_cast<std::uint32_t>(i + 1));
  }
  return sum;
}

double rank_biased_precision(std::span<const Hit> hits, double p) {
  double sum = 0;
  DoubleDouble power = {1, 0};  // p^(rank - 1)
  std::uint32_t rank = 1;
  for (const Hit& hit : hits) {
    for (; rank < hit.rank; ++rank) power = power * p;
    if (sum + power.high == sum) break;  // so for all later hits
    sum += power.high;
  }
  return (1 - p) * sum;
}

// The user stops at a document of grade g with chance (2^g - 1) / 2^G.
class StoppingUser {
 public:
  explicit StoppingUser(std::int32_t max_grade) : scale_(std::ldexp(1, -max_grade)) {}

  // The document's share of the expected reciprocal rank.
  double read(std::int32_t grade, double rank) {
    const double stops = (std::ldexp(1, grade) - 1) * scale_;
    const double share = still_reading_ * stops / rank;
    still_reading_ *= 1 - stops;
    return share;
  }

 private:
  double scale_;
  double still_reading_ = 1;
};

double expected_reciprocal_rank(std::span<const Hit> hits, std::int32_t max_grade) {
  StoppingUser user(max_grade);
  double sum = 0;
  for (const Hit& hit : hits) sum += user.read(hit.grade, hit.rank);
  return sum;
}

double ideal_expected_reciprocal_rank(const IdealGains& ideal, std::uint32_t cutoff,
                                      std::int32_t max_grade) {
  StoppingUser user(max_grade);
  double sum = 0;
  const std::size_t depth = std::min<std::size_t>(cutoff, ideal.grades.size());
  for (std::size_t i = 0; i < depth; ++i) {
    sum += user.read(ideal.grades[i], static_cast<double>(i + 1));
  }
  return sum;
}

// Sum of the blended ratios BR(r) = (C(r) + beta cg(r)) / (r + beta cg*(r)) at the hits [Sakai12
// eq. 2].
double sum_of_blended_ratios(std::span<const Hit> hits, const IdealGains& ideal, double beta) {
  double sum = 0, count = 0, gain = 0, ideal_gain = 0;
  std::size_t reached = 0;
  for (const Hit& hit : hits) {
    for (; reached < std::min<std::size_t>(hit.rank, ideal.gains.size()); ++reached) {
      ideal_gain += ideal.gains[reached];
    }
    ++count;
    gain += hit.gain;
    sum += (count + beta * gain) / (hit.rank + beta * ideal_gain);
  }
  return sum;
}

// P+ looks at the hits up to the preferred rank, that of the first document of the highest gain
// [Sakai12 eq. 4].
double p_plus(std::span<const Hit> hits, const IdealGains& ideal, double beta) {
  if (hits.empty()) return 0;
  const auto preferred = std::max_element(
      hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.gain < b.gain; });
  const auto count = static_cast<std::size_t>(preferred - hits.begin()) + 1;
  return sum_of_blended_ratios(hits.first(count), ideal, beta) / static_cast<double>(count);
}

// Sum of the expected precisions at the hits, times the number of levels [SakaiSong11 §3.1],
// thresholds uniform.
double sum_of_expected_precisions(std::span<const Hit> hits) {
  double sum = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    double agreement = 0;
    for (std::size_t j = 0; j <= i; ++j) agreement += std::min(hits[i].grade, hits[j].grade);
    sum += agreement / hits[i].rank;
  }
  return sum;
}

double sum_of_grades(const IdealGains& ideal, std::uint32_t cutoff) {
  double sum = 0;
  const std::size_t depth = std::min<std::size_t>(cutoff, ideal.grades.size());
  for (std::size_t i = 0; i < depth; ++i) sum += ideal.grades[i];
  return sum;
}

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

}  // namespace

double Gain::of(std::int32_t grade) const {
  if (grade <= 0) return 0;
  if (kind_ == Kind::exponential) return std::ldexp(1, grade) - 1;
  if (kind_ == Kind::table) {
    const auto at = table_->find(grade);
    if (at != table_->end()) return at->second;
  }
  return grade;
}

double gain_measure(GainMeasure measure, std::span<const Hit> hits, std::size_t length,
                    const IdealGains& ideal, const GainParameters& parameters) {
  const std::uint32_t cutoff = parameters.cutoff;
  const auto relevant = static_cast<double>(ideal.gains.size());
  const double reachable = std::min(relevant, static_cast<double>(cutoff));
  switch (measure) {
    case GainMeasure::P:
      return precision(hits, length, cutoff);
    case GainMeasure::R:
      return ratio(static_cast<double>(hits.size()), relevant);
    case GainMeasure::AP:
      return ratio(sum_of_precisions(hits), relevant);
    case GainMeasure::aAP:
      return ratio(sum_of_precisions(hits), reachable);
    case GainMeasure::RR:
      return hits.empty() ? 0 : 1.0 / hits[0].rank;
    case GainMeasure::DCG:
      return discounted_gain(hits, parameters);
    case GainMeasure::nDCG:
      return ratio(discounted_gain(hits, parameters),
                   ideal_discounted_gain(ideal, cutoff, parameters));
    case GainMeasure::enDCG:
      return ratio(discounted_gain(hits, parameters),
                   ideal_discounted_gain(ideal, no_cutoff, parameters));
    case GainMeasure::RBP:
      return rank_biased_precision(hits, parameters.p);
    case GainMeasure::nRBP:
      return ratio(rank_biased_precision(hits, parameters.p),
                   1 - portable::pow(parameters.p, reachable));
    case GainMeasure::ERR:
      return expected_reciprocal_rank(hits, parameters.max_grade);
    case GainMeasure::nERR:
      return ratio(expected_reciprocal_rank(hits, parameters.max_grade),
                   ideal_expected_reciprocal_rank(ideal, cutoff, parameters.max_grade));
    case GainMeasure::Q:
      return ratio(sum_of_blended_ratios(hits, ideal, parameters.beta), reachable);
    case GainMeasure::P_plus:
      return p_plus(hits, ideal, parameters.beta);
    case GainMeasure::GAP:
      return ratio(sum_of_expected_precisions(hits), sum_of_grades(ideal, no_cutoff));
    case GainMeasure::nGAP:
      return ratio(sum_of_expected_precisions(hits), sum_of_grades(ideal, cutoff));
  }
  return 0;
}

}  // namespace subintent
