// Measures of how different the documents of a list are, whatever is judged: ILD, Vendi.
#pragma once

#include <vector>

#include "evaluate/measure_record.h"

namespace subintent::internal {

std::vector<MeasureRecord> pairwise_measures();

}  // namespace subintent::internal
