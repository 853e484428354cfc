// Correlation of rankings: of two, of those by every two measures, against gold standards, before
// and after an exchange.
#pragma once

#include "compare/reliability.h"
#include "compare/significance.h"

namespace subintent::internal {

// Places of values, 0 for the smallest; equal values share one. Values are equal where neighbours
// in sorted order differ by no more than `relative` times the larger of them, or by no more than
// `absolute`: rounding makes no order.
std::vector<std::uint32_t> dense_ranks(std::span<const double> values, double relative,
                                       double absolute);

// Kendall's tau_b of two rankings, given as ranks with ties. Nothing where one of them is all ties,
// or has fewer than two items. Time O(n log n) [Knight 1966].
std::optional<double> kendall_tau_b(std::span<const std::uint32_t> a,
                                    std::span<const std::uint32_t> b);

// tau_ap of a ranking against the true one [Yilmaz et al. 2008]: 2 / (n-1) times the sum over the
// items of `ranking` but the first of the share of items above it that are above it in `truth` too,
// minus 1. Both are permutations: places from 0, the best; no ties. 0 for fewer than two items.
// Time O(n log n).
double tau_ap(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> ranking);

// Ranks made strict: ties go to the item with the smaller tie_break, which must differ between
// items.
std::vector<std::uint32_t> strict_ranks(std::span<const std::uint32_t> ranks,
                                        std::span<const std::uint32_t> tie_break);

// The tie_break of items with these names, which is their order by byte.
inline std::vector<std::uint32_t> places_of_names(const std::vector<std::string>& names) {
  return places_in(
      ordered(names.size(), [&](std::size_t i) { return std::string_view(names[i]); }));
}

// Pearson's correlation; nothing where one of the two is constant, up to rounding.
std::optional<double> pearson(std::span<const double> a, std::span<const double> b);

// Spearman's: Pearson's of ranks, as dense_ranks() gives them; ties share the mean of their places.
std::optional<double> spearman(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

struct RankCorrelation {
  double tau_b = 0;
  double tau_ap_first = 0;      // the first ranking is the truth
  double tau_ap_second = 0;     // the second one is
  double tau_ap_symmetric = 0;  // their mean
};

// Compares two rankings with ties, given as ranks from 0, the best; `tie_break` is for tau_ap.
// Empty if one ranking is all ties, or has fewer than two items.
std::optional<RankCorrelation> correlation(std::span<const std::uint32_t> first,
                                           std::span<const std::uint32_t> second,
                                           std::span<const std::uint32_t> tie_break);

// Correlation of the rankings that two measures make of the same items [Webber Table 3]. Nothing
// where one of the measures ranks no item above another.
struct MeasureCorrelation {
  std::string measure1, measure2;
  std::optional<double> tau_b;             // Kendall's
  std::optional<double> tau_ap_1;          // [Yilmaz et al. 2008]; the first ranking is the truth
  std::optional<double> tau_ap_2;          // where the second one is
  std::optional<double> tau_ap_symmetric;  // their mean
  std::uint64_t items = 0;                 // ranked
};

// Correlates the rankings of runs by their means; tau_ap breaks ties by name. Over several groups:
// the mean, weighted by runs. Throws Error where there is one measure only, or no pair of runs.
std::vector<MeasureCorrelation> run_correlations(const std::vector<ScoreGroup>& groups);

// Correlates the orders of pairs of runs by p-value, over all groups at once; ties of tau_ap go to
// the earlier pair. Throws the same.
std::vector<MeasureCorrelation> p_value_correlations(const std::vector<ScoreGroup>& groups,
                                                     const TestSettings& settings,
                                                     Correction correction,
                                                     const PairsDone& progress = {});

// Which run is better for a topic: 1 the first, -1 the second, 0 for a difference of at most 1e-9.
std::int8_t preference(double first, double second);

// For every topic, then every pair of runs as all_pairs orders them.
std::vector<std::int8_t> preferences_of(const ScoreMatrix& scores);

// How two measures agree with gold standards where they disagree with each other.
struct Concordance {
  std::uint64_t disagreements = 0;           // pairs of ranked lists that the two order differently
  std::uint64_t correct1 = 0, correct2 = 0;  // of these: agreements with all gold standards
  std::uint64_t only1 = 0, only2 = 0;        // one of the two agrees, the other does not
  double p = 1;                              // two-sided sign test of only1 against only2

  // Correct ones among disagreements; 0 if there are none.
  double concordance1() const { return share_of(correct1, disagreements); }
  double concordance2() const { return share_of(correct2, disagreements); }
};

// Which of two measures agrees more often with gold standards [Sakai12 §4.2, Fig. 6].
struct MeasureConcordance : Concordance {
  std::vector<std::string> gold;  // measures, with all of which an agreement must be
  std::string measure1, measure2;
};

// Both measures and the gold standards as preferences_of gives them. A tie of a gold standard
// agrees with everything. Groups of runs can be added up: `so_far` is counted on, and its p made
// anew.
Concordance concordance(std::span<const std::int8_t> first, std::span<const std::int8_t> second,
                        std::span<const std::span<const std::int8_t>> gold,
                        Concordance so_far = {});

// The measures asked for, if any are, and the gold standards behind them.
std::vector<std::string> with_gold(std::vector<std::string> measures,
                                   const std::vector<std::string>& gold);

// Every two measures that are not gold standards, over all groups: against each gold standard, and
// against all of them where there are several. Throws Error for a gold standard without scores,
// where there are fewer than two other measures, and where no group has a pair of runs.
std::vector<MeasureConcordance> measure_concordances(const std::vector<ScoreGroup>& groups,
                                                     const std::vector<std::string>& gold);

// Intervals of the numbers of pairs in a MeasureOverlap.
struct OverlapIntervals {
  std::optional<Interval> kept, lost, added, reversed;
};

// One measure, before and after.
struct ExchangedMeasure {
  MeasureCorrelation runs;  // of the rankings of runs by their means
  // Significant pairs, by test: kept with the same winner (both), lost (only1), new (only2),
  // reversed (conflicts).
  std::vector<MeasureOverlap> pairs;
  // Intervals, if asked for: of tau_b and the symmetric tau_ap; of the pairs, by test.
  std::optional<Interval> tau_b, tau_ap;
  std::vector<OverlapIntervals> pair_intervals;
};

// The scores of the same runs by the same measures for the same topics, before and after. Throws
// Error for fewer than two runs.
std::vector<ExchangedMeasure> exchanged_measures(const ScoreGroup& before, const ScoreGroup& after,
                                                 std::span<const TestSettings> tests,
                                                 Correction correction,
                                                 const PairsDone& progress = {});

// Adds the intervals of what exchanged_measures() made of the same scores and tests: those of the
// bootstrap over topics. Tests that are random themselves get none for their pairs: that would be
// trials times trials.
void add_intervals(const ScoreGroup& before, const ScoreGroup& after,
                   std::span<const TestSettings> tests, Correction correction,
                   const BootstrapSettings& settings, std::vector<ExchangedMeasure>& measures);

// Rank-biased overlap of two rankings, which may be of different lengths, be known in part only and
// have ties [Webber et al. 2010; Corsi and Urbano 2024].

// Items, best first, and where each group of items that are tied ends: the index behind its last.
struct TiedRanking {
  std::vector<std::string_view> items;
  std::vector<std::size_t> group_ends;  // ascending; the last one is items.size()
};

struct RankOverlap {
  double extrapolated = 0;   // where the unseen parts agree as the seen ones do
  double low = 0, high = 0;  // of all unseen parts that there may be
};

// Compares two rankings without repeated items, neither of them empty. As the order of tied items
// is not known, the overlap is the mean over all orders. p, the probability of going one rank
// deeper, is above 0 and below 1. Ranks whose weight p^d is below 1e-20 are not looked at.
RankOverlap rank_overlap(const TiedRanking& first, const TiedRanking& second, double p);

}  // namespace subintent::internal
