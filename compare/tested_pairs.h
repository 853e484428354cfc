// Pairs of runs under a significance test, group by group.
#pragma once

#include "compare/discriminative_power.h"

namespace subintent::internal {

// Two runs by one measure under a significance test.
struct ComparedPair {
  std::size_t group = 0;  // of runs with the same topics, from 1
  std::string measure, run1, run2;
  std::size_t topics = 0;
  double mean1 = 0, mean2 = 0;
  double difference = 0;     // of the means, first run minus second
  double effect_size = 0;    // as that of PairTest
  double low = 0, high = 0;  // of the interval of PairTest, at the level of the correction
  // Topics at which the first run is better, worse, equal (to within 1e-9).
  std::size_t wins = 0, losses = 0, ties = 0;
  // The p-value (achieved significance level) as the test gives it, and after three corrections
  // for all pairs of the family, whether they were asked for or not.
  double p = 1, p_holm = 1, p_bonferroni = 1, p_bh = 1;
  double corrected = 1;      // by the correction that was asked for
  bool significant = false;  // corrected < alpha
  std::string winner;        // the better run of a significant pair; else empty
};

// The groups that have pairs: those of two runs or more. Throws Error if there is none.
std::vector<const ScoreGroup*> comparable(const std::vector<ScoreGroup>& groups);

// Warns of runs that are compared with none, for no other has their topics.
void warn_of_single_runs(const std::vector<ScoreGroup>& groups, Warnings& warnings);

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

// Warns of tests that tell nothing: of measures with scores of one topic, and of a random test with
// too few trials for any pair of a group to be significant.
void warn_of_test(const std::vector<ScoreGroup>& groups, const Comparison& comparison,
                  const TestSettings& settings, Warnings& warnings);

// Warns of pairs whose differences are the same in all topics, if the test is the t-test, which
// calls them certain.
void warn_of_constant_differences(const std::vector<ScoreGroup>& groups,
                                  const Comparison& comparison, const TestSettings& settings,
                                  Warnings& warnings);

// With fewer topics tests and intervals hold less often than they say.
inline constexpr std::size_t few_topics = 10;

// Warns of groups of two topics to few. Of one topic warn_of_test() says more.
void warn_of_few_topics(const std::vector<ScoreGroup>& groups, Warnings& warnings);

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
