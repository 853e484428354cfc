// subintent gate: fails where runs are worse than a baseline by more than a margin.
#include "program/analysis_command.h"

namespace subintent::internal {

Work setup_gate(CommandLine& line) {
  return setup_analysis(line, analyses_of("gate")[0]);
}

}  // namespace subintent::internal
