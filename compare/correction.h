// Corrections of p-values for the number of pairs that are tested.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace subintent::internal {

// Holm's and Bonferroni's keep the chance of any false alarm among the pairs of a family below
// alpha; that of Benjamini and Hochberg (1995) keeps the expected share of false alarms among the
// significant pairs below it.
enum class Correction { none, holm, bonferroni, benjamini_hochberg };

// The p-values that are corrected together.
enum class CorrectionFamily {
  pairs,    // the pairs of a group of runs by one measure
  measures  // those by all measures
};

// A correction; p-values come and go in the same order.
struct CorrectionRecord {
  Correction correction;
  std::string_view name;   // "holm"
  std::string_view label;  // "Holm's correction"; none: empty
  std::vector<double> (*corrected)(std::span<const double> p);
  bool family_wise = true;  // the more pairs, the higher the smallest p-value that it can give
};

// All there are, by their values.
std::span<const CorrectionRecord> corrections();

// The record of a correction; of a name, or nullptr.
const CorrectionRecord& record_of(Correction correction);
const CorrectionRecord* find_correction(std::string_view name);

std::string_view name_of(Correction correction);

// The level of the intervals of all pairs of a family, so that the interval of a pair excludes 0
// exactly where its corrected p-value is below alpha, if the test and its interval agree. With m
// pairs, R of them significant: alpha / m for bonferroni, whose intervals hold together;
// alpha / max(1, m - R) for holm, the level at which the pairs that are left were tested;
// alpha max(1, R) / m for bh, where of the intervals of significant pairs at most alpha are
// expected to miss [Benjamini and Yekutieli 2005, section 3]; alpha for none. `p` are not yet
// corrected.
double interval_level(Correction correction, std::span<const double> p, double alpha);

// P-values times their number, at most 1.
std::vector<double> bonferroni(std::span<const double> p);
// Holm's step-down [Holm 1979].
std::vector<double> holm(std::span<const double> p);
// The step-up of [Benjamini and Hochberg 1995], as p.adjust(method = "BH") of R gives it.
std::vector<double> benjamini_hochberg(std::span<const double> p);

}  // namespace subintent::internal
