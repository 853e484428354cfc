// The set-up of an evaluation from values of the public interface.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "compare/study/evaluation.h"
#include "evaluate/gain.h"
#include "evaluate/measure.h"
#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/evaluate.h"

namespace subintent::internal {

// Measures that are parsed in its context refer to it.
struct EvaluationValues {
  // Throws the errors of Evaluator, but for those of measures.
  EvaluationValues(const subintent::Judgments& judgments, const EvaluatorOptions& options);
  // Reads the inputs, for measures of these names.
  EvaluationValues(const EvaluationInputs& inputs, const std::vector<std::string>& names);
  EvaluationValues(const EvaluationValues&) = delete;
  EvaluationValues& operator=(const EvaluationValues&) = delete;

  MeasureContext context() const;

  Gain::Table gains;
  EvaluationData data;

  // What there is to say of the judgments and of an evaluation by these measures. Throws the errors
  // of check_evaluation().
  Remarks remarks(std::span<const Measure> measures) const;

  // The names of those measures that the judgments allow; of no names, of the default ones.
  std::vector<std::string> allowed(const std::vector<std::string>& names) const;

 private:
  Warnings known_;        // of judgments and duplicates; of files all
  bool is_read_ = false;  // from files
};

// The gains of inputs. Throws the errors of check_inputs().
Gain::Table checked_gains(const EvaluationInputs& inputs);

// Measures of names as the command line takes them, [NAME=]MEASURE. One that is given twice is
// there once. Throws Error of argument "measures", also for two of one name.
struct NamedMeasures {
  std::vector<Measure> measures;
  std::vector<bool> named;  // by NAME

  NamedMeasures(const std::vector<std::string>& names, const MeasureContext& context);
};

// What measures can refer to: `gains` are those of the inputs, and outlive the measures.
MeasureContext context_of(const EvaluationInputs& inputs, const Gain::Table& gains);

// What runs are made of.
std::vector<Run> inside_of(const std::vector<subintent::Run>& runs);

// What runs that are compared are made of. Throws Error if no run is given, or two have one
// name.
std::vector<Run> compared_runs(const std::vector<subintent::Run>& runs);

// Throws Error of argument "measures".
std::vector<Measure> parse_names(const std::vector<std::string>& names,
                                 const MeasureContext& context);

}  // namespace subintent::internal
