// The answers of participants, as the page of the study sends it and the journal keeps it.
#pragma once

#include <variant>

#include "core/io/encode.h"
#include "report/judge/study.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Which of two lists is better.
enum class Side { left, same, right };

struct CardGroup {
  std::string name;                  // may be empty
  std::vector<std::uint32_t> cards;  // indices of StudyTopic::cards

  bool operator==(const CardGroup&) const = default;
};

// Cards of a topic, each in at most one group.
struct Grouping {
  std::vector<CardGroup> groups;
  std::map<std::uint32_t, std::string> labels;  // by card, where the participant gave one
  bool is_done = false;                         // does the participant think so?

  bool operator==(const Grouping&) const = default;
};

// The participant agrees to take part: the answer to consent_task.
struct Consent {
  bool operator==(const Consent&) const = default;
};
inline constexpr std::uint32_t consent_task = UINT32_MAX;

// std::monostate: the answer was taken back.
using AnswerValue = std::variant<std::monostate, Side, Grouping, Consent>;

// An answer to a question of a task, or a later one in its place. Of a participant, a task and a
// question the one of the highest revision counts; of several with that revision, the first that
// was stored. Clocks do not matter.
struct Answer {
  std::string id;              // made by the browser; what is sent twice is stored once
  std::uint32_t task = 0;      // index of StudyParticipant::tasks, or consent_task
  std::uint32_t question = 0;  // index of Study::questions; 0 in a study of intents, and of consent
  std::uint64_t revision = 1;
  AnswerValue value;
  double seconds = 0;  // that the participant looked at the task
  std::string time;    // by the clock of the browser, ISO 8601
  std::string comment;

  bool operator==(const Answer&) const = default;
};

// Does an answer count instead of one to the same question that was stored before it?
inline bool replaces(const Answer& later, const Answer& earlier) {
  return later.revision > earlier.revision;
}

// An answer in the journal.
struct StoredAnswer {
  std::uint32_t participant = 0;  // index of Study::participants
  std::string received;           // by the clock of the server, ISO 8601
  Answer answer;

  bool operator==(const StoredAnswer&) const = default;
};

inline constexpr std::size_t answers_per_request = 100;

// Reads answers to a study, which must live as long. One line of a journal, or of the file that a
// page without a server has saved, is
//   {"study","participant","received","id","task","question","revision","value","seconds","time",
//    "comment"}
// in any order; other members are ignored. Consent has the task "consent", no question, and the
// value true. Not for several threads at once.
class AnswerParser {
 public:
  explicit AnswerParser(const Study& study);
  ~AnswerParser();

  // Reads what a page sends, {"events":[...]}, without the first three members. Throws Error,
  // without a location and in words for participants, for whatever could never be stored.
  std::vector<Answer> parse_request(std::string_view body, std::uint32_t participant);

  // Throws Error with the location.
  StoredAnswer parse_line(std::string_view line, const Location& location);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// A digest of all members of an answer: answers with equal digests are equal.
Sha256 digest(const Answer& answer);

// The name of a card in pages and answers: "c1" for the first of its topic.
std::string card_id(std::size_t index);

// The answer as a member of "events", and the line of the journal with its end.
std::string answer_json(const Study& study, std::uint32_t participant, const Answer& answer);
std::string answer_line(const Study& study, const StoredAnswer& stored);

}  // namespace subintent::internal
