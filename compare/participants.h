// Describes the people who gave preferences, and tests which measure agrees better with them.
#pragma once

#include "compare/agreement.h"
#include "compare/reliability.h"
#include "compare/significance.h"

namespace subintent::internal {

// How far people agree with each other on which run of a pair is better.
struct UserReliability : Estimate {
  std::string question;  // that was asked; empty where it is the only one
  std::string pool;      // of judged pairs: "all" or a name
  // "tau": the mean of those of every two participants; Krippendorff's "alpha_nominal" and
  // "alpha_ordinal" of <, = and > [Krippendorff 2011]. None if no two participants, or no two
  // answers, differ.
  std::string coefficient;
  std::uint64_t pairs = 0;      // that two participants or more judged
  std::uint64_t judgments = 0;  // of these
};

// How a participant, or all of them, answered.
struct ParticipantSummary {
  std::string question;     // that was asked; empty where it is the only one
  std::string participant;  // empty: all
  std::uint64_t answers = 0;
  std::optional<double> median_seconds;
  // Which side was better, of answers whose sides are known, without repeats. The share of left
  // among left and right, its interval [Wilson 1927], and the two-sided sign test of the two; none
  // where each pair was shown in one order only, so that side and run are the same.
  std::uint64_t left = 0, equal = 0, right = 0;
  bool sides_fixed = true;
  Estimate left_share;
  std::optional<double> left_p;
  // Pairs that were shown again: with the same answer, or with the same side of changed ones.
  std::uint64_t repeats = 0, same = 0, same_side = 0;
  Estimate same_share;
  std::uint64_t fast = 0;                // answers that took less than a threshold
  std::uint64_t comments = 0;            // answers with one
  std::uint64_t checks = 0, passed = 0;  // attention checks, and those answered correctly
};

// Which of two measures agrees better with people: a paired test of topics.
struct PreferenceTest {
  std::string question;  // that was asked; empty where it is the only one
  std::string pool;      // of judged pairs: "all" or a name
  ComparedPair pair;     // the measures as its runs, means over topics of the tau of each topic
};

struct QuestionPools {
  std::string question;
  std::vector<PreferencePool> pools;        // those that have answers to it
  std::vector<UserPreference> checks = {};  // answers to attention checks, which are in no pool
};

// By question, in label order. `question` is empty where there is one only. Preferences that name
// several pools are divided: into "POOL", or "NAME: POOL" where several are given; those that name
// none keep NAME.
std::vector<QuestionPools> by_question(const std::vector<PreferencePool>& pools);

// Leaves out participants who answered less than this share of their checks correctly, by label,
// and notes them. Participants who have answered none stay. Throws Error where nobody is left.
void leave_out_failed(std::vector<PreferencePool>& pools, double share, Warnings& notes);

void leave_out_checks(std::vector<PreferencePool>& pools);

// For each pool, and for all together if there are several: tau, alpha_nominal, alpha_ordinal.
std::vector<UserReliability> user_reliabilities(const QuestionPools& answers, TiedPreference tied,
                                                const BootstrapSettings& settings);

// How well a measure agrees with the participants: the mean of tau over those who judged.
struct MeasureTau : Estimate {
  double agreements = 0, judgments = 0;  // of all participants together
};

// By measure of the pairs.
std::vector<MeasureTau> measure_taus(const JudgedPairs& judged, TiedPreference tied,
                                     const BootstrapSettings& settings);

// Answers that took fewer seconds are hardly read [Huang et al. 2012: 2 seconds per item].
inline constexpr double default_fast_seconds = 2;

// Summarises all participants together, then each in label order. `alpha`: 1 - the intervals'
// confidence.
std::vector<ParticipantSummary> participant_summaries(const QuestionPools& answers, double alpha,
                                                      double fast_seconds = default_fast_seconds);

// Every two measures by their agreement with people, topic by topic: the judgments of a topic are
// of the same documents, often of the same lists, and so are not independent of each other, but
// those of different topics are. The value of a measure at a topic is the tau of the topic's
// judgments. None of fewer than two measures. `groups` are those of pool_agreements(), whose errors
// it throws.
std::vector<PreferenceTest> preference_tests(const QuestionPools& answers,
                                             const std::vector<ScoreGroup>& groups,
                                             TiedPreference tied, const TestSettings& settings,
                                             Correction correction);

}  // namespace subintent::internal
