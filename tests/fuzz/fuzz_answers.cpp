// Answers: as requests of pages, and as lines of a journal. What is read is written as what reads
// the same.
#include "../report/judge/fixtures.h"
#include "input.h"
#include "report/judge/journal.h"

namespace subintent::internal {
namespace {

std::string events(const Study& study, const std::vector<Answer>& answers) {
  std::string json = R"({"events":[)";
  for (const Answer& answer : answers) {
    if (json.back() == '}') json += ',';
    json += answer_json(study, 0, answer);
  }
  return json + "]}";
}

void check_request(const Study& study, std::string_view body) {
  AnswerParser parser(study);
  std::vector<Answer> answers;
  survives([&] { answers = parser.parse_request(body, 0); });
  require(parser.parse_request(events(study, answers), 0) == answers);
}

void check_journal(const Study& study, std::string_view text) {
  std::vector<StoredAnswer> answers;
  survives([&] { answers = read_journal(study, Source::memory(text, "journal")); });
  std::string lines;
  for (const StoredAnswer& stored : answers) lines += answer_line(study, stored);
  require(read_journal(study, Source::memory(lines, "journal")) == answers);
  require(std::ranges::equal(read_saved_answers(study, Source::memory(lines, "saved")), answers, {},
                             &SavedAnswer::stored));
  AnswerBook book;
  for (const StoredAnswer& stored : answers) require(book.add(stored) != Storing::conflicts);
  std::vector<Answer> counting;
  for (std::uint32_t participant = 0; participant < study.participants.size(); ++participant)
    for (const Answer* answer : book.answers(participant)) counting.push_back(*answer);
  const std::vector<StoredAnswer> expected = counting_answers(answers);
  require(counting.size() == expected.size());
  for (std::size_t i = 0; i < counting.size(); ++i) require(counting[i] == expected[i].answer);
}

}  // namespace

void fuzz(std::string_view input) {
  static const Study studies[] = {preferences_study(), intents_study()};
  for (const Study& study : studies) {
    check_request(study, input);
    check_journal(study, input);
  }
}

}  // namespace subintent::internal
