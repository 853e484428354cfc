#include "compare/study/delta.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/progress.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

struct DeltaHierarchy {
  const char* name;
  Weighting weighting;
  bool raw, superintents;
};

constexpr DeltaHierarchy hierarchies[] = {
    {"WI", Weighting::leaves, false, false},   {"WD", Weighting::gains, false, false},
    {"WIRaw", Weighting::leaves, true, false}, {"SUP+WI", Weighting::leaves, false, true},
    {"SUP+WD", Weighting::gains, false, true},
};

bool is_used(std::size_t hierarchy, std::span<const Measure> measures) {
  return std::ranges::any_of(measures, [&](const Measure& m) { return m.hierarchy == hierarchy; });
}

// Hierarchies that no measure names have official intents only, which takes no time.
std::vector<NamedHierarchies> hierarchies_at(double delta, const Qrels& qrels,
                                             std::span<const Dendrogram> dendrograms,
                                             const DeltaOptions& options) {
  std::vector<NamedHierarchies> made;
  for (std::size_t i = 0; i < std::size(hierarchies); ++i) {
    const DeltaHierarchy& hierarchy = hierarchies[i];
    HierarchyOptions build;
    build.delta = delta;
    build.compress = !hierarchy.raw;
    build.weighting = hierarchy.weighting;
    build.intent_weights = hierarchy.raw ? IntentWeights::uniform : IntentWeights::depth;
    if (hierarchy.superintents) build.superintents = options.superintents;
    std::optional<std::span<const Dendrogram>> trees;
    if (is_used(i, options.measures)) trees = dendrograms;
    made.push_back({hierarchy.name, options.sources.dendrograms,
                    build_hierarchies(qrels, trees, build, options.sources).hierarchies});
  }
  return made;
}

}  // namespace

std::vector<std::string> delta_hierarchies() {
  std::vector<std::string> names;
  for (const DeltaHierarchy& hierarchy : hierarchies) names.emplace_back(hierarchy.name);
  return names;
}

void add_delta_hierarchies(MeasureContext& context) {
  if (const auto name = find_reserved_name(context.hierarchies)) {
    throw Error::argument(
        "hierarchy",
        fmt::format("hierarchy: {} is the name of a hierarchy that `deltas` makes", *name),
        "choose another name");
  }
  const std::vector<std::string> made = delta_hierarchies();
  context.hierarchies.insert(context.hierarchies.begin(), made.begin(), made.end());
}

std::optional<std::string> find_reserved_name(std::span<const std::string> names) {
  for (const std::string& made : delta_hierarchies()) {
    if (std::ranges::count(names, made) > 0) return made;
  }
  return std::nullopt;
}

bool need_superintents(std::span<const Measure> measures) {
  for (std::size_t i = 0; i < std::size(hierarchies); ++i) {
    if (hierarchies[i].superintents && is_used(i, measures)) return true;
  }
  return false;
}

void require_superintents(const DeltaOptions& options) {
  if (!options.superintents.empty() || !need_superintents(options.measures)) return;
  throw Error::argument("superintents", "superintents is missing; SUP+WI and SUP+WD need it");
}

void score_deltas(const EvaluationData& data, std::span<const Run> runs,
                  std::span<const Dendrogram> dendrograms, const DeltaOptions& options,
                  const std::function<void(double delta, ScoreGroup)>& use,
                  const ProgressCallback& progress,
                  const std::function<void(ScoreGroup)>& use_placebo) {
  ProgressMeter meter(progress, "comparing", "hierarchies",
                      options.deltas.size() * (1 + options.placebo.count));
  for (const double delta : options.deltas) {
    auto made = hierarchies_at(delta, data.judgments->diversity, dendrograms, options);
    made.insert(made.end(), data.hierarchies.begin(), data.hierarchies.end());
    use(delta, score_runs(runs, data.scorer(*data.judgments, made, options.measures)));
    meter.advance();
    score_placebos(data, runs, made, options.measures, options.placebo, use_placebo, meter);
  }
}

}  // namespace subintent::internal
