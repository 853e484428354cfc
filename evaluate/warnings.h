// What makes scores worthless without being an error: a sentence for each, with numbers. Commands
// print them.
#pragma once

#include <string>
#include <vector>

#include "evaluate/judgments.h"
#include "evaluate/scorer.h"
#include "evaluate/topic_data.h"
#include "trec/run.h"

namespace subintent {

// Weights that do not add up to 1 in a layer.
void warn_of_weights(const NamedHierarchies& named, Warnings& warnings);

// Relevant documents that the similarity does not know.
void warn_of_similarity(const DocumentSimilarity& similarity, std::size_t relevant_documents,
                        Warnings& warnings);

// A run whose ranks and scores disagree, that lacks judged topics, none of whose documents is
// judged, and so on. `missing_topics` says what becomes of the topics that it lacks; if it is
// empty, that it lacks some is as it should be.
void warn_of_run(const RunScores& scores, const RunCounts& counts, const std::string& order,
                 std::string_view missing_topics, Warnings& warnings);

}  // namespace subintent
