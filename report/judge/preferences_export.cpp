#include "report/judge/preferences_export.h"

#include <tuple>

#include "core/base/utf8.h"
#include "report/judge/checks.h"
#include "subintent/program.h"

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

// Whose answers are written.
std::vector<bool> chosen_participants(const Study& study, std::span<const StoredAnswer> answers,
                                      double checks_passed) {
  std::vector<bool> chosen;
  for (const CheckCount& count : check_counts(study, answers))
    chosen.push_back(passes(count, checks_passed));
  return chosen;
}

}  // namespace

std::string preferences_text(const Study& study, std::span<const StoredAnswer> answers,
                             std::string_view pool, double checks_passed) {
  const bool has_checks = checks_in(study) > 0;
  std::string text =
      "topic\trun1\trun2\tparticipant\tpreference\tleft\tseconds\tquestion\ttime\trepeat\tpool\t"
      "comment";
  text += has_checks ? "\tcheck\n" : "\n";
  const std::vector<bool> is_chosen = chosen_participants(study, answers, checks_passed);
  const auto add = [&text](std::string_view column, char end = '\t') {
    text.append(column) += end;
  };
  for (const Row& row : rows_of(study, answers)) {
    const Answer& answer = row.stored->answer;
    const StudyPair& pair = study.pairs[row.task->item];
    if (!pool.empty() && pair.pool != pool && !pair.check) continue;
    if (!is_chosen[row.stored->participant]) continue;
    const StudyList &first = study.lists[pair.first], &second = study.lists[pair.second];
    add(study.topics[first.topic].number);
    add(first.run);
    add(second.run);
    add(study.participants[row.stored->participant].name);
    add(sign_of(preference_of(*row.task, row.side)));
    add(row.task->swapped ? second.run : first.run);
    add(shortest(std::min(answer.seconds, most_seconds)));
    add(question_id(answer.question));
    add(answer.time);
    add(row.task->repeat ? "1" : "0");
    add(pair.pool);
    add(one_line(answer.comment), has_checks ? '\t' : '\n');
    if (has_checks) add(pair.check ? sign_of(*pair.check) : "", '\n');
  }
  return text;
}

namespace {

// The subject of a task: a pair of lists, or the cards of a topic.
struct Subject {
  const StudyTopic* topic;
  std::string_view run1, run2;  // empty for cards
};

Subject subject_of(const Study& study, const StudyTask& task) {
  if (study.kind == StudyKind::intents) return {&study.topics[task.item], {}, {}};
  const StudyPair& pair = study.pairs[task.item];
  const StudyList &first = study.lists[pair.first], &second = study.lists[pair.second];
  return {&study.topics[first.topic], first.run, second.run};
}

}  // namespace

std::string comments_text(const Study& study, std::span<const StoredAnswer> answers) {
  std::vector<const StoredAnswer*> commented;
  for (const StoredAnswer& stored : answers)
    if (!stored.answer.comment.empty() && stored.answer.task != consent_task)
      commented.push_back(&stored);
  const auto task_of = [&](const StoredAnswer* stored) -> const StudyTask& {
    return study.participants[stored->participant].tasks[stored->answer.task];
  };
  std::ranges::sort(commented, {}, [&](const StoredAnswer* stored) {
    const StudyTask& task = task_of(stored);
    return std::tuple(task.item, stored->participant, task.repeat, stored->answer.question);
  });
  std::string text = "topic\tquery\trun1\trun2\tparticipant\tpreference\ttime\tcomment\n";
  for (const StoredAnswer* stored : commented) {
    const StudyTask& task = task_of(stored);
    const auto [topic, run1, run2] = subject_of(study, task);
    const auto* side = std::get_if<Side>(&stored->answer.value);
    const std::string_view sign =
        side == nullptr ? std::string_view() : sign_of(preference_of(task, *side));
    const std::string query = one_line(topic->query);
    for (const std::string_view column : std::initializer_list<std::string_view>{
             topic->number, query, run1, run2, study.participants[stored->participant].name, sign,
             stored->answer.time})
      text.append(column) += '\t';
    text.append(one_line(stored->answer.comment)) += '\n';
  }
  return text;
}

}  // namespace subintent::internal
