// Runs of the files that people name.
#pragma once

#include "collection/run.h"
#include "subintent/evaluate.h"

namespace subintent::internal {

// Reads a run. Its name is the one that was given, or else its tag or its file. Throws the errors
// of read_run().
Run read_run_file(const RunFile& file);

}  // namespace subintent::internal
