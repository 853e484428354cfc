// Agreement of preferences: of measures with users, of users with each other, of measures with each
// other [Dou19 §5.4].
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compare/score_matrix.h"
#include "trec/preferences.h"

namespace subintent::internal {

// What "=" against "<" or ">" is: [Dou19] does not say.
enum class TiedPreference {
  disagree,
  half,   // half an agreement and half a disagreement
  ignore  // not counted
};

// tau = (agreements - disagreements) / judged pairs.
struct Agreement {
  double agreements = 0, disagreements = 0;  // whole numbers, but for TiedPreference::half

  void add(int first, int second, TiedPreference tied);
  double judged() const { return agreements + disagreements; }
  double tau() const;  // 0 if nothing is judged
};

// A pair of ranked lists that some participants judged.
struct JudgedPair {
  std::string topic, run1, run2;
  std::vector<std::int8_t> by_measure;  // preference() of the scores
  // By participant: 1 run1 is better, 0 equal, -1 run2, not_judged.
  std::vector<std::int8_t> by_participant;
};

inline constexpr std::int8_t not_judged = 2;

struct JudgedPairs {
  std::vector<std::string> measures, participants;  // participants in label order
  std::vector<JudgedPair> pairs;
};

// Brings preferences (sorted, as read) and scores together. `file` names the preferences in
// messages. Throws Error for the first line with a run or topic that has no scores, naming it.
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
  std::vector<double> average;                   // [measure]: mean tau over participants who judged
  std::vector<std::vector<Agreement>> between_users;  // [participant][participant]
  double average_between_users = 0;  // mean tau over pairs of participants with common judgments
};

AgreementTable agreement_table(const JudgedPairs& judged,
                               TiedPreference tied = TiedPreference::disagree);

}  // namespace subintent::internal
