// Corrections of p-values for the number of pairs that are tested.
#pragma once

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// Holm's and Bonferroni's keep the chance of any false alarm among the pairs of a family below
// alpha; that of Benjamini and Hochberg (1995) keeps the expected share of false alarms among the
// significant pairs below it.
enum class Correction { none, holm, bonferroni, benjamini_hochberg };

// What is corrected together.
enum class CorrectionFamily {
  pairs,    // the pairs of a group of runs by one measure
  measures  // those by all measures
};

}  // namespace subintent
