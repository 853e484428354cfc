// subintent explain difference.
#pragma once

#include "faces/cli/command.h"
#include "faces/cli/command_line.h"

namespace subintent::internal {

Work setup_explain_difference(CommandLine& line);

}  // namespace subintent::internal
