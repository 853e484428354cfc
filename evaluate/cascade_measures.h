// The cascade measures of novelty and diversity [Clarke11 §2], digit for digit as the TREC tool
// ndeval computes them: judgments are binary, and unless given weights are asked for, every intent
// counts the same.
#pragma once

#include <vector>

#include "evaluate/measure_record.h"

namespace subintent::internal {

// alpha-DCG, alpha-nDCG, ERR-IA, nERR-IA, NRBP, nNRBP.
std::vector<MeasureRecord> cascade_measures();

}  // namespace subintent::internal
