// The inputs of an evaluation. Whoever scores runs sets it up here, and is warned here of what is
// likely to be wrong with them.
#pragma once

#include "compare/score_matrix.h"
#include "core/collection/run.h"
#include "evaluate/judgments.h"
#include "evaluate/measure.h"
#include "evaluate/scorer.h"
#include "similarity/similarity.h"

namespace subintent::internal {

using subintent::Remarks;

// Inputs after reading, or values. Must live as long as the scorers made from it.
struct EvaluationData {
  std::shared_ptr<const Judgments> judgments;
  std::vector<NamedHierarchies> hierarchies;
  std::shared_ptr<const DocumentSimilarity> similarity;  // of the relevant documents; or null
  std::optional<std::int32_t> max_grade;
  std::vector<NamedGroups> groups = {};

  Scorer scorer(std::vector<Measure> measures) const {
    return scorer(*judgments, hierarchies, std::move(measures));
  }
  // A scorer of a part of the judgments, or of other hierarchies. Throws the errors of Scorer.
  Scorer scorer(const Judgments& own_judgments,
                const std::vector<NamedHierarchies>& own_hierarchies,
                std::vector<Measure> measures) const;
};

// Reads the groups of attributes, by name. Throws the errors of read_groups().
std::vector<NamedGroups> read_groups(const std::map<std::string, GroupAttribute>& attributes);

// Answers as runs, by name: each judged document is the only one in the lists of a system of its
// name. Throws Error for files whose judgments are not of answers.
std::vector<Run> answer_runs(const Judgments& judgments);

// Whether nothing is known of how important nuggets are: all of them are vital then.
bool are_alike(const Judgments& judgments);

// Whether some measure compares documents that are not relevant, too.
bool need_all_documents(std::span<const Measure> measures);

// The measures that the data allow: where judgments are of topics, no measure sees intents; nDCG@20
// if there are none of these.
std::vector<Measure> allowed(std::vector<Measure> measures, const EvaluationData& data);

// Everything to be said of runs [check_runs() of compare/study/warnings.h], without their scores by
// these measures. Throws Error where none of a run's topics is judged.
void check_runs(const EvaluationData& data, std::span<const Measure> measures,
                std::span<const Run> runs, Remarks& remarks);

// The places of the topics that all measures of a scorer apply to, so that a comparison of measures
// is one over the same topics. Warns of those that are left out. Throws Error (argument
// "measures") where there are none.
std::vector<std::size_t> topics_of_all(const Scorer& scorer, Warnings& warnings);

// The scores of runs by all measures of a scorer, for topics_of_all(), on all threads.
ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer);

// Scores runs, and says of them what check_runs() does.
ScoreGroup score_runs(std::span<const Run> runs, const Scorer& scorer, Remarks& remarks);

// Measures get the names by which they are asked for, where those mean the same, and the table says
// of which less is better.
void resolve_measures(ScoreTable& table, const std::vector<std::string>& asked);

// Each name is replaced by the first of `known` that means the same measure, if there is one.
std::vector<std::string> known_names(std::vector<std::string> names,
                                     std::span<const std::string> known);

// Throws Error of `argument` where two names mean the same measure, or are the same.
void require_different_measures(const std::string& argument, std::span<const std::string> names);
void require_different(const std::string& argument, std::vector<std::string> names);

// Standardises the scores of every measure and topic over the runs, as those of a ScoreMatrix are.
// The runs must have been scored by the same scorer.
void standardise(std::span<RunScores* const> runs);

}  // namespace subintent::internal
