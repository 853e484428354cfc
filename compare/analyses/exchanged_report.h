// Comparisons of runs on one thing and on another: hierarchies, or judgments.
#pragma once

#include <span>
#include <vector>

#include "compare/analyses/analysis.h"
#include "compare/exchanged_scores.h"

namespace subintent::internal {

// Their tables.
const TableRecord& rankings_record();
const TableRecord& pairs_record();

// Adds the tables "rankings" and "pairs": rankings of runs by the same measure on 1 and on 2, and
// their significant pairs by each test. Intervals are there where all measures have them.
void add_exchanged(const std::vector<ExchangedMeasure>& measures,
                   std::span<const TestSettings> tests, Correction correction, Report& report);

}  // namespace subintent::internal
