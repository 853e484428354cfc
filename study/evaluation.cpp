#include "study/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "hierarchy/nuggets.h"
#include "similarity/coverage.h"
#include "study/warnings.h"

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

namespace {

void check_files(const EvaluationData& data, Warnings& warnings) {
  for (const NamedGroups& named : data.groups) warn_of_groups(named, *data.judgments, warnings);
  for (const NamedHierarchies& named : data.hierarchies) {
    warn_of_hierarchies(named, *data.judgments, warnings);
  }
}

void check_measures(const EvaluationData& data, std::span<const Measure> measures,
                    Remarks& remarks) {
  warn_of_topic_level_judgments(*data.judgments, measures, remarks.warnings);
  warn_of_vital_weights(*data.judgments, measures, remarks.warnings);
  note_nuggets(data, remarks.notes);
  note_high_grades(*data.judgments, measures, remarks.notes);
}

}  // namespace

EvaluationData read_evaluation(const EvaluationInputs& inputs, std::span<const Measure> measures,
                               Remarks& remarks) {
  const auto judgments =
      std::make_shared<Judgments>(read_judgments(inputs.judgments, remarks.warnings));
  if (inputs.duplicates) {
    judgments->duplicates = std::make_shared<const Duplicates>(read_duplicates(*inputs.duplicates));
    judgments->duplicates_as = inputs.duplicates_as;
    warn_of_duplicates(*judgments, inputs.duplicates->name(), remarks.warnings);
  }
  EvaluationData data{
      judgments, inputs.hierarchies, {}, inputs.max_grade, read_groups(inputs.groups)};
  for (NamedHierarchies& named : data.hierarchies) {
    named.topics = read_hierarchies_or_nuggets(named.path, judgments->all_nuggets);
  }
  check_files(data, remarks.warnings);
  if (inputs.similarity.any()) {
    const bool needs_all = std::ranges::any_of(
        measures, [](const Measure& measure) { return bool(measure.record->of_similarity); });
    data.similarity = std::make_shared<const DocumentSimilarity>(read_similarity(
        inputs.similarity, relevant_docnos(*data.judgments), remarks.warnings, needs_all));
  }
  check_measures(data, measures, remarks);
  return data;
}

void check_evaluation(const EvaluationData& data, std::span<const Measure> measures,
                      Remarks& remarks) {
  check_files(data, remarks.warnings);
  if (data.similarity) {
    const auto relevant = relevant_docnos(*data.judgments);
    if (const auto warning = coverage_warning(relevant, *data.similarity, "similarity")) {
      remarks.warnings.push_back(*warning);
    }
  }
  check_measures(data, measures, remarks);
}

void check_runs(const EvaluationData& data, std::span<const Measure> measures,
                std::span<const Run> runs, Remarks& remarks) {
  Scorer scorer(*data.judgments, {}, {}, nullptr, std::nullopt);
  scorer.count_unjudged_for(measures);
  score_runs(runs, scorer, remarks);
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

namespace {

std::vector<RunScores> scores_of(std::span<const Run> runs, const Scorer& scorer) {
  std::vector<RunScores> scores(runs.size());
  parallel_for(runs.size(), [&](std::size_t i) { scores[i] = scorer.score(runs[i]); });
  return scores;
}

ScoreGroup group_of(std::span<const RunScores> scores, const Scorer& scorer) {
  ScoreGroup group;
  for (const RunScores& run : scores) group.runs.push_back(run.run);
  const std::vector<TopicData>& topics = scorer.topics();
  for (const TopicData& topic : topics) group.topics.emplace_back(topic.topic);
  for (std::size_t m = 0; m < scorer.measures().size(); ++m) {
    ScoreMatrix& matrix = group.measures.emplace_back(
        ScoreMatrix{scorer.measures()[m].name, topics.size(), scores.size(), {}});
    for (std::size_t topic = 0; topic < topics.size(); ++topic) {
      for (const RunScores& run : scores) matrix.values.push_back(run.values[m][topic]);
    }
  }
  return group;
}

}  // namespace

ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer) {
  return group_of(scores_of(runs, scorer), scorer);
}

ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer, Remarks& remarks) {
  const std::vector<RunScores> scores = scores_of(runs, scorer);
  std::vector<CheckedRun> checked;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    checked.push_back({&scores[i], runs[i].counts, runs[i].order});
  }
  check_runs(checked, scorer, remarks);
  return group_of(scores, scorer);
}

}  // namespace subintent::internal
