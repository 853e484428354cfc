// Rankings of runs by judges: a part of the analysis correlation.
#pragma once

#include "compare/analyses/analysis.h"

namespace subintent::internal {

// The tables of judges, their agreements and what they order differently.
std::vector<TableRecord> judge_correlation_records();

// Are judges named whom an analysis of correlations is to compare?
bool has_judges(const std::vector<ScoreGroup>& groups);

// Group by group, in tables of those records. Throws the errors of judge_correlations().
Report judge_correlation_report(const std::vector<ScoreGroup>& groups,
                                const AnalysisValues& values);

}  // namespace subintent::internal
