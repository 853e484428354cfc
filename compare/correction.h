// Corrections of p-values for the number of pairs that are tested.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "subintent/correction.h"

namespace subintent::internal {

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

// P-values times their number, at most 1.
std::vector<double> bonferroni(std::span<const double> p);
// Holm's step-down [Holm 1979].
std::vector<double> holm(std::span<const double> p);
// The step-up of [Benjamini and Hochberg 1995], as p.adjust(method = "BH") of R gives it.
std::vector<double> benjamini_hochberg(std::span<const double> p);

}  // namespace subintent::internal
