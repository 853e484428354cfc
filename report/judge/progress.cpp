#include "report/judge/progress.h"

#include <fmt/format.h>

#include "report/judge/checks.h"
#include "report/judge/journal.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The answers to a task so far.
struct TaskAnswers {
  std::size_t answered = 0;  // questions
  bool is_begun = false;
  double seconds = 0;
};

bool is_complete(const AnswerValue& value) {
  if (const auto* grouping = std::get_if<Grouping>(&value)) return grouping->is_done;
  return std::holds_alternative<Side>(value);
}

// By participant and task.
std::vector<std::vector<TaskAnswers>> task_answers(const Study& study,
                                                   std::span<const StoredAnswer> stored) {
  std::vector<std::vector<TaskAnswers>> found;
  for (const StudyParticipant& participant : study.participants)
    found.emplace_back(participant.tasks.size());
  for (const StoredAnswer& counting : counting_answers(stored)) {
    const Answer& answer = counting.answer;
    if (answer.task == consent_task) continue;
    TaskAnswers& task = found[counting.participant][answer.task];
    task.answered += is_complete(answer.value) ? 1 : 0;
    task.is_begun = task.is_begun || !std::holds_alternative<std::monostate>(answer.value);
    task.seconds += answer.seconds;
  }
  return found;
}

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return values[middle];
  return (values[middle - 1] + values[middle]) / 2;
}

ParticipantProgress progress_of(const StudyParticipant& participant,
                                const std::vector<TaskAnswers>& tasks, std::size_t questions,
                                std::vector<double>& seconds) {
  ParticipantProgress progress{participant.name, tasks.size()};
  std::vector<bool> is_open;  // by session
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    is_open.resize(participant.tasks[i].session);
    if (tasks[i].answered == questions) {
      ++progress.answered;
      seconds.push_back(tasks[i].seconds);
    } else {
      progress.begun += tasks[i].is_begun ? 1 : 0;
      is_open.back() = true;
    }
  }
  progress.sessions = static_cast<std::uint32_t>(is_open.size());
  progress.finished_sessions = static_cast<std::uint32_t>(std::ranges::count(is_open, false));
  progress.median_seconds = median(seconds);
  return progress;
}

struct StudyProgress {
  std::vector<ParticipantProgress> participants;
  ParticipantProgress all{"all"};
};

// Counts an answer, whatever its task.
void add_answer(const StoredAnswer& counting, double fast_seconds, ParticipantProgress& progress) {
  const Answer& answer = counting.answer;
  if (std::holds_alternative<Consent>(answer.value)) {
    progress.consent = counting.received.empty() ? answer.time : counting.received;
    return;
  }
  progress.fast += is_complete(answer.value) && answer.seconds < fast_seconds ? 1 : 0;
  progress.comments += answer.comment.empty() ? 0 : 1;
}

StudyProgress study_progress(const Study& study, std::span<const StoredAnswer> stored,
                             double fast_seconds) {
  const std::size_t questions = std::max<std::size_t>(1, study.questions.size());
  const auto tasks = task_answers(study, stored);
  StudyProgress found;
  std::vector<double> all_seconds;
  for (std::size_t p = 0; p < study.participants.size(); ++p) {
    std::vector<double> seconds;
    found.participants.push_back(progress_of(study.participants[p], tasks[p], questions, seconds));
    all_seconds.insert(all_seconds.end(), seconds.begin(), seconds.end());
  }
  const std::vector<StoredAnswer> counting = counting_answers(stored);
  for (const StoredAnswer& answer : counting)
    add_answer(answer, fast_seconds, found.participants[answer.participant]);
  const std::vector<CheckCount> checks = check_counts(study, counting);
  for (std::size_t p = 0; p < checks.size(); ++p) {
    found.participants[p].checks = checks[p].answered;
    found.participants[p].passed = checks[p].passed;
  }
  for (const StoredAnswer& answer : stored) {
    std::string& last = found.participants[answer.participant].last;
    last = std::max(last, answer.received);
  }
  for (const ParticipantProgress& one : found.participants) {
    found.all.tasks += one.tasks;
    found.all.answered += one.answered;
    found.all.begun += one.begun;
    found.all.sessions += one.sessions;
    found.all.finished_sessions += one.finished_sessions;
    found.all.fast += one.fast;
    found.all.comments += one.comments;
    found.all.checks += one.checks;
    found.all.passed += one.passed;
    found.all.last = std::max(found.all.last, one.last);
  }
  found.all.median_seconds = median(std::move(all_seconds));
  return found;
}

// Columns that only some studies have.
struct Parts {
  bool consent, checks;
};

void add(const ParticipantProgress& progress, Parts parts, DataTable& table, TextTable& shown) {
  const std::uint64_t left = progress.tasks - progress.answered;
  const auto whole = [](std::uint64_t number) { return Cell(static_cast<std::int64_t>(number)); };
  table.rows.push_back({progress.participant, whole(progress.tasks), whole(progress.answered),
                        whole(progress.begun), whole(left), whole(progress.finished_sessions),
                        whole(progress.sessions),
                        progress.median_seconds ? Cell(*progress.median_seconds) : Cell(),
                        progress.last.empty() ? Cell() : Cell(progress.last), whole(progress.fast),
                        whole(progress.comments)});
  std::vector<std::string> row = {
      progress.participant,
      std::to_string(progress.answered),
      std::to_string(left),
      fmt::format("{} of {}", progress.finished_sessions, progress.sessions),
      progress.median_seconds ? fmt::format("{:.1f}", *progress.median_seconds) : "-",
      progress.last.empty() ? "-" : printable(progress.last),
      std::to_string(progress.fast),
      std::to_string(progress.comments)};
  if (parts.checks) {
    table.rows.back().push_back(whole(progress.checks));
    table.rows.back().push_back(whole(progress.passed));
    row.push_back(fmt::format("{} of {}", progress.passed, progress.checks));
  }
  if (parts.consent) {
    table.rows.back().push_back(progress.consent.empty() ? Cell() : Cell(progress.consent));
    row.push_back(progress.consent.empty() ? "-" : printable(progress.consent));
  }
  shown.add(std::move(row));
}

}  // namespace

std::vector<ParticipantProgress> progress_of(const Study& study,
                                             std::span<const StoredAnswer> stored,
                                             double fast_seconds) {
  return study_progress(study, stored, fast_seconds).participants;
}

Report progress_report(const Study& study, std::span<const StoredAnswer> stored,
                       double fast_seconds) {
  const StudyProgress progress = study_progress(study, stored, fast_seconds);
  const Parts parts{!study.consent.empty(), checks_in(study) > 0};
  DataTable table{"progress",
                  {"participant", "tasks", "answered", "begun", "left", "finished_sessions",
                   "sessions", "median_seconds", "last", "fast", "comments"},
                  {}};
  std::vector<std::string> header = {"participant",
                                     "answered",
                                     "left",
                                     "sessions",
                                     "median s",
                                     "last answer",
                                     "under " + shortest(fast_seconds) + " s",
                                     "comments"};
  if (parts.checks) {
    table.columns.insert(table.columns.end(), {"checks", "passed"});
    header.emplace_back("checks passed");
  }
  if (parts.consent) {
    table.columns.emplace_back("consent");
    header.emplace_back("consent");
  }
  TextTable shown;
  shown.add(header);
  for (const ParticipantProgress& one : progress.participants) add(one, parts, table, shown);
  add(progress.all, parts, table, shown);
  Report report;
  report.text.add(std::move(shown));
  report.tables.push_back(std::move(table));
  return report;
}

}  // namespace subintent::internal
