// --compat: what the tools of TREC and NTCIR print, instead of evaluate's own tables.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/options/evaluate_options.h"
#include "evaluate/scorer.h"

namespace subintent {

// Fills what belongs to the tool (ndeval, trec_eval, gdeval or ntcireval), the measures it needs,
// and the order of runs it expects. Throws Error::usage for options that do not go with it, or
// without --compat.
void check_compat(EvaluateOptions& options);

// Options that were given and say nothing to the tool, "--topics, --hierarchy"; empty without
// --compat, or if there are none.
std::string options_unused_by_tool(const EvaluateOptions& options);

// Is it a tool that reads topic-level judgments, and does so here without a scorer?
bool is_topic_level_tool(const EvaluateOptions& options);

// What such a tool prints: each run for itself. Reads judgments and runs.
std::string topic_level_tool_text(const EvaluateOptions& options);

// What ndeval or NTCIREVAL prints of runs that are scored by the measures of check_compat().
std::string scored_tool_text(const EvaluateOptions& options, const Scorer& scorer,
                             std::span<const TaggedScores> runs,
                             const std::optional<TaggedScores>& baseline);

}  // namespace subintent
