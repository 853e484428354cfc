// Runs of the files that people name.
#pragma once

#include <vector>

#include "core/collection/run.h"
#include "subintent/evaluate.h"

namespace subintent::internal {

// Reads a run. Its name is the one that was given, or else its tag or its file. Throws the errors
// of read_run().
Run read_run_file(const RunFile& file, ListScores scores = ListScores::left_out);

// Reads runs in parallel. Throws the same, and Error where two have one name.
std::vector<Run> read_runs(const std::vector<AnyRun>& runs,
                           ListScores scores = ListScores::left_out);

}  // namespace subintent::internal
