// Evaluations of inputs that are values, or files that are read into them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compare/study/evaluation.h"
#include "evaluate/formulas.h"
#include "evaluate/measure.h"
#include "subintent/basics.h"
#include "subintent/evaluate.h"

namespace subintent::internal {

// The gains of inputs. Throws the errors of check_inputs().
Gain::Table checked_gains(const EvaluationInputs& inputs);

// What measures can refer to: `gains` are those of the inputs, and outlive the measures.
MeasureContext context_of(const EvaluationInputs& inputs, const Gain::Table& gains);

// Measures of names as the command line takes them, [NAME=]MEASURE. One that is given twice is
// there once. Throws Error of argument "measures", also for two of one name.
struct NamedMeasures {
  std::vector<Measure> measures;
  std::vector<bool> named;  // by NAME

  NamedMeasures(const std::vector<std::string>& names, const MeasureContext& context);
};

// The judgments that are to be read; of values, inputs that make them again.
JudgmentInputs judgment_inputs(const AnyJudgments& judgments);

// Whether there is anything to read, or a value.
bool are_given(const AnyJudgments& judgments);

// The files of the judgments of intents; of values none.
std::vector<Source> qrels_files(const AnyJudgments& judgments);

// Reads what these measures are computed from, and says of it what check_evaluation() does. Throws
// the errors of the readers, and that of check_evaluation().
EvaluationData read_evaluation(const EvaluationInputs& inputs, std::span<const Measure> measures,
                               Remarks& remarks);

}  // namespace subintent::internal
