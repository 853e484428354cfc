// Pairs of runs under a significance test, group by group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/discriminative_power.h"
#include "compare/score_matrix.h"
#include "compare/significance.h"
#include "subintent/comparison.h"
#include "subintent/warning.h"

namespace subintent::internal {

// The groups that have pairs: those of two runs or more. Throws Error if there is none.
std::vector<const ScoreGroup*> comparable(const std::vector<ScoreGroup>& groups);

// A warning of runs that are compared with none, for no other has their topics.
Warnings single_run_warnings(const std::vector<ScoreGroup>& groups);

// The pairs of a group: all, or those with the baseline, which comes second.
std::vector<RunPair> pairs_of(const ScoreGroup& group, const std::optional<std::string>& baseline);

// Measures times pairs of all groups.
std::uint64_t number_of_tests(const std::vector<ScoreGroup>& groups,
                              const std::optional<std::string>& baseline);

// A warning of a random test with too few trials for any pair of a group to be significant.
Warnings trial_warnings(const std::vector<ScoreGroup>& groups,
                        const std::optional<std::string>& baseline, const TestSettings& settings,
                        Correction correction);

// All pairs of a group under a test, by measure; corrections are made for the pairs of a measure.
// `number` is that of the group, from 1.
std::vector<std::vector<ComparedPair>> compare_pairs(const ScoreGroup& group, std::size_t number,
                                                     std::span<const RunPair> pairs,
                                                     const TestSettings& settings,
                                                     Correction correction,
                                                     const PairsDone& progress = {});

// Discriminative power of every measure over all groups.
std::vector<DiscriminativePower> discriminative_powers(const std::vector<ScoreGroup>& groups,
                                                       const TestSettings& settings,
                                                       Correction correction,
                                                       const PairsDone& progress = {});

}  // namespace subintent::internal
