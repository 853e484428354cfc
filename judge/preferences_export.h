// Answers to a study as the file of user preferences.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "judge/answer.h"
#include "judge/study.h"

namespace subintent::internal {

// The preferences that count, TSV with a header line: topic, run1, run2, participant, preference
// (> run1 is better, <, =), left (the run that was shown there), seconds, question (q1, ...), time
// (when it was given, by the participant's clock), repeat (1: shown for the second time, sides
// changed), pool, comment. In the order of the study: by pair, participant, repeat and question;
// so it does not depend on when, or how often, answers came. `answers` are counting_answers(). With
// `pool`, of the pairs of that pool only.
std::string preferences_text(const Study& study, std::span<const StoredAnswer> answers,
                             std::string_view pool = {});

}  // namespace subintent::internal
