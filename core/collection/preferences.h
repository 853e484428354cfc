// Preferences of users between the ranked lists of two runs, and pairs of lists to judge.
#pragma once

#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

inline Preference exchanged(Preference preference) {
  return static_cast<Preference>(-static_cast<int>(preference));
}

// Is a text of battles, by its first character?
bool holds_battles(std::string_view text);
// Do members or columns have the names of those of battles?
bool names_battles(std::string_view text);

// Battles as preferences, in the order of the lines. A line has model_a (on the left), model_b and
// winner, which is one of "model_a", "model_b", or anything that begins with "tie" or "both" ("tie
// (bothbad)"). Or it has two games, the second with sides changed: win_1 and win_2; FastChat's
// model_1, model_2, g1_winner and g2_winner; arena-hard's model, baseline and games, whose scores
// are "A>>B" to "B>>A". Or RAGDoll's pair, preferred_run_id, judge_verdict, assistant_a_run_id and
// status. Games that failed are left out, and added to `failed`. The topic and
// the participant are called as column_names.h has it, else the number of the line and RAGDoll's
// model or "arena". `turn`, if there is one, tells questions apart.
// Battles of a pair by the same judge for the same topic are those of several participants, "JUDGE
// #2" and so on: each counts. Throws Error, naming `name` and line.
std::vector<UserPreference> parse_battles(std::string_view text, const std::string& name,
                                          std::uint64_t& failed);

// The judge of a participant: "ann" of "ann #2"; and who judged where nobody is named.
std::string_view judge_of(std::string_view participant);
inline constexpr const char* unnamed_judge = "arena";

// Reads preferences and battles, as subintent::read_preferences() does, which says what a header
// line names; repeat is 0 or 1 (empty is 0), check the preference that is right. Sorted by topic
// (label order), runs (of which the first is the smaller by bytes), question and participant (label
// order), repeats last. The same judgment twice is accepted.
std::vector<UserPreference> read_preferences(const Source& source, std::uint64_t* failed = nullptr);

// Checks preferences put together by hand; `name` is that of the file in messages, and the
// number of the preference, from 1, that of the line where it has none.
std::vector<UserPreference> checked_preferences(std::vector<UserPreference> preferences,
                                                const std::string& name);

// The lists of two runs for a topic.
struct ListPair {
  std::string topic, run1, run2;
  std::string pool;      // why it was chosen, such as "random"
  std::size_t line = 0;  // of the file, from 1; 0: of no file
};

// Reads pairs, topic<tab>run1<tab>run2<tab>pool, with or without that header line, in their order.
// Throws Error, naming file and line, for wrong columns, names that are empty, hold control
// characters or are not UTF-8, a run beside itself, a pair that is there twice (whichever run comes
// first), and a file without pairs.
std::vector<ListPair> read_list_pairs(const Source& source);

void append_list_pair(std::string& out, const ListPair& pair);

}  // namespace subintent::internal
