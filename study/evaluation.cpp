#include "study/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cluster/coverage.h"
#include "hierarchy/nuggets.h"
#include "study/warnings.h"
#include "support/error.h"
#include "support/parallel.h"

namespace subintent::internal {

Scorer EvaluationData::scorer(const Judgments& own_judgments,
                              const std::vector<NamedHierarchies>& own_hierarchies,
                              std::vector<Measure> measures) const {
  return {own_judgments, own_hierarchies, std::move(measures), similarity.get(), max_grade, groups};
}

std::vector<NamedGroups> read_groups(const std::vector<NamedAttribute>& attributes) {
  std::vector<NamedGroups> groups;
  for (const auto& [name, attribute] : attributes) {
    groups.push_back({name, std::make_shared<const Groups>(
                                read_groups(attribute, "groups " + printable(name)))});
  }
  std::ranges::sort(groups, {}, &NamedGroups::name);  // a mean is the same in any order
  return groups;
}

EvaluationData read_evaluation(const EvaluationInputs& inputs, Warnings& warnings) {
  const auto judgments = std::make_shared<Judgments>(read_judgments(inputs.judgments, warnings));
  if (inputs.duplicates) {
    judgments->duplicates = std::make_shared<const Duplicates>(read_duplicates(*inputs.duplicates));
    judgments->duplicates_as = inputs.duplicates_as;
    warn_of_duplicates(*judgments, inputs.duplicates->name(), warnings);
  }
  EvaluationData data{
      judgments, inputs.hierarchies, {}, inputs.max_grade, read_groups(inputs.groups)};
  for (const NamedGroups& named : data.groups) warn_of_groups(named, *judgments, warnings);
  for (NamedHierarchies& named : data.hierarchies) {
    named.topics = read_hierarchies_or_nuggets(named.path, data.judgments->all_intents);
    warn_of_hierarchies(named, *data.judgments, warnings);
  }
  if (inputs.similarity.any()) {
    data.similarity = std::make_shared<const DocumentSimilarity>(
        read_similarity(inputs.similarity, relevant_docnos(*data.judgments), warnings));
  }
  return data;
}

void check_evaluation(const EvaluationData& data, Warnings& warnings) {
  for (const NamedHierarchies& named : data.hierarchies) {
    warn_of_hierarchies(named, *data.judgments, warnings);
  }
  for (const NamedGroups& named : data.groups) warn_of_groups(named, *data.judgments, warnings);
  if (!data.similarity) return;
  const auto relevant = relevant_docnos(*data.judgments);
  if (const auto warning = coverage_warning(relevant, *data.similarity, "similarity")) {
    warnings.push_back(*warning);
  }
}

void require_different_names(std::span<const std::string> names, std::span<const std::string> files,
                             const std::string& advice) {
  std::map<std::string_view, std::string_view> file_of;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [at, is_new] = file_of.emplace(names[i], files[i]);
    if (is_new) continue;
    throw Error(
        Location{files[i], 0},
        fmt::format("run {} has the name of the run in {}", printable(names[i]), at->second),
        advice);
  }
}

ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer) {
  std::vector<RunScores> scores(runs.size());
  parallel_for(runs.size(), [&](std::size_t i) { scores[i] = scorer.score(runs[i]); });
  ScoreGroup group;
  for (const Run& run : runs) group.runs.push_back(run.name);
  const std::vector<TopicData>& topics = scorer.topics();
  for (const TopicData& topic : topics) group.topics.emplace_back(topic.topic);
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    ScoreMatrix& matrix = group.measures.emplace_back(
        ScoreMatrix{scorer.measures()[m].name, topics.size(), runs.size(), {}});
    for (std::size_t topic = 0; topic < topics.size(); ++topic) {
      for (const RunScores& run : scores) matrix.values.push_back(run.values[m][topic]);
    }
  }
  return group;
}

}  // namespace subintent::internal
