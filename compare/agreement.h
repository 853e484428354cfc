// Agreement of preferences: of measures with users, of users with each other, of measures with each
// other [Dou19 §5.4].
#pragma once

#include "compare/score_matrix.h"
#include "core/collection/preferences.h"
#include "subintent/values.h"

namespace subintent::internal {

// Agreement of "=" with "<" or ">", of which [Dou19] does not speak.
enum class TiedPreference {
  disagree,
  half,   // half an agreement and half a disagreement
  ignore  // not counted
};

// tau = (agreements - disagreements) / judged pairs.
struct Agreement {
  double agreements = 0, disagreements = 0;  // whole numbers, but for TiedPreference::half

  void add(int first, int second, TiedPreference tied);
  void add(const Agreement& other, double times = 1) {
    agreements += times * other.agreements;
    disagreements += times * other.disagreements;
  }
  double judged() const { return agreements + disagreements; }
  // 0 if nothing is judged
  double tau() const { return judged() == 0 ? 0 : (agreements - disagreements) / judged(); }
};

// The mean tau of those in which something is judged; none if there are none.
std::optional<double> mean_tau(std::span<const Agreement> agreements);

// A participant's answer to a pair: 1 run1 is better, 0 equal, -1 run2.
struct PairAnswer {
  std::size_t participant = 0;  // place among those of all pairs
  std::int8_t preference = 0;

  bool operator==(const PairAnswer&) const = default;
};

// A pair of ranked lists that some participants judged.
struct JudgedPair {
  std::string topic, run1, run2;
  std::vector<std::int8_t> by_measure;  // preference() of the scores
  std::vector<PairAnswer> answers;      // by participant
};

struct JudgedPairs {
  std::vector<std::string> measures, participants;  // participants in label order
  std::vector<JudgedPair> pairs;
};

// Brings preferences and scores together. `file` names the preferences in messages. Throws Error
// for the first line with a run or topic that has no scores, naming it.
JudgedPairs join_preferences(const std::vector<UserPreference>& preferences,
                             const std::vector<ScoreGroup>& groups, const std::string& file);

// The judged pairs of two files; participants are the union.
JudgedPairs joined(const JudgedPairs& a, const JudgedPairs& b);

// The pairs that two measures order differently.
JudgedPairs disagreed(const JudgedPairs& judged, std::size_t measure1, std::size_t measure2);

// The layout of [Dou19 Tables 5-7] for one pool of pairs.
struct AgreementTable {
  std::vector<std::vector<Agreement>> measures;  // [measure][measure], over pairs
  std::vector<std::vector<Agreement>> users;     // [measure][participant], over judgments
  // [measure]: mean tau over participants who judged; none if there are none.
  std::vector<std::optional<double>> average;
  std::vector<std::vector<Agreement>> between_users;  // [participant][participant]
  // Mean tau over pairs of participants with common judgments; none if there are no such pairs.
  std::optional<double> average_between_users;
};

struct JudgedPool {
  std::string name;
  JudgedPairs judged;
};

// All pairs ("all"), and those of each pool where there are several. All have the participants of
// all. With scores the errors of join_preferences() are thrown; without, there are no measures.
std::vector<JudgedPool> judged_pools(const std::vector<PreferencePool>& pools,
                                     const std::vector<ScoreGroup>& groups = {});

struct PoolAgreement {
  std::string name;
  JudgedPairs judged;
  AgreementTable table;
  bool of_two_measures = false;  // the pairs that they order differently
};

// All pairs, those of each pool where there are several, and those that two measures order
// differently, for every two. All have the participants of all. Throws the errors of
// join_preferences().
std::vector<PoolAgreement> pool_agreements(const std::vector<PreferencePool>& pools,
                                           const std::vector<ScoreGroup>& groups,
                                           TiedPreference tied);

// Strengths of competitors that meet in pairs, from their wins and ties: the model of Bradley and
// Terry with ties by Davidson [Davidson 1970, 2].

// How often two items met, and with what outcome. Counts need not be whole.
struct PairOutcomes {
  std::size_t first = 0, second = 0;
  double wins_first = 0, wins_second = 0, ties = 0;
};

struct PairedStrengths {
  std::vector<double> strengths;  // logarithms, with mean 0
  double tie_rate = 0;            // nu: equals tie with probability nu / (2 + nu)
};

// The maximum of the likelihood, where the first wins with probability p_i / s, the second with p_j
// / s, and they tie with nu sqrt(p_i p_j) / s; s makes the sum 1. With `prior`, its product with a
// normal distribution of that standard deviation for each strength. Nothing where the maximum is
// not finite: some items have never met the others, or have won, or lost, all that they met.
std::optional<PairedStrengths> paired_strengths(std::size_t items,
                                                std::span<const PairOutcomes> outcomes,
                                                std::optional<double> prior = std::nullopt);

// The limits of strengths that these outcomes do not bound: infinity for items that none of the
// others has beaten or tied with, minus infinity for those that beat none, and nothing for others.
// Empty where all strengths are bounded.
std::vector<std::optional<double>> unbounded_strengths(std::size_t items,
                                                       std::span<const PairOutcomes> outcomes);

}  // namespace subintent::internal
