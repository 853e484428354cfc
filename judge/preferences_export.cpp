#include "judge/preferences_export.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "base/one_line.h"
#include "base/strings.h"

namespace subintent::internal {
namespace {

constexpr double most_seconds = 1e9;  // that a file of preferences holds

// An answer with what it answers.
struct Row {
  const StoredAnswer* stored;
  const StudyTask* task;
  Side side;

  auto place() const {
    return std::tuple(task->item, stored->participant, task->repeat, stored->answer.question);
  }
};

std::vector<Row> rows_of(const Study& study, std::span<const StoredAnswer> answers) {
  std::vector<Row> rows;
  for (const StoredAnswer& stored : answers) {
    const auto* side = std::get_if<Side>(&stored.answer.value);
    if (side == nullptr) continue;  // taken back
    rows.push_back(
        {&stored, &study.participants[stored.participant].tasks[stored.answer.task], *side});
  }
  std::ranges::sort(rows, {}, &Row::place);
  return rows;
}

const char* preference(const Row& row) {
  if (row.side == Side::same) return "=";
  const bool is_first = (row.side == Side::left) != row.task->swapped;
  return is_first ? ">" : "<";
}

}  // namespace

std::string preferences_text(const Study& study, std::span<const StoredAnswer> answers,
                             std::string_view pool) {
  std::string text =
      "topic\trun1\trun2\tparticipant\tpreference\tleft\tseconds\tquestion\ttime\trepeat\tpool\t"
      "comment\n";
  const auto add = [&text](std::string_view column, char end = '\t') {
    text.append(column) += end;
  };
  for (const Row& row : rows_of(study, answers)) {
    const Answer& answer = row.stored->answer;
    const StudyPair& pair = study.pairs[row.task->item];
    if (!pool.empty() && pair.pool != pool) continue;
    const StudyList &first = study.lists[pair.first], &second = study.lists[pair.second];
    add(study.topics[first.topic].number);
    add(first.run);
    add(second.run);
    add(study.participants[row.stored->participant].name);
    add(preference(row));
    add(row.task->swapped ? second.run : first.run);
    add(shortest(std::min(answer.seconds, most_seconds)));
    add(question_id(answer.question));
    add(answer.time);
    add(row.task->repeat ? "1" : "0");
    add(pair.pool);
    add(one_line(answer.comment), '\n');
  }
  return text;
}

}  // namespace subintent::internal
