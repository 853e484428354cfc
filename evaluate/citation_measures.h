// How far citations support the sentences of an answer: RAGDoll's measures.
#pragma once

#include <vector>

#include "evaluate/measure_record.h"

namespace subintent::internal {

std::vector<MeasureRecord> citation_measures();

}  // namespace subintent::internal
