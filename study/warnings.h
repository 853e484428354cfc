// What makes scores worthless without being an error: a sentence for each, with numbers. Commands
// print them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/judgments.h"
#include "evaluate/scorer.h"
#include "evaluate/topic_data.h"
#include "study/evaluation.h"
#include "trec/run.h"

namespace subintent::internal {

// Hierarchies that do not fit the judgments, with counts; and the first that has a fault of its
// own, such as weights that do not add up to 1.
void warn_of_hierarchies(const NamedHierarchies& named, const Judgments& judgments,
                         Warnings& warnings);

// Groups of no judged topic, and of which judged topics there are none.
void warn_of_groups(const NamedGroups& named, const Judgments& judgments, Warnings& warnings);

// Measures that see intents, where all judgments are of one intent as those of whole topics have
// it, "0" or "Q0": to them each topic has a single intent.
void warn_of_topic_level_judgments(const Judgments& judgments, std::span<const Measure> measures,
                                   Warnings& warnings);

// Measures of vital nuggets alone (weights=vital) where no intent is known to be vital.
void warn_of_vital_weights(const Judgments& judgments, std::span<const Measure> measures,
                           Warnings& warnings);

// A file of duplicates of which no document is judged.
void warn_of_duplicates(const Judgments& judgments, const std::string& file, Warnings& warnings);

// How many documents have a duplicate above them, and what became of them; nothing if there are
// none.
std::optional<std::string> note_of_repeats(std::span<const RunScores* const> runs,
                                           DuplicatesAs duplicates_as);

// A run whose ranks and scores disagree, that lacks judged topics, none of whose documents is
// judged, and so on. `missing_topics` says what becomes of the topics that it lacks; if it is
// empty, that it lacks some is as it should be.
void warn_of_run(const RunScores& scores, const RunCounts& counts, const std::string& order,
                 std::string_view missing_topics, Warnings& warnings);

// How many of the first documents of some runs are not judged, where that is more than a fifth of a
// run's, and of 100 or more. Not a defect, but scores depend on it. `top` is how far down they were
// counted.
std::optional<std::string> note_of_unjudged(std::span<const RunScores* const> runs,
                                            std::size_t top);

// The same of the runs of a study, in which topics that a run lacks count as scores of 0.
void warn_of_runs(const EvaluationData& data, std::span<const Run> runs, Warnings& warnings);

// What the order of a run is called: "rank".
std::string name_of(RunOrder order);

}  // namespace subintent::internal
