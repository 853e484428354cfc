// Means of runs by slices of topics, and where the order of two of them reverses.

#include "compare/analyses/analysis.h"
#include "report/slices_report.h"

namespace subintent::internal {
namespace {

AnalysisResult run_slices(AnalysisInputs& inputs, const AnalysisValues& values,
                          const ProgressCallback&) {
  AnalysisResult result;
  for (const ScoreGroup& group : inputs.groups)
    append(result.report,
           slices_report(*values.text("slices"), sliced(group), *values.number("alpha")));
  return result;
}

}  // namespace

AnalysisOption slices_option() {
  AnalysisOption option = record_option("slices", OptionKind::text, "FILE", "");
  option.meaning =
      "properties of topics, \"topic TAB name TAB value\" or lines of JSON: means by their values, "
      "and where the order of two runs reverses";
  return option;
}

Analysis slices_analysis() {
  Analysis analysis;
  analysis.name = "slices";
  analysis.summary = "means by properties of topics, and where the order of two runs reverses";
  analysis.source = "Student's t";
  analysis.usage = "--slices FILE SCORES...";
  AnalysisOption slices = slices_option();
  slices.required = true;
  analysis.options = {slices, standardise_option(), alpha_option()};
  analysis.tables = {slices_record(), reversals_record()};
  analysis.compares_runs = false;
  analysis.run = run_slices;
  return analysis;
}

}  // namespace subintent::internal
