// Attention checks: pairs with a known answer, shown among the others.
#pragma once

#include "report/judge/answer.h"
#include "report/judge/study.h"

namespace subintent::internal {

// The answer to a pair of lists, whichever was on the left.
Preference preference_of(const StudyTask& task, Side side);

struct CheckCount {
  std::uint64_t answered = 0, passed = 0;  // questions of checks, and those answered correctly
};

// One for each participant; `answers` are counting_answers().
std::vector<CheckCount> check_counts(const Study& study, std::span<const StoredAnswer> answers);

// Are at least this share of the answered checks passed? Whoever has answered none passes.
bool passes(const CheckCount& count, double share);

}  // namespace subintent::internal
