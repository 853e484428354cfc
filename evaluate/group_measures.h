// Measures of group fairness: how near the groups of the documents in a list come to their targets.
#pragma once

#include <vector>

#include "evaluate/measure_record.h"

namespace subintent::internal {

// Their rankings have numbers beyond those of the relevant documents for others whose groups are
// known.
std::vector<MeasureRecord> group_measures();

// Is a measure one of the exposure that groups have in a list as a whole?
bool is_of_exposure(const MeasureRecord& measure);

}  // namespace subintent::internal
