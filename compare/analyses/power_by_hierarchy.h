// Discriminative power in the layout of [Dou19 Table 4]: measures as rows, hierarchies as columns.
#pragma once

#include <span>

#include "compare/discriminative_power.h"
#include "report/report_text.h"

namespace subintent::internal {

// Significant pairs and required difference of each measure: a row per measure without its
// hierarchy, in their order, a column per hierarchy, the first one for the flat measure that a
// hierarchical one extends (I-rec for I-rec-LA and N-rec, D#-nDCG for HD#-nDCG and LAD#-nDCG). Flat
// measures that none of the others extends have rows of their own.
TextTable power_by_hierarchy(std::span<const MeasurePower> powers);

}  // namespace subintent::internal
