// Measures of how much of a list is judged, whatever is relevant.
#pragma once

#include <vector>

#include "evaluate/measure_record.h"

namespace subintent::internal {

// Their rankings have unjudged_document where nobody has judged a document.
std::vector<MeasureRecord> judged_measures();

}  // namespace subintent::internal
