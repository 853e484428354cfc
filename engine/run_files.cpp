#include "engine/run_files.h"

#include <algorithm>
#include <set>
#include <variant>

#include "core/base/parallel.h"
#include "engine/evaluation_values.h"
#include "engine/inside.h"
#include "engine/score_groups.h"

namespace subintent {
namespace internal {
namespace {

Run read_given(const AnyRun& run, ListScores scores) {
  const auto* const made = std::get_if<subintent::Run>(&run);
  return made != nullptr ? Inside::of(*made) : read_run_file(std::get<RunFile>(run), scores);
}

}  // namespace

Run read_run_file(const RunFile& file, ListScores scores) {
  Run run = read_run(file.source, file.order, file.on_duplicate, scores);
  if (file.named_by_tag && !run.tag.empty()) run.name = run.tag;
  if (file.name) run.name = run.tag = *file.name;
  return run;
}

std::vector<Run> read_runs(const std::vector<AnyRun>& given, ListScores scores) {
  std::vector<Run> runs(given.size());
  parallel_for(runs.size(), [&](std::size_t i) { runs[i] = read_given(given[i], scores); });
  std::vector<std::string> names, paths;
  for (const Run& run : runs) {
    names.push_back(run.name);
    paths.push_back(run.file);
  }
  const auto is_file = [](const AnyRun& run) { return std::holds_alternative<RunFile>(run); };
  if (std::ranges::none_of(given, is_file)) require_different("runs", names);
  require_different_names(names, paths, "rename one of them: `RunFile::name`");
  return runs;
}

}  // namespace internal

void take_topics(EvaluationInputs& inputs, std::vector<AnyRun>& runs) {
  if (internal::are_given(inputs.judgments)) return;
  std::set<std::string> topics;
  std::vector<internal::Run> read(runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    read[i] = internal::read_given(runs[i], internal::ListScores::left_out);
  });
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const internal::RankedList& list : read[i].topics) topics.emplace(list.topic);
    runs[i] = internal::Inside::run(std::move(read[i]));
  }
  for (const std::string& topic : topics) {
    std::get<JudgmentInputs>(inputs.judgments)
        .unjudged_intents.emplace_back(topic, internal::topic_level_intent);
  }
}

}  // namespace subintent
