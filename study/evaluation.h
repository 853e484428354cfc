// What an evaluation is made from: judgments, hierarchies, similarities, and runs. Whoever scores
// runs sets it up here, and is told here what is likely to be wrong with them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collection/run.h"
#include "compare/score_matrix.h"
#include "evaluate/judgments.h"
#include "evaluate/measure.h"
#include "evaluate/scorer.h"
#include "evaluate/topic_data.h"
#include "similarity/similarity.h"
#include "similarity/similarity_files.h"
#include "study/remarks.h"

namespace subintent::internal {

struct NamedAttribute {
  std::string name;
  GroupAttribute attribute;
};

struct EvaluationInputs {
  JudgmentInputs judgments;
  std::vector<NamedHierarchies> hierarchies;  // names and paths
  std::vector<NamedAttribute> groups;         // names differ
  SimilarityFiles similarity;
  std::optional<std::int32_t> max_grade;  // ERR's G; none: the highest grade judged
  std::optional<Source> duplicates;       // read_duplicates()
  DuplicatesAs duplicates_as = DuplicatesAs::irrelevant;
};

// The same after reading, or put together by hand. Must live as long as the scorers made from it.
struct EvaluationData {
  std::shared_ptr<const Judgments> judgments;
  std::vector<NamedHierarchies> hierarchies;
  std::shared_ptr<const DocumentSimilarity> similarity;  // of the relevant documents; or null
  std::optional<std::int32_t> max_grade;
  std::vector<NamedGroups> groups = {};

  Scorer scorer(std::vector<Measure> measures) const {
    return scorer(*judgments, hierarchies, std::move(measures));
  }
  // The same with a part of the judgments, or other hierarchies. Throws the errors of Scorer.
  Scorer scorer(const Judgments& own_judgments,
                const std::vector<NamedHierarchies>& own_hierarchies,
                std::vector<Measure> measures) const;
};

// Those of attributes, sorted by name. Throws the errors of read_groups().
std::vector<NamedGroups> read_groups(const std::vector<NamedAttribute>& attributes);

// Throws the errors of the readers. Remarks are those of read_judgments() and check_evaluation().
EvaluationData read_evaluation(const EvaluationInputs& inputs, std::span<const Measure> measures,
                               Remarks& remarks);

// Everything to be said of an evaluation by these measures before there are runs: what does not fit
// the judgments, and measures that do not. Throws Error where none of the relevant documents is in
// a similarity put together by hand.
void check_evaluation(const EvaluationData& data, std::span<const Measure> measures,
                      Remarks& remarks);

// Everything to be said of runs [check_runs() of study/warnings.h], without their scores by these
// measures. Throws Error where none of a run's topics is judged.
void check_runs(const EvaluationData& data, std::span<const Measure> measures,
                std::span<const Run> runs, Remarks& remarks);

// Throws Error, with the file and `advice`, where two runs have one name. `files` are what messages
// call those of the runs.
void require_different_names(std::span<const std::string> names, std::span<const std::string> files,
                             const std::string& advice);

// The scores of runs by all measures of a scorer, on all threads.
ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer);

// Scores runs, and says of them what check_runs() does.
ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer, Remarks& remarks);

}  // namespace subintent::internal
