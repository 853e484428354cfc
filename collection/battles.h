// Battles of answers as public arenas publish them: JSON lines with model_a, model_b and winner.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "subintent/values.h"

namespace subintent::internal {

// Is a text of battles, by its first character?
bool holds_battles(std::string_view text);

// Battles as preferences, in the order of the lines: the runs are model_a (on the left) and
// model_b, the winner is one of "model_a", "model_b", or anything that begins with "tie" or "both"
// ("tie (bothbad)"). The topic is question_id, topic, topic_id, qid, query_id or id, text or a
// whole number; the participant is judge, judge_user, user or annotator, else "arena". `turn`, if
// there is one, tells questions apart. Battles of a pair by the same judge for the same topic are
// those of several participants, "JUDGE #2" and so on: each counts. Throws Error, naming `name` and
// line.
std::vector<UserPreference> parse_battles(std::string_view text, const std::string& name);

}  // namespace subintent::internal
