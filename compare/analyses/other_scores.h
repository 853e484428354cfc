// Scores of runs by measures that are not computed here, which stand beside those that are.
#pragma once

#include "compare/score_matrix.h"
#include "subintent/records.h"

namespace subintent::internal {

// The options "scores", and "lower_is_better", measures of which less is better.
std::vector<AnalysisOption> other_scores_options();

// The scores that these options name, of these runs and topics in their order. Each of "scores" is
// a path, or lines of such a file with their ends. Throws the errors of read_scores(), and Error
// (argument "scores") for what is missing, and for a measure that is among `known`.
std::vector<ScoreMatrix> other_scores(const AnalysisValues& values,
                                      const std::vector<std::string>& runs,
                                      const std::vector<std::string>& topics,
                                      const std::vector<std::string>& known);
// Adds them to those that are computed.
void add_scores(const AnalysisValues& values, ScoreGroup& scores);

}  // namespace subintent::internal
