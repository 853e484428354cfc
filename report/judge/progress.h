// How far the participants of a study are.
#pragma once

#include "compare/participants.h"
#include "report/judge/answer.h"
#include "report/judge/study.h"
#include "report/report.h"

namespace subintent::internal {

struct ParticipantProgress {
  std::string participant;
  std::uint64_t tasks = 0;
  std::uint64_t answered = 0;  // all questions of the task, or the topic said to be done
  std::uint64_t begun = 0;     // a part of the others
  std::uint32_t sessions = 0, finished_sessions = 0;
  std::optional<double> median_seconds = {};  // of an answered task, over its questions
  std::uint64_t fast = 0;                     // answers that took less than a threshold
  std::uint64_t comments = 0;                 // answers with one
  std::uint64_t checks = 0, passed = 0;       // attention checks, and those answered correctly
  std::string consent = {};  // when the participant agreed to take part; empty: did not
  std::string last = {};     // when an answer last came, by the server's clock; empty: never
};

// One for each participant; `stored` is the whole journal.
std::vector<ParticipantProgress> progress_of(const Study& study,
                                             std::span<const StoredAnswer> stored,
                                             double fast_seconds = default_fast_seconds);

// The same with the sum of all, whose median is over all tasks. Table "progress", with the column
// "consent" where the study asks for it, and "checks" and "passed" where it has attention checks.
Report progress_report(const Study& study, std::span<const StoredAnswer> stored,
                       double fast_seconds = default_fast_seconds);

}  // namespace subintent::internal
