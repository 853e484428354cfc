// The set-up of an evaluation from values of the public interface.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluate/gain.h"
#include "evaluate/measure.h"
#include "study/evaluation.h"
#include "study/remarks.h"
#include "subintent/evaluate.h"
#include "subintent/run.h"

namespace subintent::internal {

// Measures that are parsed in its context refer to it.
struct EvaluationValues {
  // Throws the errors of Evaluator, but for those of measures.
  EvaluationValues(const subintent::Judgments& judgments, const EvaluatorOptions& options);
  EvaluationValues(const EvaluationValues&) = delete;
  EvaluationValues& operator=(const EvaluationValues&) = delete;

  MeasureContext context() const;

  Gain::Table gains;
  EvaluationData data;

  // What there is to say of the judgments and of an evaluation by these measures. Throws the errors
  // of check_evaluation().
  Remarks remarks(std::span<const Measure> measures) const;

 private:
  void add_duplicates(const DuplicateGroups& duplicates, DuplicatesAs as);

  Warnings of_judgments_;  // and of duplicates
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
