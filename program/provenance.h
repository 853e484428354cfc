// Writes the description of --provenance beside the outputs of a command.
#pragma once

#include <string>
#include <string_view>

#include "program/command_line.h"

namespace subintent::internal {

// Writes OUTPUT.provenance.json, as docs/formats.md describes it, for every file of line.traced():
// to be called when the outputs have their names. Files are read now, so that an input that was
// changed while the command ran is described as it is afterwards. Throws Error if one of them
// cannot be read, or a sidecar cannot be written; then there is none.
void write_provenance(const CommandLine& line, std::string_view version);

// The name of the sidecar of an output.
std::string provenance_path(const std::string& output);

}  // namespace subintent::internal
