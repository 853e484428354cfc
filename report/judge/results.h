// Results of a study: attention checks, files of preferences and groups, progress.
#pragma once

#include "compare/participants.h"
#include "compare/reliability.h"
#include "report/judge/answer.h"
#include "report/judge/study.h"
#include "report/report.h"

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

// The groups that a participant made of the cards of a topic.
struct ParticipantGroups {
  std::uint32_t participant = 0;  // index of Study::participants
  std::uint32_t topic = 0;        // index of Study::topics
  Grouping grouping;
};

// By participant and topic. `answers` are counting_answers().
std::vector<ParticipantGroups> groups_of(const Study& study, std::span<const StoredAnswer> answers);

// The groups of a participant as files: superintents "topic superintent intent", and labels
// "topic<tab>node<tab>label", of the superintents what the participant called them, of intents what
// they were renamed to. In a superintent's name blanks are "_"; one without name is "group-1" by
// its number, and one with the name of an intent or another superintent gets a number. A group
// without cards is left out.
struct GroupFiles {
  std::string superintents, labels;
};
GroupFiles group_files(const Study& study, std::span<const ParticipantGroups> groups,
                       std::uint32_t participant);

// How far two people make the same groups of the cards of a topic: the adjusted Rand index [Hubert
// and Arabie 1985], where a card in no group is one by itself.
struct PeopleAgreement {
  std::uint32_t first = 0, second = 0;  // participants
  double adjusted_rand = 0;
};

struct TopicAgreementOfPeople {
  std::uint32_t topic = 0;
  std::vector<PeopleAgreement> pairs;  // one or more
  double mean = 0;
};

struct GroupAgreement {
  std::vector<TopicAgreementOfPeople> topics;  // that two people or more have grouped
  std::optional<double> mean;                  // over topics
  std::optional<Interval> interval;            // 95 %, by the bootstrap over topics
};
GroupAgreement group_agreement(const Study& study, std::span<const ParticipantGroups> groups);

// Tables "agreement" (topics, and all of them) and "pairs".
Report group_report(const Study& study, const GroupAgreement& agreement);

// How far the participants of a study are.
struct ParticipantProgress {
  std::string participant;
  std::uint64_t tasks = 0;
  std::uint64_t answered = 0;  // all questions of the task, or the topic said to be done
  std::uint64_t begun = 0;     // a part of the others
  std::uint64_t sessions = 0, finished_sessions = 0;
  std::optional<double> median_seconds = {};  // of an answered task, over its questions
  std::uint64_t fast = 0;                     // answers that took less than a threshold
  std::uint64_t comments = 0;                 // answers with one
  std::uint64_t checks = 0, passed = 0;       // attention checks, and those answered correctly
  std::string consent = {};  // when the participant agreed to take part; empty: did not
  std::string last = {};     // when an answer last came, by the server's clock; empty: never
};

// One for each participant, and the sum of all, whose median is over all tasks; `stored` is the
// whole journal.
std::vector<ParticipantProgress> progress_of(const Study& study,
                                             std::span<const StoredAnswer> stored,
                                             double fast_seconds = default_fast_seconds);

// The same as the table "progress", with the column "consent" where the study asks for it, and
// "checks" and "passed" where it has attention checks.
Report progress_report(const Study& study, std::span<const StoredAnswer> stored,
                       double fast_seconds = default_fast_seconds);

}  // namespace subintent::internal
