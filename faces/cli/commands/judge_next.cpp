// subintent judge next: which documents to judge, so that it is soon decided which runs are better.
#include "faces/cli/analysis_command.h"
#include "faces/cli/commands/judge.h"

namespace subintent::internal {

Work setup_judge_next(CommandLine& line) {
  return setup_analysis(line, *find_analysis("next"));
}

}  // namespace subintent::internal
