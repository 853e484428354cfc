// What preferences say about the people who gave them, and which measure agrees better with them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/agreement.h"
#include "compare/tested_pairs.h"
#include "compare/topic_bootstrap.h"
#include "subintent/comparison.h"

namespace subintent::internal {

// The answers to one question.
struct QuestionPools {
  std::string question;
  std::vector<PreferencePool> pools;        // those that have answers to it
  std::vector<UserPreference> checks = {};  // answers to attention checks, which are in no pool
};

// By question, in label order. `question` is empty where there is one only. Preferences that name
// several pools are divided: into "POOL", or "NAME: POOL" where several are given; those that name
// none keep NAME.
std::vector<QuestionPools> by_question(const std::vector<PreferencePool>& pools);

// A participant who was left out, with the attention checks that were answered, and correctly.
struct FailedChecks {
  std::string participant;
  std::uint64_t checks = 0, passed = 0;
};

// Leaves out participants who answered less than this share of their checks correctly, by label.
// Participants who have answered none stay.
std::vector<FailedChecks> leave_out_failed(std::vector<PreferencePool>& pools, double share);

// Leaves out the checks themselves.
void leave_out_checks(std::vector<PreferencePool>& pools);

// Is more known than who preferred what: sides, times, questions, repeats?
bool have_details(const std::vector<PreferencePool>& pools);

// For each pool, and for all together if there are several: tau, alpha_nominal, alpha_ordinal.
std::vector<UserReliability> user_reliabilities(const QuestionPools& answers, TiedPreference tied,
                                                const BootstrapSettings& settings);

// How well a measure agrees with the participants.
struct MeasureTau {
  double agreements = 0, judgments = 0;  // of all participants together
  std::optional<double> tau;             // the mean over those who judged; none if nobody has
  std::optional<double> low, high;       // over topics; none for fewer than two
};

// By measure of the pairs.
std::vector<MeasureTau> measure_taus(const JudgedPairs& judged, TiedPreference tied,
                                     const BootstrapSettings& settings);

// Answers that took fewer seconds are hardly read [Huang et al. 2012: 2 seconds per item].
inline constexpr double default_fast_seconds = 2;

// Of all participants together, then of each in label order. `alpha`: 1 - the intervals'
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
