// The options of evaluate, and the checks of those that are more than a word or a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/gdeval.h"
#include "evaluate/measure.h"
#include "evaluate/ndeval.h"
#include "evaluate/ntcireval.h"
#include "evaluate/score_output.h"
#include "evaluate/topic_data.h"
#include "evaluate/trec_eval.h"
#include "trec/run.h"

namespace subintent {

// What the command line of evaluate asks for; as it is given, and as check_*() understand it.
struct EvaluateOptions {
  std::string qrels;
  std::optional<std::string> adhoc_qrels, topics, probabilities, fingerprints, dense, docnos, gains,
      compat, baseline, digits, order;
  std::vector<std::string> vectors, hierarchies, runs, measures;
  std::string topic_grades = "highest", format = "table", run_name = "file", on_duplicate = "error",
              similarity = "cosine", output = "-";
  std::optional<std::string> alpha, beta, risk_alpha;
  std::optional<std::int64_t> depth, max_grade, min_grade;
  bool per_topic = false, answered_topics = false, all_topics = false, standardise = false,
       list_measures = false;

  // Made from the above.
  std::vector<NamedHierarchies> named_hierarchies;
  std::vector<Measure> wanted;
  Gain::Table gain_table;
  std::vector<NtcirevalFile> ntcireval;
  NdevalOptions ndeval;
  TrecEvalOptions trec_eval;
  GdevalOptions gdeval;
  NumberFormat number;
};

// --order, --on-duplicate.
RunOrder order_of(const EvaluateOptions& options);
OnDuplicate on_duplicate_of(const EvaluateOptions& options);

// Each of these throws Error::usage where its options make no sense.

// --hierarchy: fills named_hierarchies, without their topics.
void check_hierarchies(EvaluateOptions& options);

// --gains: "1=1,2=3,3=7".
Gain::Table parse_gains(const std::string& text);

// --digits: fills number.
void check_digits(EvaluateOptions& options);

}  // namespace subintent
