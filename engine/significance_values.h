// Significance tests beside scores: the options of `evaluate` and `report`, and what they mean.
#pragma once

#include <string>
#include <vector>

#include "compare/tested_pairs.h"
#include "subintent/records.h"

namespace subintent::internal {

// "significance": a test by its name.
AnalysisOption significance_option(std::string meaning);

// alpha, trials, seed, correction and family, as `compare significance` has them.
std::vector<AnalysisOption> settings_of_tests();

// Whether these values ask for a test: they name one, or a baseline.
bool wants_test(const AnalysisValues& values);

// The test of these values, the default where none is named; and what is compared and corrected,
// with those baselines that there are options for.
TestSettings significance_test(const AnalysisValues& values);
Comparison significance_comparison(const AnalysisValues& values);

// Throws Error for a family of pairs that nothing corrects.
void check_family(const AnalysisValues& values);

}  // namespace subintent::internal
