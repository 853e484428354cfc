// subintent explain difference.
#pragma once

#include "cli/command.h"
#include "cli/command_line.h"

namespace subintent::internal {

Work setup_explain_difference(CommandLine& line);

}  // namespace subintent::internal
