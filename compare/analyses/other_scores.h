// Scores of runs by measures that are not computed here, which stand beside those that are.
#pragma once

#include "compare/score_matrix.h"
#include "subintent/records.h"

namespace subintent::internal {

// The options "scores", and "lower_is_better", measures of which less is better.
std::vector<AnalysisOption> other_scores_options();

// The scores that these options name, of these runs and topics in their order. Each of "scores" is
// FILE, or NAME=FILE with the name of its only run, or lines of such a file with their ends. Of a
// file that holds some of the measures `wanted` there are only these. Throws the errors of
// read_scores(), and Error (argument "scores") for what is missing, and for a measure that is among
// `known`. Warns of topics that are left out.
std::vector<ScoreMatrix> other_scores(const AnalysisValues& values,
                                      const std::vector<std::string>& runs,
                                      const std::vector<std::string>& topics,
                                      const std::vector<std::string>& known,
                                      const std::vector<std::string>& wanted, Warnings& warnings);

// The names of measures without those that only files of other scores know; where none is left, one
// that is computed for nobody.
std::vector<std::string> computed_measures(const std::vector<std::string>& names,
                                           const std::vector<std::string>& scores,
                                           bool has_judgments);

// What users gave as the option "measures"; nothing where they did not.
std::vector<std::string> named_measures(const AnalysisValues& values);

// The places of measures, `computed` and then others, as they are shown: those of these names in
// their order, then the rest. Computed ones of which none is named are left out. All, as they are,
// where there are no names.
std::vector<std::size_t> shown_measures(const std::vector<std::string>& names,
                                        const std::vector<std::string>& measures,
                                        std::size_t computed);
template <typename Measures>
void show_measures(const std::vector<std::size_t>& places, Measures& measures) {
  Measures shown;
  for (const std::size_t place : places) shown.push_back(std::move(measures[place]));
  measures = std::move(shown);
}

// Adds them to those that are computed, in the order of these names.
void add_scores(const AnalysisValues& values, const std::vector<std::string>& names,
                ScoreGroup& scores, Warnings& warnings);

}  // namespace subintent::internal
