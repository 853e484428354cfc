// Statistics over scores: comparisons of runs with each other, and of measures with each other.
//
// All of these take the scores of any number of runs by any number of measures, as Evaluator or
// read_scores() gives them, or put together by hand. Values of one run name are joined, as those of
// several years are. Options have the measures to use (none: all), by any of their names, and what
// to do where runs do not share all topics.
//
// All throw Error: of argument "scores" for values that do not fit their measures and topics, are
// infinite, or are beyond 1e100; where a run has no score that it should have, naming run, topic
// and measure; for a score that is there twice with two values; for a measure or run that is not
// there; and where there is nothing to compare, such as one run only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "subintent/comparison.h"
#include "subintent/correction.h"
#include "subintent/export.h"
#include "subintent/preference.h"
#include "subintent/progress.h"
#include "subintent/scores.h"
#include "subintent/source.h"
#include "subintent/topic_set.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

// What comparisons without further options take.
struct ScoreSelection {
  std::vector<std::string> measures = {};  // none: all
  MissingScores missing = MissingScores::error;
};

// Names of the tests: "t", "bootstrap" [Sakai12 Fig. 2], "tukey" (randomised HSD [Sakai12 Fig. 4])
// and "maxt", which need no correction for they take all pairs into account, "randomisation" (or
// "randomization"), "sign", "wilcoxon" (signed ranks). All are paired and two-sided.
std::vector<std::string> significance_test_names();

struct SignificanceOptions {
  std::vector<std::string> measures = {};
  MissingScores missing = MissingScores::error;
  std::string test = "t";
  std::optional<std::uint64_t> trials = {};  // of random tests, 1 to 100,000; none: the default
  std::uint64_t seed = 1;
  double alpha = 0.05;
  // Within a group; none is made of tukey.
  Correction correction = Correction::holm;
  CorrectionFamily family = CorrectionFamily::pairs;
  std::optional<std::string> baseline = {};  // a run: pairs with it only, in which it comes second
};

// A test as it was made.
struct TestUsed {
  std::string name;
  double alpha = 0.05;
  Correction correction = Correction::none;
  std::optional<std::uint64_t> trials, seed;  // none: the test is not random
};

struct Significance {
  std::vector<ComparedPair> pairs;  // by group, measure, first run, second run
  TestUsed test;
  Warnings warnings;  // too few trials, runs that are compared with none, ...
};

// Every two runs by every measure. Throws Error for a test that is not known (argument "test") and
// for numbers that make no sense ("trials", "alpha").
Significance significance(const std::vector<Scores>& scores,
                          const SignificanceOptions& options = {},
                          const ProgressCallback& progress = {});

struct PowerOptions {
  std::vector<std::string> measures = {};
  MissingScores missing = MissingScores::error;
  std::string test = "bootstrap";
  std::optional<std::uint64_t> trials = {};
  std::uint64_t seed = 1;
  double alpha = 0.05;
  Correction correction = Correction::none;
};

struct DiscriminativePower {
  std::vector<MeasurePower> powers;      // by measure
  std::vector<MeasureOverlap> overlaps;  // of every two
  TestUsed test;
  Warnings warnings;
};

// The share of pairs of runs that each measure finds significantly different [Sakai12 §4.1], with
// the curves of p-values, and the overlap of the pairs that two measures find. Throws the errors of
// significance().
DiscriminativePower discriminative_power(const std::vector<Scores>& scores,
                                         const PowerOptions& options = {},
                                         const ProgressCallback& progress = {});

struct Correlations {
  std::vector<MeasureCorrelation> correlations;  // of every two measures
  Warnings warnings;
};

// Correlations of the rankings of runs by their means. tau_ap breaks ties by the names of runs.
// Over several groups: the mean, weighted by runs.
Correlations rank_correlation(const std::vector<Scores>& scores,
                              const ScoreSelection& selection = {});

// Correlations of the orders of pairs of runs by p-value. Ties of tau_ap go to the earlier pair.
// Throws the errors of significance().
Correlations p_value_correlation(const std::vector<Scores>& scores,
                                 const PowerOptions& options = {.test = "t"},
                                 const ProgressCallback& progress = {});

struct Concordances {
  std::vector<MeasureConcordance> concordances;
  Warnings warnings;
};

// The concordance test of every two measures that are not gold standards: against each gold
// standard, and against all together where there are several. A difference of scores of at most
// 1e-9 is a tie; a tie of a gold standard agrees with everything. Throws Error (argument "gold")
// where there is none, or one twice.
Concordances concordance(const std::vector<Scores>& scores, const std::vector<std::string>& gold,
                         const ScoreSelection& selection = {});

// Preferences that belong together, as those that were asked for one reason. Where they name
// several pools themselves (UserPreference::pool), each of these is a pool: "POOL", or "NAME: POOL"
// where several are given.
struct PreferencePool {
  std::string name;
  std::vector<UserPreference> preferences;
};

// Reads preferences, topic<tab>run1<tab>run2<tab>participant<tab>preference; the preference is "<"
// (run2 is better), "=" or ">". A header line, which begins topic<tab>, names the columns; beside
// these five they may be left, seconds, question, repeat and pool, and others are ignored. Throws
// Error, naming file and line, for what is not such a file, and a participant who judges one
// showing of a pair twice differently.
std::vector<UserPreference> read_preferences(const Source& source);

struct PreferenceOptions {
  std::vector<std::string> measures = {};
  MissingScores missing = MissingScores::error;
  TiedPreference ties = TiedPreference::disagree;
};

struct PreferenceAgreements {
  std::vector<PreferenceAgreement> agreements;
  Warnings warnings;
};

// Agreement of measures with each other, of measures with users, and of users with each other,
// tau = (agreements - disagreements) / judged pairs [Dou19 §5.4, Tables 5-7]: over all pairs, those
// of each pool where there are several, and those that two measures order differently; for each
// question on its own. Repeats do not count. Throws Error for preferences of a run or topic without
// scores, and of argument "pools" where there are none.
PreferenceAgreements preference_agreement(const std::vector<Scores>& scores,
                                          const std::vector<PreferencePool>& pools,
                                          const PreferenceOptions& options = {});

struct UserAgreementOptions {
  TiedPreference ties = TiedPreference::disagree;  // of tau
  std::uint64_t trials = 1000;                     // of the bootstrap, 1 to 100,000
  std::uint64_t seed = 1;
  double alpha = 0.05;  // intervals have confidence 1 - alpha
};

struct UserAgreement {
  std::vector<UserReliability> reliability;      // by question, pool, coefficient
  std::vector<ParticipantSummary> participants;  // by question: all, then each
};

// How far users agree with each other, with intervals by the bootstrap over topics; and how each of
// them answered: time, sides, repeats. Throws Error of argument "pools" where there are none, and
// for numbers that make no sense ("trials", "alpha").
UserAgreement user_agreement(const std::vector<PreferencePool>& pools,
                             const UserAgreementOptions& options = {});

struct PreferenceTestOptions {
  std::vector<std::string> measures = {};
  MissingScores missing = MissingScores::error;
  TiedPreference ties = TiedPreference::disagree;
  std::string test = "randomisation";
  std::optional<std::uint64_t> trials = {};
  std::uint64_t seed = 1;
  double alpha = 0.05;
  Correction correction = Correction::holm;  // within a question and pool
};

struct PreferenceTests {
  std::vector<PreferenceTest> tests;  // by question, pool, first measure, second measure
  TestUsed test;
  Warnings warnings;
};

// Which of every two measures agrees better with users: a paired test over topics of the tau of a
// measure with all judgments of the topic. Judgments of a topic depend on each other, for they are
// of the same documents; topics do not. Throws the errors of preference_agreement() and
// significance().
PreferenceTests preference_tests(const std::vector<Scores>& scores,
                                 const std::vector<PreferencePool>& pools,
                                 const PreferenceTestOptions& options = {});

struct ConsistencyOptions {
  std::vector<std::string> measures = {};
  MissingScores missing = MissingScores::error;
  std::uint64_t trials = 1000;  // splits, 1 to 100,000
  std::uint64_t seed = 1;
  double alpha = 0.05;
};

struct Consistencies {
  std::vector<MeasureConsistency> consistencies;  // by measure
  Warnings warnings;
};

// How alike two halves of the topics rank the runs: the mean of Kendall's tau_b over random splits
// of the topics [Sakai, On the instability of diminishing return IR measures, ECIR 2021]. All
// measures see the same splits. With an odd number of topics a split leaves one out; over several
// groups tau_b is the mean, weighted by runs. Throws Error of "trials" and "alpha", and where there
// are not two runs with two topics.
Consistencies consistency(const std::vector<Scores>& scores, const ConsistencyOptions& options = {},
                          const ProgressCallback& progress = {});

// The least number of topics for a design: power is that of the noncentral distributions of t and
// F. Throws Error of the member that is outside its range.
TopicSetSize topic_set_size(const TopicSetDesign& design);

struct TopicSetOptions {
  std::vector<std::string> measures = {};
  MissingScores missing = MissingScores::error;
  double alpha = 0.05, beta = 0.20;  // as in TopicSetDesign, like those below
  std::vector<double> differences = {0.05, 0.1, 0.2};
  std::vector<std::uint32_t> systems = {10};  // for the analysis of variance
  ResidualVariance variance = ResidualVariance::one_way;
};

struct TopicSetSizes {
  std::vector<MeasureTopicSetSize> sizes;  // by measure, test (first t), and difference
  Warnings warnings;                       // measures without variance, which have no sizes
};

// The same with the residual variance of scores: that of each group of n topics, weighted by n - 1.
// Throws Error of "alpha", "beta", "differences" and "systems", and where there are too few scores
// for a variance.
TopicSetSizes topic_set_sizes(const std::vector<Scores>& scores,
                              const TopicSetOptions& options = {});

}  // namespace subintent
