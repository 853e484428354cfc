// subintent judge next: which documents to judge, so that it is soon decided which runs are better.
#include "faces/cli/analysis_command.h"
#include "faces/cli/commands/judge.h"

namespace subintent::internal {

Work setup_judge_next(CommandLine& line) {
  return setup_analysis(line, analyses_of("judge")[0]);
}

}  // namespace subintent::internal
