#include "engine/run_files.h"

namespace subintent::internal {

Run read_run_file(const RunFile& file) {
  Run run = read_run(file.source, file.order, file.on_duplicate);
  if (file.named_by_tag && !run.tag.empty()) run.name = run.tag;
  if (file.name) run.name = run.tag = *file.name;
  return run;
}

}  // namespace subintent::internal
