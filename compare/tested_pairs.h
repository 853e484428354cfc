// Pairs of runs under a significance test, group by group.
#pragma once

#include <cstddef>
#include <cstdint>
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

// Which pairs of runs are compared, and how p-values are corrected for their number.
struct Comparison {
  std::vector<std::string> baselines = {};  // pairs with these runs; none: all pairs
  Correction correction = Correction::none;
  CorrectionFamily family = CorrectionFamily::pairs;
};

// The pairs of a group: all, or for each baseline those of all other runs with it, the baseline
// second and no pair twice. Throws Error for a baseline that is not there.
std::vector<RunPair> pairs_of(const ScoreGroup& group, std::span<const std::string> baselines);

// Pairs of a group that are corrected together.
std::size_t family_size(const ScoreGroup& group, const Comparison& comparison);

// Measures times pairs of all groups.
std::uint64_t number_of_tests(const std::vector<ScoreGroup>& groups,
                              std::span<const std::string> baselines);

// Warnings of tests that tell nothing: of measures with scores of one topic, and of a random test
// with too few trials for any pair of a group to be significant.
Warnings test_warnings(const std::vector<ScoreGroup>& groups, const Comparison& comparison,
                       const TestSettings& settings);

// The pairs of a group, those that pairs_of() gives, under a test: all of the first measure, then
// those of the next. `number` is that of the group, from 1.
std::vector<ComparedPair> compare_pairs(const ScoreGroup& group, std::size_t number,
                                        std::span<const RunPair> pairs,
                                        const TestSettings& settings, const Comparison& comparison,
                                        const PairsDone& progress = {});

// Discriminative power of every measure over all groups.
std::vector<DiscriminativePower> discriminative_powers(const std::vector<ScoreGroup>& groups,
                                                       const TestSettings& settings,
                                                       Correction correction,
                                                       const PairsDone& progress = {});

}  // namespace subintent::internal
