// Warnings about judgments, about what is beside them, and about runs: a sentence for each, with
// numbers.
#pragma once

#include "compare/study/evaluation.h"

namespace subintent::internal {

// Everything to be said of an evaluation by these measures before there are runs: what does not fit
// the judgments, and measures that do not. Throws Error where a similarity, which messages call
// `similarity`, has none of the relevant documents, but not if all that compares documents does so
// whatever is relevant.
void check_evaluation(const EvaluationData& data, std::span<const Measure> measures,
                      const std::string& similarity, Remarks& remarks);

// Measures that apply to no topic, in one sentence: they have no mean.
void warn_of_inapplicable(const Scorer& scorer, Warnings& warnings);

void warn_of_unshared_topics(std::span<const std::string> missing, const std::string& has,
                             const std::string& lacks, Warnings& warnings);

// `trials` or `seed` are given where every test is exact.
void warn_of_nothing_random(Warnings& warnings);

// A run as it was scored.
struct CheckedRun {
  const RunScores* scores = nullptr;
  RunCounts counts;
  RunOrder order = RunOrder::rank;
};

struct RunChecks {
  // Says what becomes of the topics that a run lacks; empty if it may lack some.
  std::string_view missing_topics = "they score 0 and count in the mean";
  bool unjudged = true;                         // whether to note documents that are not judged
  std::string_view answers = {};                // the file of the judgments if these are of answers
  std::string_view missing_topics_advice = {};  // what to do about topics that a run lacks
};

// Warns of runs whose ranks and scores disagree, that lack judged topics, none of whose documents
// is judged, and so on. Notes how many of their first documents are not judged, where that is more
// than a fifth of a run's, and of 100 or more: not a defect, but scores depend on it; and how many
// have a duplicate above them.
void check_runs(std::span<const CheckedRun> runs, const Scorer& scorer, Remarks& remarks,
                const RunChecks& checks = {});

std::string name_of(RunOrder order);

}  // namespace subintent::internal
