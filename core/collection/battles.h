// Battles of answers as arenas and judges write them: JSON lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/values.h"

namespace subintent::internal {

// Is a text of battles, by its first character?
bool holds_battles(std::string_view text);

// Battles as preferences, in the order of the lines. A line has model_a (on the left), model_b and
// winner, which is one of "model_a", "model_b", or anything that begins with "tie" or "both" ("tie
// (bothbad)"). Or it has two games, the second with sides changed: win_1 and win_2; FastChat's
// model_1, model_2, g1_winner and g2_winner; arena-hard's model, baseline and games, whose scores
// are "A>>B" to "B>>A". Or RAGDoll's pair, preferred_run_id, judge_verdict, assistant_a_run_id and
// status. Games that failed are left out, and added to `failed`. The topic is question_id, topic,
// topic_id, qid, query_id or id, text or a whole number; the participant is judge, judge_user, user
// or annotator, RAGDoll's the model, else "arena". `turn`, if there is one, tells questions apart.
// Battles of a pair by the same judge for the same topic are those of several participants, "JUDGE
// #2" and so on: each counts. Throws Error, naming `name` and line.
std::vector<UserPreference> parse_battles(std::string_view text, const std::string& name,
                                          std::uint64_t& failed);

}  // namespace subintent::internal
