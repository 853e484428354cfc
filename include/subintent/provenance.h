// What scores and files were made from.
#pragma once

#include <string>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// What an evaluation was made from: `role` says what it holds, `name` what it is called. The path
// is empty for what was in memory.
struct ProvenanceInput {
  std::string role, name, path;
};

// {"path": "qrels", "bytes": 12, "sha256": "..."} of each file: one line of JSON, of the bytes as
// they are stored, as `--provenance` writes it (docs/formats.md). What can be read only once, such
// as a pipe, or is not there has null for bytes and digest. Throws Error where a file cannot be
// read.
std::vector<std::string> described_files(const std::vector<std::string>& paths);

// An evaluation as one object of JSON: program, version, the identifiers of the measures, the test
// and the correction that are taken where none is asked for, and the inputs, each described as by
// described_files(), with null also for the path of what was in memory, after its role and name.
// The files are read now. Throws the errors of described_files(), and of Measure.
std::string provenance(const std::vector<std::string>& measures,
                       const std::vector<ProvenanceInput>& inputs);

}  // namespace subintent
