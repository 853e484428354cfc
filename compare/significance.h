// Significance of the differences between runs, for all pairs of runs and several measures at once.
#pragma once

#include "compare/score_matrix.h"

namespace subintent::internal {

// Holm's and Bonferroni's keep the chance of any false alarm among the pairs of a family below
// alpha; that of Benjamini and Hochberg (1995) keeps the expected share of false alarms among the
// significant pairs below it.
enum class Correction { none, holm, bonferroni, benjamini_hochberg };

// The p-values that are corrected together.
enum class CorrectionFamily {
  pairs,    // the pairs of a group of runs by one measure
  measures  // those by all measures
};

// A correction; p-values come and go in the same order.
struct CorrectionRecord {
  Correction correction;
  std::string_view name;   // "holm"
  std::string_view label;  // "Holm's correction"; none: empty
  std::vector<double> (*corrected)(std::span<const double> p);
  bool family_wise = true;  // the more pairs, the higher the smallest p-value that it can give
};

// All there are, by their values.
std::span<const CorrectionRecord> corrections();

// The record of a correction; of a name, or nullptr.
const CorrectionRecord& record_of(Correction correction);
const CorrectionRecord* find_correction(std::string_view name);

std::string_view name_of(Correction correction);

// The level of the intervals of all pairs of a family, so that the interval of a pair excludes 0
// exactly where its corrected p-value is below alpha, if the test and its interval agree. With m
// pairs, R of them significant: alpha / m for bonferroni, whose intervals hold together;
// alpha / max(1, m - R) for holm, the level at which the pairs that are left were tested;
// alpha max(1, R) / m for bh, where of the intervals of significant pairs at most alpha are
// expected to miss [Benjamini and Yekutieli 2005, section 3]; alpha for none. `p` are not yet
// corrected.
double interval_level(Correction correction, std::span<const double> p, double alpha);

// P-values times their number, at most 1.
std::vector<double> bonferroni(std::span<const double> p);
// Holm's step-down [Holm 1979].
std::vector<double> holm(std::span<const double> p);
// The step-up of [Benjamini and Hochberg 1995], as p.adjust(method = "BH") of R gives it.
std::vector<double> benjamini_hochberg(std::span<const double> p);

struct SignificanceTest;

// A test of this name; nullptr if there is none.
const SignificanceTest* find_test(std::string_view name);

// The test of runs wherever none is named. With Holm's correction it keeps to its level in every
// case that was simulated (tools/bench/compare), needs no trials, and is the same for two runs and
// many.
inline constexpr std::string_view default_test = "t";

inline constexpr std::uint64_t max_trials = 100'000;

struct TestSettings {
  const SignificanceTest* test = find_test(default_test);
  std::uint64_t trials = 0;  // 1 to max_trials; ignored by tests that are not random
  std::uint64_t seed = 1;
  double alpha = 0.05;    // of intervals and Δ
  bool intervals = true;  // with the limits of intervals, and Δ; without them it is faster
};

// The result of a test for one pair of runs. Nothing is ever NaN.
struct PairTest {
  // The p-value (achieved significance level). 1 where there is one topic only, and where all
  // differences are 0. Where all are the same but not 0, that of the bootstrap is 0, and that of
  // the t-test, which cannot tell, the one of all signs: 2 of 2^n are as far from 0.
  double p = 1;
  double difference = 0;  // of the means, first run minus second
  // Cohen's d of the differences: their mean divided by their standard deviation (n - 1). 0 if the
  // mean is 0, infinite if only the deviation is 0 or unknown.
  double effect_size = 0;
  // The interval of confidence 1 - alpha: of the mean difference; for the sign test and wilcoxon
  // of the median difference. Infinite where there is too little data. For tukey simultaneous for
  // all pairs, for maxt at the level at which the pairs were tested that are left.
  double low = 0, high = 0;
  std::uint32_t wins = 0, losses = 0,
                ties = 0;  // of the first run, over topics; ties to within 1e-9
  // Which run the test finds better if p is small, 1: the first, -1: the second, 0: none; wins and
  // this are by the direction of the measure, all else is by its numbers. By the
  // mean; for the sign test by wins, for wilcoxon by ranks, which may be the run with the lower
  // mean.
  int better = 0;
};

struct TestResult {
  std::vector<PairTest> pairs;  // in the order of the pairs given
  // The difference needed for significance at alpha: bootstrap [Sakai12 Fig. 3], tukey [Fig. 5].
  // None for other tests and where there is no significant pair to tell it from.
  std::optional<double> delta;
};

// Called, from any thread, with numbers of pairs that are done, and with 0 in between. What it
// throws ends the test.
using PairsDone = std::function<void(std::uint64_t)>;

// All tests are paired and two-sided.
struct SignificanceTest {
  // How the required difference of several groups follows from theirs.
  enum class Delta { none, largest, smallest };

  std::string_view name;             // "t"
  std::string_view other_name = {};  // another spelling of it
  std::string_view label;            // "paired t-test"
  std::uint64_t default_trials = 0;  // of a random test; 0 if it is not random
  bool family_wise = false;          // p-values hold for all pairs together: no correction
  Delta delta = Delta::none;
  // One result a measure.
  std::vector<TestResult> (*run)(std::span<const ScoreMatrix> measures,
                                 std::span<const RunPair> pairs, const TestSettings& settings,
                                 const PairsDone& done) = nullptr;

  bool is_random() const { return default_trials > 0; }
};

// All tests there are, each with a file of its own.
std::span<const SignificanceTest> significance_tests();

// "paired bootstrap test (B = 1000, seed 1)"; and with ", alpha = 0.05, Holm's correction" behind
// it.
std::string description(const TestSettings& settings);
std::string description(const TestSettings& settings, Correction correction);

// One result a measure. Time for N topics, R runs, P pairs and B trials, for each measure: t and
// sign O(PN), wilcoxon O(PN^2), bootstrap O(PNB), tukey O(RNB), randomisation and maxt O(RNB + PB).
// Memory beside the scores: bootstrap 4NB + 8RB bytes, randomisation and maxt 8RB.
std::vector<TestResult> run_tests(std::span<const ScoreMatrix> measures,
                                  std::span<const RunPair> pairs, const TestSettings& settings,
                                  const PairsDone& progress = {});

// How many pairs of runs a measure finds significantly different [Sakai12 §4.1].

// Significant pairs of two measures [Sakai12 Table 4].
struct MeasureOverlap {
  std::string measure1, measure2;
  std::uint64_t only1 = 0, both = 0, only2 = 0;  // both: with the same winner
  std::uint64_t conflicts = 0;  // of both with opposite winners [SakaiSong11 footnote 7]
  double agreement = 1;         // both / any [SakaiSong11 Table 5]; 1 if there are none
};

// The p-values of one measure over all pairs of runs of all groups, and what follows from them.
struct DiscriminativePower {
  std::string measure = {};
  std::vector<double> p = {};            // corrected, if asked for
  std::vector<std::int8_t> winner = {};  // 1 the first run of the pair, -1 the second, 0 none
  std::uint64_t significant = 0;         // p < alpha
  // The difference of means that is needed for significance [Sakai12 Figs. 3 and 5]; of groups as
  // SignificanceTest says. None for other tests than bootstrap and tukey, and where there is no
  // significant pair to derive it from.
  std::optional<double> delta = {};

  // Significant pairs among all, 0 to 1.
  double share() const { return share_of(significant, p.size()); }
  // Achieved significance levels: p-values, the largest first.
  std::vector<double> curve() const;
};

// A test that is family-wise by itself needs no correction and gets none.
Correction correction_for(const SignificanceTest& test, Correction correction);

// P-values of a test, corrected for their number. The p-value of a random test goes into a
// correction as (count + 1) / (trials + 1), the data being one trial more: count / trials could
// stay 0 for any number of pairs. Without correction they are as they were.
std::vector<double> corrected(std::span<const double> p, const TestSettings& settings,
                              Correction correction);
std::vector<double> p_values(const TestResult& result);

// The smallest p-value that a random test of so many trials can give one of so many pairs after a
// family-wise correction: pairs / (trials + 1), at most 1.
double smallest_corrected(std::size_t pairs, std::uint64_t trials);
// The least number of trials with which that is below alpha; may be beyond max_trials.
std::uint64_t trials_needed(std::size_t pairs, double alpha);

// From the results of one measure, one per group. Corrections are made within a group.
DiscriminativePower discriminative_power(std::span<const TestResult> groups,
                                         const TestSettings& settings, Correction correction);

// The significant pairs of every two measures.
std::vector<MeasureOverlap> measure_overlaps(std::span<const DiscriminativePower> powers,
                                             double alpha);

// Discriminative power of a measure with hierarchies, beside that with placebos: the same
// hierarchies with their documents shuffled.
struct PlaceboPower {
  std::string measure;
  std::uint64_t significant = 0, pairs = 0;
  std::vector<std::uint64_t> placebos;  // significant pairs with each; none: sees no hierarchy

  double power() const { return share_of(significant, pairs); }
  // Powers with placebos, of which there is one at least.
  double mean() const;
  double lowest() const { return share_of(std::ranges::min(placebos), pairs); }
  double highest() const { return share_of(std::ranges::max(placebos), pairs); }
  std::uint64_t as_high() const;  // placebos with at least the power of the hierarchies
  // The probability of that if the places of documents made no difference: (as_high + 1) /
  // (placebos + 1).
  double p() const { return share_of(as_high() + 1, placebos.size() + 1); }
};

// Pairs of runs under a significance test, group by group.

// Two runs by one measure under a significance test: with the interval at the level of the
// correction, and wins, losses and ties as topics at which the first run is better, worse, equal.
struct ComparedPair : PairTest {
  std::size_t group = 0;  // of runs with the same topics, from 1
  std::string measure, run1, run2;
  std::size_t topics = 0;
  double mean1 = 0, mean2 = 0;
  // After three corrections for all pairs of the family, whether they were asked for or not.
  double p_holm = 1, p_bonferroni = 1, p_bh = 1;
  double corrected = 1;      // by the correction that was asked for
  bool significant = false;  // corrected < alpha
  std::string winner = {};   // the better run of a significant pair; else empty
};

// The groups that have pairs: those of two runs or more. Throws Error if there is none.
std::vector<const ScoreGroup*> comparable(const std::vector<ScoreGroup>& groups);

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
// calls them certain; `effect` says what became of that.
void warn_of_constant_differences(const std::vector<ScoreGroup>& groups,
                                  const Comparison& comparison, const TestSettings& settings,
                                  Warnings& warnings,
                                  std::string_view effect = "p is that of the randomisation test");
inline constexpr std::string_view called_certain = "calls them certain";

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
