// The options of commands that score runs, and of evaluate, and the checks of those that are more
// than a word or a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/compat/gdeval.h"
#include "evaluate/compat/ndeval.h"
#include "evaluate/compat/ntcireval.h"
#include "evaluate/compat/trec_eval.h"
#include "evaluate/measure.h"
#include "report/score_output.h"
#include "study/evaluation.h"
#include "trec/run.h"

namespace subintent {

// What every command that scores runs can be told (command_evaluate.h declares and checks it).
struct EvaluationOptions {
  std::string qrels;
  std::optional<std::string> adhoc_qrels, topics, probabilities, fingerprints, dense, docnos, gains,
      order;
  std::vector<std::string> vectors, hierarchies;
  std::string topic_grades = "highest", on_duplicate = "error", similarity = "cosine";
  std::optional<std::int64_t> max_grade;

  // Made from the above by check_evaluation().
  EvaluationInputs evaluation;
  Gain::Table gain_table;
};

// What measures can refer to; after check_evaluation(). Must not outlive the options.
MeasureContext measure_context(const EvaluationOptions& options);

// --order (default: rank), --on-duplicate.
RunOrder order_of(const EvaluationOptions& options);
OnDuplicate on_duplicate_of(const EvaluationOptions& options);

// What the command line of evaluate asks for; as it is given, and as check_*() understand it.
struct EvaluateOptions : EvaluationOptions {
  std::optional<std::string> compat, baseline, digits;
  std::vector<std::string> runs, measures;
  std::string format = "table", run_name = "file", output = "-";
  std::optional<std::string> alpha, beta, risk_alpha;
  std::optional<std::int64_t> depth, min_grade;
  bool per_topic = false, answered_topics = false, all_topics = false, standardise = false,
       list_measures = false;

  // Made from the above.
  std::vector<Measure> wanted;
  std::vector<NtcirevalFile> ntcireval;
  NdevalOptions ndeval;
  TrecEvalOptions trec_eval;
  GdevalOptions gdeval;
  NumberFormat number;
};

// Each of these throws Error::usage where its options make no sense.

// --hierarchy NAME=FILE: their names and paths.
std::vector<NamedHierarchies> parse_hierarchies(const std::vector<std::string>& given);

// --gains: "1=1,2=3,3=7".
Gain::Table parse_gains(const std::string& text);

// --digits: fills number.
void check_digits(EvaluateOptions& options);

}  // namespace subintent
