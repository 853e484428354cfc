// Warnings about judgments, about what is beside them, and about runs: a sentence for each, with
// numbers. compare/study/evaluation.h calls all of it.
#pragma once

#include "compare/study/evaluation.h"

namespace subintent::internal {

// Hierarchies that do not fit the judgments, with counts; and the first that has a fault of its
// own, such as weights that do not add up to 1.
void warn_of_hierarchies(const NamedHierarchies& named, const Judgments& judgments,
                         Warnings& warnings);

// Groups of no judged topic, and of which judged topics there are none.
void warn_of_groups(const NamedGroups& named, const Judgments& judgments, Warnings& warnings);

// Measures that see intents, where judgments are of whole topics: to them each topic has a single
// intent. Without such measures it is only noted that a second column is not used.
void say_what_is_judged(const Judgments& judgments, std::span<const Measure> measures,
                        Remarks& remarks);

// Measures of vital nuggets alone (weights=vital) where no intent is known to be vital.
void warn_of_vital_weights(const Judgments& judgments, std::span<const Measure> measures,
                           Warnings& warnings);

// Probabilities beside the judgments where all measures weigh intents the same.
void note_unused_probabilities(const Judgments& judgments, std::span<const Measure> measures,
                               Warnings& notes);

// Measures that see judged documents alone where nothing is judged not relevant.
void warn_of_judged_only(const Judgments& judgments, std::span<const Measure> measures,
                         Warnings& warnings);

// Measures that apply to no topic, in one sentence: they have no mean.
void warn_of_inapplicable(const Scorer& scorer, Warnings& warnings);

// A file of duplicates of which no document is judged.
void warn_of_duplicates(const Judgments& judgments, const std::string& file, Warnings& warnings);

// How many nuggets have no relevant document and count nevertheless, where nobody has asked for it;
// or do not count in measures of nuggets, as the judgments are of intents.
void note_nuggets(const EvaluationData& data, std::span<const Measure> measures, Warnings& notes);

// Judgments with columns that are not read, or rows without a grade.
void note_unused_columns(const Judgments& judgments, Warnings& notes);

// Measures whose least relevant grade (rel=N) is above all grades.
void note_high_grades(const Judgments& judgments, std::span<const Measure> measures,
                      Warnings& notes);

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
