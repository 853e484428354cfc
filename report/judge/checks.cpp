#include "report/judge/checks.h"

#include <variant>

namespace subintent::internal {

Preference preference_of(const StudyTask& task, Side side) {
  if (side == Side::same) return Preference::equal;
  return (side == Side::left) != task.swapped ? Preference::first : Preference::second;
}

std::vector<CheckCount> check_counts(const Study& study, std::span<const StoredAnswer> answers) {
  std::vector<CheckCount> counts(study.participants.size());
  if (checks_in(study) == 0) return counts;
  for (const StoredAnswer& stored : answers) {
    const auto* side = std::get_if<Side>(&stored.answer.value);
    if (side == nullptr) continue;
    const StudyTask& task = study.participants[stored.participant].tasks[stored.answer.task];
    const auto& right = study.pairs[task.item].check;
    if (!right) continue;
    ++counts[stored.participant].answered;
    counts[stored.participant].passed += preference_of(task, *side) == *right ? 1 : 0;
  }
  return counts;
}

bool passes(const CheckCount& count, double share) {
  return static_cast<double>(count.passed) >= share * static_cast<double>(count.answered);
}

}  // namespace subintent::internal
