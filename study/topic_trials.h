// Bounds of a list by trying all that topic-level judgments can make of it, for measures that may
// fall where a document becomes relevant, or that see what is judged.
#pragma once

#include <optional>

#include "collection/run.h"
#include "evaluate/measure.h"
#include "study/list_bounds.h"
#include "study/open_topic.h"

namespace subintent::internal {

// Of a measure of topic-level judgments, without similarity, and a topic without duplicates. Of
// documents that the measure does not see in the list only the number of each grade is tried.
// Nothing where there are more than `most` ways.
std::optional<Bounds> try_topic_judgments(const Measure& measure, const BothTopics& both,
                                          const RankedList& list, std::size_t most);

}  // namespace subintent::internal
