// The set-up of an evaluation from values of the public interface.
#pragma once

#include <string>
#include <vector>

#include "evaluate/gain.h"
#include "evaluate/measure.h"
#include "study/evaluation.h"
#include "subintent/evaluate.h"
#include "subintent/run.h"

namespace subintent::internal {

// Measures that are parsed in its context refer to it.
struct EvaluationValues {
  // Throws the errors of Evaluator, but for those of measures.
  EvaluationValues(const subintent::Judgments& judgments, EvaluatorOptions options);
  EvaluationValues(const EvaluationValues&) = delete;
  EvaluationValues& operator=(const EvaluationValues&) = delete;

  MeasureContext context() const;

  Gain::Table gains;
  EvaluationData data;
  Warnings warnings;  // of the judgments, and of what does not fit them
};

// What runs are made of.
std::vector<Run> inside_of(const std::vector<subintent::Run>& runs);

// The same of runs that are to be compared. Throws Error where there are none, or two have one
// name.
std::vector<Run> compared_runs(const std::vector<subintent::Run>& runs);

// Throws Error of argument "measures".
std::vector<Measure> parse_names(const std::vector<std::string>& names,
                                 const MeasureContext& context);

}  // namespace subintent::internal
