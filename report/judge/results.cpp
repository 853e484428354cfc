#include "report/judge/results.h"

#include <fmt/format.h>

#include <set>
#include <tuple>
#include <variant>

#include "compare/mean_test.h"
#include "compare/reliability.h"
#include "compare/study/hierarchies.h"
#include "core/base/utf8.h"
#include "core/collection/qrels.h"
#include "report/judge/journal.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const StudyTask& task_of(const Study& study, const StoredAnswer& stored) {
  return study.participants[stored.participant].tasks[stored.answer.task];
}

constexpr double most_seconds = 1e9;  // that a file of preferences holds

// An answer with what it answers.
struct Row {
  const StoredAnswer* stored;
  const StudyTask* task;

  auto place() const {
    return std::tuple(task->item, stored->participant, task->repeat, stored->answer.question);
  }
  // The preference; empty where the answer was taken back, and for cards.
  std::string_view sign() const {
    const auto* side = std::get_if<Side>(&stored->answer.value);
    return side == nullptr ? "" : sign_of(preference_of(*task, *side));
  }
};

// In the order of the study.
template <typename Keep>
std::vector<Row> rows_of(const Study& study, std::span<const StoredAnswer> answers, Keep keep) {
  std::vector<Row> rows;
  for (const StoredAnswer& stored : answers)
    if (keep(stored.answer)) rows.push_back({&stored, &task_of(study, stored)});
  std::ranges::sort(rows, {}, &Row::place);
  return rows;
}

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

void add_tasks(const StudyParticipant& participant, const std::vector<TaskAnswers>& tasks,
               std::size_t questions, std::vector<double>& seconds, ParticipantProgress& progress) {
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
  progress.sessions = is_open.size();
  progress.finished_sessions = static_cast<std::uint64_t>(std::ranges::count(is_open, false));
  progress.median_seconds = median(seconds);
}

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

// A column for programs, and where it has a heading for people.
struct ProgressColumn {
  const char* name;
  Cell cell;
  std::string heading = {}, shown = {};
};

// Not all studies have all of them.
std::vector<ProgressColumn> columns_of(const ParticipantProgress& person, const Study& study,
                                       double fast_seconds) {
  const auto text = [](const std::string& words) { return words.empty() ? Cell() : Cell(words); };
  const auto shown = [](const std::string& words) {
    return words.empty() ? "-" : printable(words);
  };
  const auto part = [](std::uint64_t some, std::uint64_t all) {
    return fmt::format("{} of {}", some, all);
  };
  const std::uint64_t left = person.tasks - person.answered;
  std::vector<ProgressColumn> columns = {
      {"participant", person.participant, "participant", person.participant},
      {"tasks", whole(person.tasks)},
      {"answered", whole(person.answered), "answered", std::to_string(person.answered)},
      {"begun", whole(person.begun)},
      {"left", whole(left), "left", std::to_string(left)},
      {"finished_sessions", whole(person.finished_sessions)},
      {"sessions", whole(person.sessions), "sessions",
       part(person.finished_sessions, person.sessions)},
      {"median_seconds", known(person.median_seconds), "median s",
       person.median_seconds ? fmt::format("{:.1f}", *person.median_seconds) : "-"},
      {"last", text(person.last), "last answer", shown(person.last)},
      {"fast", whole(person.fast), "under " + shortest(fast_seconds) + " s",
       std::to_string(person.fast)},
      {"comments", whole(person.comments), "comments", std::to_string(person.comments)}};
  if (checks_in(study) > 0) {
    columns.push_back({"checks", whole(person.checks)});
    columns.push_back(
        {"passed", whole(person.passed), "checks passed", part(person.passed, person.checks)});
  }
  if (!study.consent.empty())
    columns.push_back({"consent", text(person.consent), "consent", shown(person.consent)});
  return columns;
}

// Names of superintents of one topic, each fit for a column between blanks.
class SuperintentNames {
 public:
  explicit SuperintentNames(const StudyTopic& topic) {
    used_.emplace(topic_level_intent);
    for (const StudyCard& card : topic.cards) used_.insert(card.intent);
  }

  std::string of(const std::string& given) {
    ++number_;
    std::string name = one_line(given);
    std::ranges::replace(name, ' ', '_');
    if (name.empty()) name = fmt::format("group-{}", number_);
    std::string different = name;
    for (int i = 2; !used_.insert(different).second; ++i) different = fmt::format("{}-{}", name, i);
    return different;
  }

 private:
  std::set<std::string> used_;
  std::size_t number_ = 0;
};

void append_label(std::string& out, const std::string& topic, const std::string& node,
                  const std::string& label) {
  const std::string line = one_line(label);
  if (!line.empty()) out += topic + '\t' + node + '\t' + line + '\n';
}

const std::string& column(const std::string& name, bool is_first) {
  if (fits_blank_column(name, is_first)) return name;
  throw Error(Location{}, "'" + printable(name) + "' cannot be a column of a file of superintents",
              "it holds a blank, or begins a line with #: rename it in the study's inputs, or "
              "leave out `superintents`");
}

// The groups as a hierarchy of one layer, for which agreement is defined.
Hierarchy hierarchy_of(const Study& study, const ParticipantGroups& groups) {
  const StudyTopic& topic = study.topics[groups.topic];
  Hierarchy hierarchy{topic.number, 1, {}, {}};
  for (const StudyCard& card : topic.cards) hierarchy.docnos.push_back(card.intent);
  std::ranges::sort(hierarchy.docnos);
  const auto add = [&](const std::vector<std::uint32_t>& cards) {
    HierarchyNode& node = hierarchy.nodes.emplace_back();
    for (const std::uint32_t card : cards) {
      const auto at = std::ranges::lower_bound(hierarchy.docnos, topic.cards[card].intent);
      node.docs.push_back(static_cast<std::uint32_t>(at - hierarchy.docnos.begin()));
    }
    std::ranges::sort(node.docs);
  };
  std::vector<bool> is_grouped(topic.cards.size());
  for (const CardGroup& group : groups.grouping.groups) {
    if (!group.cards.empty()) add(group.cards);
    for (const std::uint32_t card : group.cards) is_grouped[card] = true;
  }
  for (std::uint32_t card = 0; card < is_grouped.size(); ++card)
    if (!is_grouped[card]) add({card});
  return hierarchy;
}

// The mean over topics, with an interval.
void add_mean(std::uint64_t seed, GroupAgreement& agreement) {
  const auto& topics = agreement.topics;
  const auto mean = [&](std::span<const std::uint32_t> counts) -> std::optional<double> {
    double sum = 0, all = 0;
    for (std::size_t t = 0; t < topics.size(); ++t) {
      sum += counts[t] * topics[t].mean;
      all += counts[t];
    }
    return all > 0 ? std::optional(sum / all) : std::nullopt;
  };
  const Estimate estimate = topic_estimate(topics.size(), {.seed = seed}, mean);
  agreement.mean = estimate.value;
  agreement.interval = estimate.interval;
}

}  // namespace

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
    const StudyTask& task = task_of(study, stored);
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

std::string preferences_text(const Study& study, std::span<const StoredAnswer> answers,
                             std::string_view pool, double checks_passed) {
  const bool has_checks = checks_in(study) > 0;
  std::string text =
      "topic\trun1\trun2\tparticipant\tpreference\tleft\tseconds\tquestion\ttime\trepeat\tpool\t"
      "comment";
  text += has_checks ? "\tcheck\n" : "\n";
  const std::vector<CheckCount> checks = check_counts(study, answers);
  const auto add = [&text](std::string_view column, char end = '\t') {
    text.append(column) += end;
  };
  const auto is_side = [](const Answer& one) { return std::holds_alternative<Side>(one.value); };
  for (const Row& row : rows_of(study, answers, is_side)) {
    const Answer& answer = row.stored->answer;
    const StudyPair& pair = study.pairs[row.task->item];
    if (!pool.empty() && pair.pool != pool && !pair.check) continue;
    if (!passes(checks[row.stored->participant], checks_passed)) continue;
    const StudyList &first = study.lists[pair.first], &second = study.lists[pair.second];
    add(study.topics[first.topic].number);
    add(first.run);
    add(second.run);
    add(study.participants[row.stored->participant].name);
    add(row.sign());
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

std::string comments_text(const Study& study, std::span<const StoredAnswer> answers) {
  std::string text = "topic\tquery\trun1\trun2\tparticipant\tpreference\ttime\tcomment\n";
  const auto has_comment = [](const Answer& one) {
    return !one.comment.empty() && one.task != consent_task;
  };
  for (const Row& row : rows_of(study, answers, has_comment)) {
    std::string_view run1, run2;  // empty for cards
    std::size_t place = row.task->item;
    if (study.kind == StudyKind::preferences) {
      const StudyPair& pair = study.pairs[place];
      run1 = study.lists[pair.first].run;
      run2 = study.lists[pair.second].run;
      place = study.lists[pair.first].topic;
    }
    const StudyTopic& topic = study.topics[place];
    const std::string query = one_line(topic.query);
    for (const std::string_view column : std::initializer_list<std::string_view>{
             topic.number, query, run1, run2, study.participants[row.stored->participant].name,
             row.sign(), row.stored->answer.time})
      text.append(column) += '\t';
    text.append(one_line(row.stored->answer.comment)) += '\n';
  }
  return text;
}

std::vector<ParticipantProgress> progress_of(const Study& study,
                                             std::span<const StoredAnswer> stored,
                                             double fast_seconds) {
  std::vector<ParticipantProgress> progress;
  std::vector<std::vector<TaskAnswers>> tasks;  // by participant
  for (const StudyParticipant& participant : study.participants) {
    progress.push_back({participant.name, participant.tasks.size()});
    tasks.emplace_back(participant.tasks.size());
  }
  const std::vector<StoredAnswer> counting = counting_answers(stored);
  for (const StoredAnswer& counted : counting) {
    add_answer(counted, fast_seconds, progress[counted.participant]);
    if (counted.answer.task == consent_task) continue;
    TaskAnswers& task = tasks[counted.participant][counted.answer.task];
    task.answered += is_complete(counted.answer.value) ? 1 : 0;
    task.is_begun = task.is_begun || !std::holds_alternative<std::monostate>(counted.answer.value);
    task.seconds += counted.answer.seconds;
  }
  for (const StoredAnswer& answer : stored) {
    std::string& last = progress[answer.participant].last;
    last = std::max(last, answer.received);
  }
  const std::vector<CheckCount> checks = check_counts(study, counting);
  ParticipantProgress all{"all"};
  std::vector<double> all_seconds;
  for (std::size_t p = 0; p < progress.size(); ++p) {
    std::vector<double> seconds;
    add_tasks(study.participants[p], tasks[p], std::max<std::size_t>(1, study.questions.size()),
              seconds, progress[p]);
    progress[p].checks = checks[p].answered;
    progress[p].passed = checks[p].passed;
    using P = ParticipantProgress;
    for (const auto number : {&P::tasks, &P::answered, &P::begun, &P::sessions, &P::fast,
                              &P::finished_sessions, &P::comments, &P::checks, &P::passed})
      all.*number += progress[p].*number;
    all.last = std::max(all.last, progress[p].last);
    all_seconds.insert(all_seconds.end(), seconds.begin(), seconds.end());
  }
  all.median_seconds = median(std::move(all_seconds));
  progress.push_back(std::move(all));
  return progress;
}

Report progress_report(const Study& study, std::span<const StoredAnswer> stored,
                       double fast_seconds) {
  DataTable table{"progress", {}, {}};
  TextTable shown;
  std::vector<std::string> headings;
  for (const ParticipantProgress& person : progress_of(study, stored, fast_seconds)) {
    auto& cells = table.rows.emplace_back();
    std::vector<std::string> row;
    const bool is_first = table.columns.empty();
    for (ProgressColumn& column : columns_of(person, study, fast_seconds)) {
      if (is_first) table.columns.emplace_back(column.name);
      cells.push_back(std::move(column.cell));
      if (column.heading.empty()) continue;
      if (is_first) headings.push_back(column.heading);
      row.push_back(std::move(column.shown));
    }
    if (is_first) shown.add(headings);
    shown.add(std::move(row));
  }
  Report report;
  report.text.add(std::move(shown));
  report.tables.push_back(std::move(table));
  return report;
}

std::vector<ParticipantGroups> groups_of(const Study& study,
                                         std::span<const StoredAnswer> answers) {
  std::vector<ParticipantGroups> groups;
  for (const StoredAnswer& stored : answers) {
    const auto* grouping = std::get_if<Grouping>(&stored.answer.value);
    if (grouping == nullptr) continue;
    const StudyTask& task = task_of(study, stored);
    groups.push_back({stored.participant, task.item, *grouping});
  }
  std::ranges::sort(groups, {},
                    [](const ParticipantGroups& g) { return std::pair(g.participant, g.topic); });
  return groups;
}

GroupFiles group_files(const Study& study, std::span<const ParticipantGroups> groups,
                       std::uint32_t participant) {
  GroupFiles files;
  for (const ParticipantGroups& of_topic : groups) {
    if (of_topic.participant != participant) continue;
    const StudyTopic& topic = study.topics[of_topic.topic];
    SuperintentNames names(topic);
    for (const CardGroup& group : of_topic.grouping.groups) {
      if (group.cards.empty()) continue;
      const std::string name = names.of(group.name);
      append_label(files.labels, topic.number, name, group.name);
      for (const std::uint32_t card : group.cards) {
        files.superintents += column(topic.number, true) + ' ' + name + ' ' +
                              column(topic.cards[card].intent, false) + '\n';
      }
    }
    for (const auto& [card, label] : of_topic.grouping.labels)
      append_label(files.labels, topic.number, topic.cards[card].intent, label);
  }
  return files;
}

GroupAgreement group_agreement(const Study& study, std::span<const ParticipantGroups> groups) {
  std::map<std::uint32_t, std::vector<const ParticipantGroups*>> by_topic;
  for (const ParticipantGroups& person : groups) by_topic[person.topic].push_back(&person);
  GroupAgreement agreement;
  for (const auto& [topic, people] : by_topic) {
    TopicAgreementOfPeople of_topic{topic, {}, 0};
    for (std::size_t a = 0; a < people.size(); ++a) {
      const Hierarchy first = hierarchy_of(study, *people[a]);
      for (std::size_t b = a + 1; b < people.size(); ++b) {
        const Hierarchy second = hierarchy_of(study, *people[b]);
        const auto compared = compare_hierarchies({&first, 1}, {&second, 1});
        of_topic.pairs.push_back({people[a]->participant, people[b]->participant,
                                  compared.topics.at(0).adjusted_rand.value()});
        of_topic.mean += of_topic.pairs.back().adjusted_rand;
      }
    }
    if (of_topic.pairs.empty()) continue;
    of_topic.mean /= static_cast<double>(of_topic.pairs.size());
    agreement.topics.push_back(std::move(of_topic));
  }
  add_mean(study.seed, agreement);
  return agreement;
}

Report group_report(const Study& study, const GroupAgreement& agreement) {
  DataTable means{"agreement", {"topic", "pairs", "adjusted_rand", "low", "high"}, {}};
  DataTable pairs{"pairs", {"topic", "participant1", "participant2", "adjusted_rand"}, {}};
  TextTable shown;
  shown.add({"topic", "pairs of people", "ARI"});
  for (const TopicAgreementOfPeople& of_topic : agreement.topics) {
    const std::string& topic = study.topics[of_topic.topic].number;
    means.rows.push_back({topic, whole(of_topic.pairs.size()), of_topic.mean, Cell(), Cell()});
    shown.add({printable(topic), std::to_string(of_topic.pairs.size()), fraction(of_topic.mean)});
    for (const PeopleAgreement& pair : of_topic.pairs) {
      pairs.rows.push_back({topic, study.participants[pair.first].name,
                            study.participants[pair.second].name, pair.adjusted_rand});
    }
  }
  Report report;
  if (!agreement.mean) {
    report.text.add("No topic has been grouped by two people.\n");
  } else {
    const auto& interval = agreement.interval;
    means.rows.push_back({std::string("all"), whole(pairs.rows.size()), *agreement.mean,
                          interval ? Cell(interval->low) : Cell(),
                          interval ? Cell(interval->high) : Cell()});
    shown.add({"all", std::to_string(pairs.rows.size()), fraction(*agreement.mean)});
    report.text.add("How far people make the same groups: adjusted Rand index\n\n");
    report.text.add(std::move(shown));
    if (interval) {
      report.text.add(fmt::format("\nmean over {}: {} [{}, {}] (95 %, bootstrap over topics)\n",
                                  count_of(agreement.topics.size(), "topic"),
                                  fraction(*agreement.mean), fraction(interval->low),
                                  fraction(interval->high)));
    }
  }
  report.tables = {std::move(means), std::move(pairs)};
  return report;
}

}  // namespace subintent::internal
