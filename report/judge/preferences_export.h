// Answers to a study as the file of user preferences.
#pragma once

#include "report/judge/answer.h"
#include "report/judge/study.h"

namespace subintent::internal {

// The preferences that count, TSV with a header line: topic, run1, run2, participant, preference
// (> run1 is better, <, =), left (the run that was shown there), seconds, question (q1, ...), time
// (when it was given, by the participant's clock), repeat (1: shown for the second time, sides
// changed), pool, comment; where there are attention checks also check (the preference that is
// right, empty for other pairs). In the order of the study: by pair, participant, repeat and
// question; so it does not depend on when, or how often, answers came. `answers` are
// counting_answers(). With `pool`, of the pairs of that pool and of checks only; with
// `checks_passed`, of participants who answered at least that share of their checks correctly.
std::string preferences_text(const Study& study, std::span<const StoredAnswer> answers,
                             std::string_view pool = {}, double checks_passed = 0);

// The comments that count, also those without an answer, TSV with a header line: topic, query,
// run1, run2 (empty in studies of intents), participant, preference (may be empty), time, comment.
// In the order of the study.
std::string comments_text(const Study& study, std::span<const StoredAnswer> answers);

}  // namespace subintent::internal
