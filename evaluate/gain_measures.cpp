#include "evaluate/gain_measures.h"
#include "subintent/program.h"

#include <cmath>

#include "core/base/portable_math.h"
#include "evaluate/parameters.h"

namespace subintent::internal {
namespace {

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

// Documents in the top K, however few there are.
double retrieved(const GainList& list, const Parameters& parameters) {
  return static_cast<double>(std::min<std::size_t>(list.length, parameters.cutoff));
}

// [van Rijsbergen 1979, 7], or over the highest that so many documents can have; as trec_eval does.
double set_precision(const GainList& list, const Parameters& parameters) {
  const double depth = retrieved(list, parameters);
  return ratio(static_cast<double>(list.hits.size()),
               parameters.relative ? std::min(depth, relevant(list)) : depth);
}

double set_recall(const GainList& list, const Parameters&) {
  return ratio(static_cast<double>(list.hits.size()), relevant(list));
}

double set_f(const GainList& list, const Parameters& parameters) {
  const double p = set_precision(list, parameters), r = set_recall(list, parameters);
  const double weight = parameters.recall_weight;
  return ratio((weight + 1) * p * r, weight * p + r);
}

double sum_of_precisions(std::span<const Hit> hits) {
  double sum = 0, count = 0;
  for (const Hit& hit : hits) sum += ++count / hit.rank;
  return sum;
}

// At the rank R.
double r_precision(const GainList& list, const Parameters&) {
  const auto found =
      std::ranges::count_if(list.hits, [&](const Hit& hit) { return hit.rank <= relevant(list); });
  return ratio(static_cast<double>(found), relevant(list));
}

// The highest precision at any rank from that where the recall is reached; as trec_eval does.
double interpolated_precision(const GainList& list, const Parameters& parameters) {
  const double needed = std::round(parameters.recall * relevant(list));
  double best = 0, count = 0;
  for (const Hit& hit : list.hits)
    if (++count >= needed) best = std::max(best, count / hit.rank);
  return best;
}

// The share of pairs of a relevant and another document of the top K that are in the right order.
double accuracy(const GainList& list, const Parameters& parameters) {
  const auto found = static_cast<double>(list.hits.size());
  const double others = retrieved(list, parameters) - found;
  if (found == 0 || others == 0) return found > 0 ? 1 : 0;
  double wrong = 0, count = 0;
  for (const Hit& hit : list.hits) wrong += hit.rank - ++count;
  return 1 - wrong / (found * others);
}

double gain_of_hits(std::span<const Hit> hits, const Parameters& parameters) {
  const Discounting discounted(parameters);
  return total_of(hits, [&](const Hit& hit) { return discounted(hit.gain, hit.rank); });
}

double ideal_discounted_gain(const IdealGains& ideal, std::uint32_t cutoff,
                             const Parameters& parameters) {
  const Discounting discounted(parameters);
  double sum = 0;
  const std::size_t depth = std::min<std::size_t>(cutoff, ideal.gains.size());
  for (std::size_t i = 0; i < depth; ++i)
    sum += discounted(ideal.gains[i], static_cast<std::uint32_t>(i + 1));
  return sum;
}

// The powers of a number, asked for in ascending order.
class Powers {
 public:
  explicit Powers(double base) : base_(base) {}

  double of(std::uint32_t exponent) {
    for (; exponent_ < exponent; ++exponent_) power_ = power_ * base_;
    return power_.high;
  }

 private:
  double base_;
  std::uint32_t exponent_ = 0;
  DoubleDouble power_ = {1, 0};
};

double rank_biased_precision(std::span<const Hit> hits, double p) {
  double sum = 0;
  Powers powers(p);
  for (const Hit& hit : hits) {
    const double power = powers.of(hit.rank - 1);
    if (sum + power == sum) break;  // so for all later hits
    sum += power;
  }
  return (1 - p) * sum;
}

std::vector<Hit> ideal_hits(const GainList& list, const Parameters& parameters) {
  std::vector<Hit> hits;
  const std::vector<std::int32_t>& grades = list.ideal.grades;
  const std::size_t depth = std::min<std::size_t>(parameters.cutoff, grades.size());
  for (std::size_t i = 0; i < depth; ++i)
    hits.push_back({static_cast<std::uint32_t>(i + 1), list.ideal.gains[i], grades[i]});
  return hits;
}

double expected_reciprocal_rank(std::span<const Hit> hits, const Parameters& parameters) {
  StoppingUser user(parameters.max_grade);
  return total_of(hits, [&](const Hit& hit) { return user.stops_at(hit.grade) / hit.rank; });
}

// The gain of a user who stops at a rank, and pays a share 1 - phi of it for each rank
// [NTCIREVAL].
double rank_biased_utility(std::span<const Hit> hits, const Parameters& parameters) {
  StoppingUser user(parameters.max_grade);
  double sum = 0;
  Powers powers(parameters.phi);
  for (const Hit& hit : hits) sum += powers.of(hit.rank) * user.stops_at(hit.grade);
  return sum;
}

// BR(r) = (C(r) + beta cg(r)) / (r + beta cg*(r)) at the hits, one after the other [Sakai12 eq. 2].
class BlendedRatio {
 public:
  BlendedRatio(const IdealGains& ideal, double beta) : ideal_(ideal), beta_(beta) {}

  double at_next(const Hit& hit) {
    for (; reached_ < std::min<std::size_t>(hit.rank, ideal_.gains.size()); ++reached_)
      ideal_gain_ += ideal_.gains[reached_];
    ++count_;
    gain_ += hit.gain;
    return (count_ + beta_ * gain_) / (hit.rank + beta_ * ideal_gain_);
  }

 private:
  const IdealGains& ideal_;
  double beta_, count_ = 0, gain_ = 0, ideal_gain_ = 0;
  std::size_t reached_ = 0;
};

double sum_of_blended_ratios(std::span<const Hit> hits, const IdealGains& ideal, double beta) {
  BlendedRatio blended(ideal, beta);
  return total_of(hits, [&](const Hit& hit) { return blended.at_next(hit); });
}

// EBR: the blended ratio where the user of ERR stops.
double expected_blended_ratio(std::span<const Hit> hits, const IdealGains& ideal,
                              const Parameters& parameters) {
  BlendedRatio blended(ideal, parameters.gain_weight);
  StoppingUser user(parameters.max_grade);
  return total_of(hits,
                  [&](const Hit& hit) { return blended.at_next(hit) * user.stops_at(hit.grade); });
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

// For each hit the depth from which both the list and the ideal list have its document. Documents
// of the same grade stand in the ideal list as they do in the list, the others below them.
std::vector<std::size_t> shared_from(const GainList& list) {
  std::map<std::int32_t, std::size_t> found;  // by grade
  std::vector<std::size_t> depths;
  const auto& grades = list.ideal.grades;
  for (const Hit& hit : list.hits) {
    const auto first = std::ranges::lower_bound(grades, hit.grade, std::greater<>());
    const auto above = static_cast<std::size_t>(first - grades.begin());
    depths.push_back(std::max<std::size_t>(hit.rank, above + ++found[hit.grade]));
  }
  std::ranges::sort(depths);
  return depths;
}

// Rank-biased overlap with the ideal list, down to the cutoff, however short the lists are
// [Clarke21].
double compatibility(const GainList& list, const Parameters& parameters) {
  constexpr std::size_t usual_depth = 1000;  // without a cutoff
  constexpr double no_weight = 1e-40;        // all that is behind it changes no sum of 1 or more
  const std::size_t relevant = list.ideal.grades.size();
  const std::size_t depth = parameters.cutoff == no_cutoff ? usual_depth : parameters.cutoff;
  const auto depths = shared_from(list);
  double overlap = 0, of_ideal = 0, weights = 0, weight = 1;
  std::size_t shared = 0;
  for (std::size_t d = 1; d <= depth && weight > no_weight; ++d) {
    while (shared < depths.size() && depths[shared] <= d) ++shared;
    const auto share = weight / static_cast<double>(d);
    overlap += share * static_cast<double>(shared);
    of_ideal += share * static_cast<double>(std::min(d, relevant));
    weights += weight;
    weight *= parameters.overlap_p;
  }
  return ratio(overlap, parameters.normalize ? of_ideal : weights);
}

using List = const GainList&;
using Given = const Parameters&;

// With arguments, which may be left out from behind.
GainMeasure record(std::string_view name, std::string_view formula, std::string_view source,
                   GainFunction value, unsigned traits = 0,
                   std::vector<ParameterRecord> parameters = {},
                   std::vector<std::string> other_names = {}, std::string_view at = {}) {
  return {name, formula, source, value, traits, std::move(parameters), std::move(other_names), at};
}

[[gnu::cold]] std::vector<GainMeasure> measures_of_gains() {
  using enum GainMeasure::Trait;
  const std::vector<ParameterRecord> persistence = {persistence_parameter()};
  const std::vector<ParameterRecord> highest_grade = {max_grade_parameter()};
  const std::vector<ParameterRecord> utility = {phi_parameter(), highest_grade[0]};
  const ParameterRecord gain = word_parameter<Gain>(
      "gain", &Parameters::gain, {{"linear", Gain::linear}, {"exp", Gain::exponential}},
      "gain of a grade: the grade itself, or 2^grade - 1", "linear, or `gains`");
  const std::vector<ParameterRecord> discounting = {
      gain, discount_parameter(),
      number_parameter("base", &Parameters::log_base, 1.001, 1e9, "base of the logarithm")};
  const std::vector<ParameterRecord> blending = {
      number_parameter("beta", &Parameters::gain_weight, 0, 1e9,
                       "weight of gain against precision"),
      gain};
  std::vector<ParameterRecord> blended_stopping = blending;
  blended_stopping.push_back(highest_grade[0]);
  const std::vector<ParameterRecord> overlap = {
      number_parameter("p", &Parameters::overlap_p, 0, 0.999999, "probability of reading on"),
      word_parameter<bool>("normalize", &Parameters::normalize, {{"False", false}, {"True", true}},
                           "over the overlap of the ideal list with itself")};
  return {
      record("P", "relevant documents in the top K / K", "Webber 3.1", precision, binary, {},
             {"Precision"}),
      record("R", "relevant documents in the top K / R", "Webber 3.1",
             [](List l, Given) { return ratio(static_cast<double>(l.hits.size()), relevant(l)); },
             binary, {}, {"Recall"}),
      record("SetP", "relevant documents in the top K / documents in the top K", "Rijsbergen79 7",
             set_precision, binary | of_topics,
             {word_parameter<bool>("relative", &Parameters::relative,
                                   {{"False", false}, {"True", true}},
                                   "over the highest SetP that so many documents can have")}),
      record("SetR", "relevant documents in the top K / R", "Rijsbergen79 7", set_recall,
             binary | of_topics),
      record("SetF", "(beta + 1) SetP SetR / (beta SetP + SetR)", "trec_eval set_F", set_f,
             binary | of_topics,
             {number_parameter("beta", &Parameters::recall_weight, 0, 1e9,
                               "weight of recall against precision, as in trec_eval")}),
      record(
          "SetAP", "SetP SetR", "trec_eval set_map",
          [](List l, Given p) { return set_precision(l, p) * set_recall(l, p); },
          binary | of_topics),
      record("AP", "1/R sum_r I(r) C(r)/r", "Webber 3.1",
             [](List l, Given) { return ratio(sum_of_precisions(l.hits), relevant(l)); },
             binary | by_intent, {}, {"MAP"}),
      record(
          "aAP", "1/min(R,K) sum_r I(r) C(r)/r", "Webber 3.1",
          [](List l, Given p) { return ratio(sum_of_precisions(l.hits), reachable(l, p)); },
          binary),
      record("RR", "1 / rank of the first relevant document", "Webber 3.1",
             [](List l, Given) { return l.hits.empty() ? 0 : 1.0 / l.hits[0].rank; }, binary, {},
             {"MRR"}),
      record(
          "Success", "1 where a relevant document is in the top K, else 0", "trec_eval success",
          [](List l, Given) { return l.hits.empty() ? 0 : 1.0; }, binary | of_topics),
      record("Rprec", "P at the rank R", "trec_eval Rprec", r_precision, binary | of_topics),
      record("IPrec",
             "the highest precision from the rank on where the share `recall` of R is found",
             "trec_eval iprec_at_recall", interpolated_precision, binary | of_topics,
             {number_parameter("recall", &Parameters::recall, 0, 1,
                               "the share of R that is found, also written behind @")},
             {}, "recall"),
      record("Accuracy",
             "pairs of a relevant and another document of the top K whose relevant one is "
             "above, over all such pairs",
             "ir_measures", accuracy, binary | of_topics),
      record(
          "DCG", "sum_r g(r) / log2(r+1)", "Webber 3.1",
          [](List l, Given p) { return gain_of_hits(l.hits, p); }, 0, discounting),
      record(
          "nDCG", "DCG@K / DCG@K of the ideal list", "Webber 3.1",
          [](List l, Given p) {
            return ratio(gain_of_hits(l.hits, p), ideal_discounted_gain(l.ideal, p.cutoff, p));
          },
          by_intent, discounting),
      record(
          "enDCG", "DCG@K / DCG of the whole ideal list", "Webber 3.1",
          [](List l, Given p) {
            return ratio(gain_of_hits(l.hits, p), ideal_discounted_gain(l.ideal, no_cutoff, p));
          },
          0, discounting),
      record(
          "RBP", "(1-p) sum_r I(r) p^(r-1)", "Webber 3.1",
          [](List l, Given p) { return rank_biased_precision(l.hits, p.p); }, binary | by_intent,
          persistence),
      record(
          "nRBP", "RBP / (1 - p^min(R,K))", "Webber 3.1",
          [](List l, Given p) {
            const double highest = 1 - portable::pow(p.p, reachable(l, p));
            const double score = ratio(rank_biased_precision(l.hits, p.p), highest);
            constexpr double rounding = 1e-9;  // bounds ask for lists that are above 1 by more
            return score > 1 && score < 1 + rounding ? 1 : score;
          },
          binary, persistence),
      record(
          "ERR", "sum_r 1/r s(r) prod_{q<r} (1-s(q)), s = (2^grade - 1)/2^G", "SakaiSong11 3.1",
          [](List l, Given p) { return expected_reciprocal_rank(l.hits, p); },
          graded | to_highest | by_intent, highest_grade),
      record(
          "nERR", "ERR / ERR@K of the ideal list", "SakaiSong11 3.1",
          [](List l, Given p) {
            return ratio(expected_reciprocal_rank(l.hits, p),
                         expected_reciprocal_rank(ideal_hits(l, p), p));
          },
          graded | to_highest | by_intent, highest_grade),
      record(
          "iRBU", "sum_r phi^r s(r) prod_{q<r} (1-s(q)), s as in ERR", "NTCIREVAL 230128",
          [](List l, Given p) { return rank_biased_utility(l.hits, p); }, graded | to_highest,
          utility),
      record(
          "niRBU", "iRBU / iRBU@K of the ideal list", "NTCIREVAL 230128",
          [](List l, Given p) {
            return ratio(rank_biased_utility(l.hits, p), rank_biased_utility(ideal_hits(l, p), p));
          },
          graded | to_highest, utility),
      record(
          "EBR", "sum_r BR(r) s(r) prod_{q<r} (1-s(q)), BR the blended ratio of Q, s as in ERR",
          "NTCIREVAL 230128",
          [](List l, Given p) { return expected_blended_ratio(l.hits, l.ideal, p); },
          graded | to_highest | by_intent, blended_stopping),
      record(
          "nEBR", "EBR / EBR@K of the ideal list", "NTCIREVAL 230128",
          [](List l, Given p) {
            return ratio(expected_blended_ratio(l.hits, l.ideal, p),
                         expected_blended_ratio(ideal_hits(l, p), l.ideal, p));
          },
          graded | to_highest, blended_stopping),
      record("Q", "1/min(R,K) sum_r I(r) (C(r) + beta cg(r)) / (r + beta cg*(r))", "Sakai12 2.1",
             [](List l, Given p) {
               return ratio(sum_of_blended_ratios(l.hits, l.ideal, p.gain_weight), reachable(l, p));
             },
             by_intent, blending, {"Q-measure"}),
      record(
          "P+",
          "1/C(p) sum_{r<=p} I(r) (C(r) + beta cg(r)) / (r + beta cg*(r)), p the first rank "
          "of the highest gain",
          "Sakai12 2.1", [](List l, Given p) { return p_plus(l.hits, l.ideal, p.gain_weight); }, 0,
          blending),
      record(
          "GAP", "sum_r sum_{q<=r} min(grade(q), grade(r)) / r, over the sum of all grades",
          "SakaiSong11 3.1",
          [](List l, Given) {
            return ratio(sum_of_expected_precisions(l.hits), sum_of_grades(l.ideal, no_cutoff));
          },
          graded | by_intent),
      record(
          "nGAP", "the same, over the sum of the K highest grades", "SakaiSong11 3.1",
          [](List l, Given p) {
            return ratio(sum_of_expected_precisions(l.hits), sum_of_grades(l.ideal, p.cutoff));
          },
          graded | by_intent),
      record("Compat",
             "sum_d p^(d-1) (documents that list and ideal list share to depth d) / d, d to K "
             "(1,000 if no cutoff is given), over that of the ideal list with itself",
             "Clarke21", compatibility, graded, overlap, {"compatibility"}),
  };
}

}  // namespace

ParameterRecord persistence_parameter() {
  return number_parameter("p", &Parameters::p, 0, 0.999999, "probability of reading on");
}

ParameterRecord phi_parameter() {
  return number_parameter("phi", &Parameters::phi, 0, 1,
                          "share of the utility that is left after each rank");
}

ParameterRecord max_grade_parameter() {
  return whole_parameter("max-grade", &Parameters::max_grade, 1, 1000,
                         "the highest grade of the scale", "the highest judged");
}

ParameterRecord discount_parameter() {
  return word_parameter<Discount>("discount", &Parameters::discount,
                                  {{"log2", Discount::standard}, {"jk", Discount::jarvelin}},
                                  "log(r+1), or log max(base, r)");
}

const std::vector<GainMeasure>& gain_measures() {
  static const std::vector<GainMeasure> measures = [] {
    std::vector<GainMeasure> all = measures_of_gains();
    std::ranges::move(browsing_measures(), std::back_inserter(all));
    return all;
  }();
  return measures;
}

const GainMeasure& gain_measure(std::string_view name) {
  return *std::ranges::find(gain_measures(), name, &GainMeasure::name);
}

}  // namespace subintent::internal
