// Writing runs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/collection/run.h"

namespace subintent::internal {

// A name as the tag of a run: blanks and control characters become '_'.
std::string run_tag(std::string_view name);

// Adds the lines of TREC's format for the first `depth` documents of a list: topic, Q0, docno, rank
// from 1, score (falling to 1), tag. Throws Error, naming `file`, for a topic or docno that cannot
// be a column between blanks, or holds control characters.
void append_run_lines(std::string& text, const RankedList& list, std::size_t depth,
                      std::string_view tag, const std::string& file);

}  // namespace subintent::internal
