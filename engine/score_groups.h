// Scores of the public interface and the groups of runs that comparisons take.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compare/score_matrix.h"
#include "subintent/basics.h"
#include "subintent/evaluate.h"

namespace subintent::internal {

// Throws Error of `argument` for a name that is there twice.
void require_different(const std::string& argument, std::vector<std::string> names);
// Throws Error if two names mean the same measure.
void require_different_measures(const std::string& argument, std::span<const std::string> names);

enum class Draws { joined, apart };

// The groups of some scores, of which there is one at least, by the measures named and the gold
// standards; by all if none are named. Throws the errors of analyses.
// Warns of values of one run that are joined.
std::vector<ScoreGroup> score_groups(const std::vector<Scores>& scores,
                                     std::vector<std::string> measures, MissingScores missing,
                                     Warnings& warnings, const std::vector<std::string>& gold = {},
                                     Draws draws = Draws::joined);

// A value for each run of a group.
std::vector<Scores> scores_of(const ScoreGroup& group);

}  // namespace subintent::internal
