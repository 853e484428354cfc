// The folder for temporary files.
#pragma once

#include <string>

namespace subintent::internal {

// The folder of an output; of a stream ("-", a pipe) that of the environment variable TMPDIR, or
// /tmp. Throws the errors of OutputPath.
std::string temporary_folder(const std::string& output);

}  // namespace subintent::internal
