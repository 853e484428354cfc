#include "evaluate/gain_measures.h"

#include <algorithm>
#include <cmath>

#include "evaluate/ratio.h"
#include "support/portable_math.h"

namespace subintent::internal {
namespace {

// Gains over the logarithm of their ranks.
class Discounting {
 public:
  explicit Discounting(const Parameters& parameters)
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

double relevant(const GainList& list) {
  return static_cast<double>(list.ideal.gains.size());
}

// The relevant documents that the top K can hold.
double reachable(const GainList& list, const Parameters& parameters) {
  return std::min(relevant(list), static_cast<double>(parameters.cutoff));
}

double precision(const GainList& list, const Parameters& parameters) {
  const std::uint32_t cutoff = parameters.cutoff;
  const double depth = cutoff == no_cutoff ? static_cast<double>(list.length) : cutoff;
  return ratio(static_cast<double>(list.hits.size()), depth);
}

double sum_of_precisions(std::span<const Hit> hits) {
  double sum = 0, count = 0;
  for (const Hit& hit : hits) sum += ++count / hit.rank;
  return sum;
}

double discounted_gain(std::span<const Hit> hits, const Parameters& parameters) {
  const Discounting discounted(parameters);
  double sum = 0;
  for (const Hit& hit : hits) sum += discounted(hit.gain, hit.rank);
  return sum;
}

double ideal_discounted_gain(const IdealGains& ideal, std::uint32_t cutoff,
                             const Parameters& parameters) {
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

  // The chance to read on to the next document, and to stop there.
  double stops_at(std::int32_t grade) {
    const double stops = (std::ldexp(1, grade) - 1) * scale_;
    const double chance = still_reading_ * stops;
    still_reading_ *= 1 - stops;
    return chance;
  }

 private:
  double scale_;
  double still_reading_ = 1;
};

// The ideal list as hits, for measures by grades.
std::vector<Hit> ideal_hits(const GainList& list, const Parameters& parameters) {
  std::vector<Hit> hits;
  const std::vector<std::int32_t>& grades = list.ideal.grades;
  const std::size_t depth = std::min<std::size_t>(parameters.cutoff, grades.size());
  for (std::size_t i = 0; i < depth; ++i) {
    hits.push_back({static_cast<std::uint32_t>(i + 1), list.ideal.gains[i], grades[i]});
  }
  return hits;
}

double expected_reciprocal_rank(std::span<const Hit> hits, const Parameters& parameters) {
  StoppingUser user(parameters.max_grade);
  double sum = 0;
  for (const Hit& hit : hits) sum += user.stops_at(hit.grade) / hit.rank;
  return sum;
}

// What the user gains who stops at a rank, and pays a share 1 - phi of it for each rank
// [NTCIREVAL].
double rank_biased_utility(std::span<const Hit> hits, const Parameters& parameters) {
  StoppingUser user(parameters.max_grade);
  double sum = 0;
  DoubleDouble power = {parameters.phi, 0};  // phi^rank
  std::uint32_t rank = 1;
  for (const Hit& hit : hits) {
    for (; rank < hit.rank; ++rank) power = power * parameters.phi;
    sum += power.high * user.stops_at(hit.grade);
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

using List = const GainList&;
using Given = const Parameters&;

std::vector<GainMeasure> make_gain_measures() {
  const std::vector<ParameterRecord> persistence = {persistence_parameter()};
  const std::vector<ParameterRecord> highest_grade = {
      whole_parameter("max-grade", &Parameters::max_grade, 1, 1000,
                      "the highest grade of the scale", "the highest judged")};
  const std::vector<ParameterRecord> utility = {
      number_parameter("phi", &Parameters::phi, 0, 1,
                       "share of the utility that is left after each rank"),
      highest_grade[0]};
  const ParameterRecord gain = word_parameter<Gain>(
      "gain", &Parameters::gain, {{"linear", Gain::linear}, {"exp", Gain::exponential}},
      "gain of a grade: the grade itself, or 2^grade - 1", "linear, or `gains`");
  const std::vector<ParameterRecord> discounting = {
      gain,
      word_parameter<Discount>("discount", &Parameters::discount,
                               {{"log2", Discount::standard}, {"jk", Discount::jarvelin}},
                               "log(r+1), or log max(base, r)"),
      number_parameter("base", &Parameters::log_base, 1.001, 1e9, "base of the logarithm")};
  const std::vector<ParameterRecord> blending = {
      number_parameter("beta", &Parameters::gain_weight, 0, 1e9,
                       "weight of gain against precision"),
      gain};
  return {
      {.name = "P",
       .other_names = {"Precision"},
       .formula = "relevant documents in the top K / K",
       .source = "Webber 3.1",
       .value = precision,
       .is_binary = true},
      {.name = "R",
       .other_names = {"Recall"},
       .formula = "relevant documents in the top K / R",
       .source = "Webber 3.1",
       .value = [](List l,
                   Given) { return ratio(static_cast<double>(l.hits.size()), relevant(l)); },
       .is_binary = true},
      {.name = "AP",
       .other_names = {"MAP"},
       .formula = "1/R sum_r I(r) C(r)/r",
       .source = "Webber 3.1",
       .value = [](List l, Given) { return ratio(sum_of_precisions(l.hits), relevant(l)); },
       .is_binary = true},
      {.name = "aAP",
       .formula = "1/min(R,K) sum_r I(r) C(r)/r",
       .source = "Webber 3.1",
       .value = [](List l, Given p) { return ratio(sum_of_precisions(l.hits), reachable(l, p)); },
       .is_binary = true},
      {.name = "RR",
       .other_names = {"MRR"},
       .formula = "1 / rank of the first relevant document",
       .source = "Webber 3.1",
       .value = [](List l, Given) { return l.hits.empty() ? 0 : 1.0 / l.hits[0].rank; },
       .is_binary = true},
      {.name = "DCG",
       .formula = "sum_r g(r) / log2(r+1)",
       .source = "Webber 3.1",
       .parameters = discounting,
       .value = [](List l, Given p) { return discounted_gain(l.hits, p); }},
      {.name = "nDCG",
       .formula = "DCG@K / DCG@K of the ideal list",
       .source = "Webber 3.1",
       .parameters = discounting,
       .value =
           [](List l, Given p) {
             return ratio(discounted_gain(l.hits, p), ideal_discounted_gain(l.ideal, p.cutoff, p));
           }},
      {.name = "enDCG",
       .formula = "DCG@K / DCG of the whole ideal list",
       .source = "Webber 3.1",
       .parameters = discounting,
       .value =
           [](List l, Given p) {
             return ratio(discounted_gain(l.hits, p), ideal_discounted_gain(l.ideal, no_cutoff, p));
           }},
      {.name = "RBP",
       .formula = "(1-p) sum_r I(r) p^(r-1)",
       .source = "Webber 3.1",
       .parameters = persistence,
       .value = [](List l, Given p) { return rank_biased_precision(l.hits, p.p); },
       .is_binary = true},
      {.name = "nRBP",
       .formula = "RBP / (1 - p^min(R,K))",
       .source = "Webber 3.1",
       .parameters = persistence,
       .value =
           [](List l, Given p) {
             return ratio(rank_biased_precision(l.hits, p.p),
                          1 - portable::pow(p.p, reachable(l, p)));
           },
       .is_binary = true},
      {.name = "ERR",
       .formula = "sum_r 1/r s(r) prod_{q<r} (1-s(q)), s = (2^grade - 1)/2^G",
       .source = "SakaiSong11 3.1",
       .parameters = highest_grade,
       .value = [](List l, Given p) { return expected_reciprocal_rank(l.hits, p); },
       .by_grades = true,
       .by_highest_grade = true},
      {.name = "nERR",
       .formula = "ERR / ERR@K of the ideal list",
       .source = "SakaiSong11 3.1",
       .parameters = highest_grade,
       .value =
           [](List l, Given p) {
             return ratio(expected_reciprocal_rank(l.hits, p),
                          expected_reciprocal_rank(ideal_hits(l, p), p));
           },
       .by_grades = true,
       .by_highest_grade = true},
      {.name = "iRBU",
       .formula = "sum_r phi^r s(r) prod_{q<r} (1-s(q)), s as in ERR",
       .source = "NTCIREVAL 230128",
       .parameters = utility,
       .value = [](List l, Given p) { return rank_biased_utility(l.hits, p); },
       .by_grades = true,
       .by_highest_grade = true},
      {.name = "niRBU",
       .formula = "iRBU / iRBU@K of the ideal list",
       .source = "NTCIREVAL 230128",
       .parameters = utility,
       .value =
           [](List l, Given p) {
             return ratio(rank_biased_utility(l.hits, p), rank_biased_utility(ideal_hits(l, p), p));
           },
       .by_grades = true,
       .by_highest_grade = true},
      {.name = "Q",
       .other_names = {"Q-measure"},
       .formula = "1/min(R,K) sum_r I(r) (C(r) + beta cg(r)) / (r + beta cg*(r))",
       .source = "Sakai12 2.1",
       .parameters = blending,
       .value =
           [](List l, Given p) {
             return ratio(sum_of_blended_ratios(l.hits, l.ideal, p.gain_weight), reachable(l, p));
           }},
      {.name = "P+",
       .formula =
           "1/C(p) sum_{r<=p} I(r) (C(r) + beta cg(r)) / (r + beta cg*(r)), p the first rank "
           "of the highest gain",
       .source = "Sakai12 2.1",
       .parameters = blending,
       .value = [](List l, Given p) { return p_plus(l.hits, l.ideal, p.gain_weight); }},
      {.name = "GAP",
       .formula = "sum_r sum_{q<=r} min(grade(q), grade(r)) / r, over the sum of all grades",
       .source = "SakaiSong11 3.1",
       .value =
           [](List l, Given) {
             return ratio(sum_of_expected_precisions(l.hits), sum_of_grades(l.ideal, no_cutoff));
           },
       .by_grades = true},
      {.name = "nGAP",
       .formula = "the same, over the sum of the K highest grades",
       .source = "SakaiSong11 3.1",
       .value =
           [](List l, Given p) {
             return ratio(sum_of_expected_precisions(l.hits), sum_of_grades(l.ideal, p.cutoff));
           },
       .by_grades = true},
  };
}

}  // namespace

ParameterRecord persistence_parameter() {
  return number_parameter("p", &Parameters::p, 0, 0.999999, "probability of reading on");
}

const std::vector<GainMeasure>& gain_measures() {
  static const std::vector<GainMeasure> measures = make_gain_measures();
  return measures;
}

const GainMeasure& gain_measure(std::string_view name) {
  return *std::ranges::find(gain_measures(), name, &GainMeasure::name);
}

}  // namespace subintent::internal
