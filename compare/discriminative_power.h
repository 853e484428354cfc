// How many pairs of runs a measure finds significantly different [Sakai12 §4.1].
#pragma once

#include "compare/significance.h"

namespace subintent::internal {

// Significant pairs of two measures [Sakai12 Table 4].
struct MeasureOverlap {
  std::string measure1, measure2;
  std::uint64_t only1 = 0, both = 0, only2 = 0;  // both: with the same winner
  std::uint64_t conflicts = 0;  // of both with opposite winners [SakaiSong11 footnote 7]
  double agreement = 1;         // both / any [SakaiSong11 Table 5]; 1 if there are none
};

// The p-values of one measure over all pairs of runs of all groups, and what follows from them.
struct DiscriminativePower {
  std::string measure = {};
  std::vector<double> p = {};            // corrected, if asked for
  std::vector<std::int8_t> winner = {};  // 1 the first run of the pair, -1 the second, 0 none
  std::uint64_t significant = 0;         // p < alpha
  // The difference of means that is needed for significance [Sakai12 Figs. 3 and 5]; of groups as
  // SignificanceTest says. None for other tests than bootstrap and tukey, and where there is no
  // significant pair to derive it from.
  std::optional<double> delta = {};

  // Significant pairs among all, 0 to 1.
  double share() const;
  // Achieved significance levels: p-values, the largest first.
  std::vector<double> curve() const;
};

// A test that is family-wise by itself needs no correction and gets none.
Correction correction_for(const SignificanceTest& test, Correction correction);

// P-values of a test, corrected for their number. The p-value of a random test goes into a
// correction as (count + 1) / (trials + 1), the data being one trial more: count / trials could
// stay 0 for any number of pairs. Without correction they are as they were.
std::vector<double> corrected(std::span<const double> p, const TestSettings& settings,
                              Correction correction);
// The p-values of all pairs of a result.
std::vector<double> p_values(const TestResult& result);

// The smallest p-value that a random test of so many trials can give one of so many pairs after a
// family-wise correction: pairs / (trials + 1), at most 1.
double smallest_corrected(std::size_t pairs, std::uint64_t trials);
// The least number of trials with which that is below alpha; may be beyond max_trials.
std::uint64_t trials_needed(std::size_t pairs, double alpha);

// From the results of one measure, one per group. Corrections are made within a group.
DiscriminativePower discriminative_power(std::span<const TestResult> groups,
                                         const TestSettings& settings, Correction correction);

// The significant pairs of every two measures.
std::vector<MeasureOverlap> measure_overlaps(std::span<const DiscriminativePower> powers,
                                             double alpha);

// Discriminative power of a measure with hierarchies, beside that with placebos: the same
// hierarchies with their documents shuffled.
struct PlaceboPower {
  std::string measure;
  std::uint64_t significant = 0, pairs = 0;
  std::vector<std::uint64_t> placebos;  // significant pairs with each; none: sees no hierarchy

  double power() const;  // significant / pairs
  // Powers with placebos, of which there is one at least.
  double mean() const, lowest() const, highest() const;
  std::uint64_t as_high() const;  // placebos with at least the power of the hierarchies
  // The probability of that if the places of documents made no difference: (as_high + 1) /
  // (placebos + 1).
  double p() const;
};

}  // namespace subintent::internal
