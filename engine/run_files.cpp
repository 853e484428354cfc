#include "engine/run_files.h"

#include "core/base/parallel.h"

namespace subintent::internal {

Run read_run_file(const RunFile& file, ListScores scores) {
  Run run = read_run(file.source, file.order, file.on_duplicate, scores);
  if (file.named_by_tag && !run.tag.empty()) run.name = run.tag;
  if (file.name) run.name = run.tag = *file.name;
  return run;
}

std::vector<Run> read_runs(const std::vector<RunFile>& files, ListScores scores) {
  std::vector<Run> runs(files.size());
  parallel_for(runs.size(), [&](std::size_t i) { runs[i] = read_run_file(files[i], scores); });
  std::vector<std::string> names, paths;
  for (const Run& run : runs) {
    names.push_back(run.name);
    paths.push_back(run.file);
  }
  require_different_names(names, paths, "rename one of them: `RunFile::name`");
  return runs;
}

}  // namespace subintent::internal
