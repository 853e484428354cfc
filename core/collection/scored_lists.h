// Ranked lists of documents that somebody else keeps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/collection/run.h"
#include "subintent/values.h"

namespace subintent::internal {

// The first `depth` documents, best first. Throws Error, naming `run`, for other numbers of scores
// than of documents, a score that is not finite, a document that has no name or is there twice.
RankedList ranked(const ScoredList& list, RunOrder order, std::size_t depth,
                  const std::string& run);

// A run with names and scores of its own. Throws Error, naming the run, for what ranked() and
// Run::of() do.
Run run_of(const RunView& view);

}  // namespace subintent::internal
