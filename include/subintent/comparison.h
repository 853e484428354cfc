// What comparisons of runs, and of measures, give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// What to do where a run has no score for a topic that another run has one for.
enum class MissingScores {
  error,
  zero,  // it counts 0
  drop,  // topics that lack a score are left out for all runs
  group  // runs with different topics are not compared: a group for each set of topics; the scores
         // of one run name by one measure that come from several places are those of several runs
};

// Two runs by one measure under a significance test.
struct ComparedPair {
  std::size_t group = 0;  // of runs with the same topics, from 1
  std::string measure, run1, run2;
  std::size_t topics = 0;
  double mean1 = 0, mean2 = 0;
  double difference = 0;  // of the means, first run minus second
  // Cohen's d of the differences: their mean divided by their standard deviation (n - 1). 0 if the
  // mean is 0, infinite if only the deviation is 0 or unknown.
  double effect_size = 0;
  // The interval at the level of the correction, 1 - alpha without one: of the mean difference; for
  // the sign test and wilcoxon of the median difference. Infinite where there is too little data.
  // For tukey the intervals are simultaneous for all pairs.
  double low = 0, high = 0;
  // Topics at which the first run is better, worse, equal (to within 1e-9).
  std::size_t wins = 0, losses = 0, ties = 0;
  // The p-value (achieved significance level) as the test gives it, and after three corrections
  // for all pairs of the family, whether they were asked for or not.
  double p = 1, p_holm = 1, p_bonferroni = 1, p_bh = 1;
  double corrected = 1;      // by the correction that was asked for
  bool significant = false;  // corrected < alpha
  std::string winner;        // the better run of a significant pair; else empty
};

// How many pairs of runs a measure finds significantly different [Sakai12 §4.1].
struct MeasurePower {
  std::string measure;
  std::uint64_t significant = 0, pairs = 0;
  double power = 0;  // significant / pairs
  // The difference of means that is needed for significance: bootstrap [Sakai12 Fig. 3], tukey
  // [Fig. 5]. None for other tests and where there is no significant pair to derive it from.
  std::optional<double> required_difference;
  std::vector<double> curve;  // of achieved significance levels: p-values, the largest first
};

// Significant pairs of two measures [Sakai12 Table 4].
struct MeasureOverlap {
  std::string measure1, measure2;
  std::uint64_t only1 = 0, both = 0, only2 = 0;  // both: with the same winner
  std::uint64_t conflicts = 0;  // of both with opposite winners [SakaiSong11 footnote 7]
  double agreement = 1;         // both / any [SakaiSong11 Table 5]; 1 if there are none
};

// Discriminative power of a measure with hierarchies, beside that with placebos: the same
// hierarchies with their documents shuffled.
struct PlaceboPower {
  std::string measure;
  std::uint64_t significant = 0, pairs = 0;
  std::vector<std::uint64_t> placebos;  // significant pairs with each; none: sees no hierarchy

  double power() const;  // significant / pairs
  // Powers with placebos, of which there is one at least.
  double mean() const, lowest() const, highest() const;
  std::uint64_t as_high() const;  // placebos with at least the power of the hierarchies
  // The probability of that if the places of documents made no difference: (as_high + 1) /
  // (placebos + 1).
  double p() const;
};

// Correlation of the rankings that two measures make of the same items [Webber Table 3]. Nothing
// where one of the measures ranks no item above another.
struct MeasureCorrelation {
  std::string measure1, measure2;
  std::optional<double> tau_b;             // Kendall's
  std::optional<double> tau_ap_1;          // [Yilmaz et al. 2008]; the first ranking is the truth
  std::optional<double> tau_ap_2;          // where the second one is
  std::optional<double> tau_ap_symmetric;  // their mean
  std::uint64_t items = 0;                 // ranked
};

// What becomes of a measure's comparisons of runs where it sees other hierarchies.
struct MeasureExchange {
  MeasureCorrelation runs;  // of the rankings of runs by their means, before and after
  // Significant pairs kept with the same winner (both), lost (only1), new (only2), and reversed
  // (conflicts).
  MeasureOverlap pairs;
};

// Which of two measures agrees more often with gold standards where they disagree with each other
// [Sakai12 §4.2, Fig. 6].
struct MeasureConcordance {
  std::vector<std::string> gold;  // measures, with all of which an agreement must be
  std::string measure1, measure2;
  std::uint64_t disagreements = 0;           // pairs of ranked lists that the two order differently
  std::uint64_t correct1 = 0, correct2 = 0;  // of these: agreements with the gold standards
  double concordance1 = 0, concordance2 = 0;  // correct / disagreements; 0 if there are none
  std::uint64_t only1 = 0, only2 = 0;         // one of the two agrees, the other does not
  double p = 1;                               // two-sided sign test of only1 against only2
};

// How far two judges agree on which run of a pair is better [Dou19 §5.4].
struct PreferenceAgreement {
  std::string pool;           // of judged pairs: "all", a name, "MEASURE and MEASURE disagree"
  std::string first, second;  // a measure, "user NAME", "average of users"
  // Counts, which are whole numbers but for TiedPreference::half. Empty for an average.
  std::optional<double> agreements, disagreements;
  // (agreements - disagreements) / judged pairs; none if there are none to average.
  std::optional<double> tau;
  std::string question = {};  // that was asked; empty where it is the only one
};

// How far people agree with each other on which run of a pair is better.
struct UserReliability {
  std::string question;  // that was asked; empty where it is the only one
  std::string pool;      // of judged pairs: "all" or a name
  // "tau": the mean of those of every two participants; Krippendorff's "alpha_nominal" and
  // "alpha_ordinal" of <, = and > [Krippendorff 2011].
  std::string coefficient;
  std::optional<double> value;      // none if no two participants, or no two answers, differ
  std::optional<double> low, high;  // of confidence 1 - alpha, over topics; none for one topic
  std::uint64_t pairs = 0;          // that two participants or more judged
  std::uint64_t judgments = 0;      // of these
};

// How a participant, or all of them, answered.
struct ParticipantSummary {
  std::string question;     // that was asked; empty where it is the only one
  std::string participant;  // empty: all
  std::uint64_t answers = 0;
  std::optional<double> median_seconds;
  // Which side was better, of answers whose sides are known, without repeats. The share of left
  // among left and right, its interval [Wilson 1927], and the two-sided sign test of the two.
  std::uint64_t left = 0, equal = 0, right = 0;
  std::optional<double> left_share, left_low, left_high, left_p;
  // Pairs that were shown again: with the same answer, or with the same side of changed ones.
  std::uint64_t repeats = 0, same = 0, same_side = 0;
  std::optional<double> same_share, same_low, same_high;
  std::uint64_t fast = 0;                // answers that took less than a threshold
  std::uint64_t comments = 0;            // answers with one
  std::uint64_t checks = 0, passed = 0;  // attention checks, and those answered correctly
};

// Which of two measures agrees better with people: a paired test of topics.
struct PreferenceTest {
  std::string question;  // that was asked; empty where it is the only one
  std::string pool;      // of judged pairs: "all" or a name
  std::string measure1, measure2;
  std::size_t topics = 0;
  double tau1 = 0, tau2 = 0;  // means over topics of the tau of the topic's judgments
  double difference = 0;      // tau1 - tau2
  double effect_size = 0;     // as that of ComparedPair, and so are those below
  double low = 0, high = 0;
  std::size_t wins = 0, losses = 0, ties = 0;
  double p = 1, corrected = 1;
  std::string winner;  // the measure that agrees significantly better; else empty
};

// How far two sets of judgments agree, by one coefficient.
struct JudgmentCoefficient {
  // Of the judgments that both have: the share of "equal" grades; Cohen's "kappa" [Cohen 1960];
  // Krippendorff's "alpha_nominal" and "alpha_ordinal" [Krippendorff 2011]; "equal_relevance" and
  // "kappa_relevance" of relevant or not.
  std::string name;
  std::optional<double> value;      // none where there are none, or chance agrees on all
  std::optional<double> low, high;  // of confidence 1 - alpha, over topics; none for one topic
};

struct JudgmentAgreement {
  std::string level;                             // "topic", or "intents": documents for intents
  std::uint64_t topics = 0;                      // that both have
  std::uint64_t both = 0, only1 = 0, only2 = 0;  // judgments of these topics
  std::vector<std::int32_t> grades;              // of what both judge, ascending; 0 for those below
  std::vector<std::vector<std::uint64_t>> confusion;  // [grade of 1][grade of 2]
  std::vector<JudgmentCoefficient> coefficients;
};

// A run scored by judgments to which it has not contributed [Zobel 1998].
struct LeftOutRun {
  std::string measure, run;
  std::uint32_t depth = 0;                    // of the pool
  std::uint64_t documents = 0, relevant = 0;  // judged ones that only this run has contributed
  double mean_with = 0, mean_without = 0;
  std::uint32_t rank_with = 0, rank_without = 0;  // among all runs, from 1
  // Of the rankings of all runs, with and without it; empty if all runs have the same mean.
  std::optional<double> tau_b;
};

}  // namespace subintent
