// The journal of a study: the answers, in the order in which they came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "judge/answer.h"
#include "judge/study.h"
#include "subintent/source.h"
#include "support/strings.h"

namespace subintent::internal {

// All answers of a journal, the first of each id of a participant, as they were stored. The last
// line may be cut, as a program that is killed leaves it: nobody was told that it is stored, and it
// is left out. Throws Error, with file and line, for anything else that is not an answer to this
// study.
std::vector<StoredAnswer> read_journal(const Study& study, const Source& source);

// The same of the journal in the folder of the study; where there is none yet, no answers.
std::vector<StoredAnswer> read_study_journal(const Study& study, const std::string& folder);

// The answers in a file that a page without a server has saved, or in the journal of the same study
// elsewhere. Throws Error, with file and line, for anything that is not an answer to this study, a
// cut line among it.
std::vector<StoredAnswer> read_saved_answers(const Study& study, const Source& source);

// The answers that count, one for each participant, task and question that has any: in that order.
// Those that were taken back are among them.
std::vector<StoredAnswer> counting_answers(std::span<const StoredAnswer> stored);

// Answers by what they answer, as they come.
class AnswerBook {
 public:
  // False if there is an answer of this participant and id already.
  bool add(const StoredAnswer& stored);
  bool contains(std::uint32_t participant, std::string_view id) const;

  // Those that count, of one participant, by task and question.
  std::vector<const Answer*> answers(std::uint32_t participant) const;

 private:
  struct OfParticipant {
    std::unordered_set<std::string, StringHash, std::equal_to<>> ids;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Answer> counting;  // by task, question
  };
  std::map<std::uint32_t, OfParticipant> participants_;
};

// A journal that is written to. While it lives, no other program can write to the study. What
// append() has returned from is on the disk. Not for several threads at once.
class Journal {
 public:
  // Bytes of answers that are stored of one participant; nobody judges so much.
  static constexpr std::size_t participant_limit = std::size_t{64} << 20;

  // The journal in the folder of the study, made if it is not there. What a killed program left of
  // a line at its end is cut off. Throws Error (system) if another program writes to it or it
  // cannot be opened, and the errors of read_journal().
  Journal(const Study& study, const std::string& folder);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  // Writes the answers that are not stored yet, and waits until the disk has them (fdatasync):
  // all of them, or, where it throws Error (system), none, and the file is as it was before.
  // Returns how many were new.
  std::size_t append(std::span<const StoredAnswer> answers);

  // Whether a participant has so many answers stored that more are refused.
  bool is_full(std::uint32_t participant) const;

  const AnswerBook& answers() const { return book_; }

 private:
  void lock();
  void open_file();
  void close_files();
  void replay();
  void write(std::string_view lines);
  bool cut();
  void check_unchanged() const;
  [[noreturn]] void fail(const std::string& what) const;

  const Study& study_;
  std::string folder_, path_;
  int lock_ = -1, file_ = -1;
  std::uint64_t size_ = 0;  // of what is known to be on the disk
  bool is_clean_ = true;    // is there nothing behind that?
  AnswerBook book_;
  std::map<std::uint32_t, std::size_t> bytes_;  // stored, by participant
};

}  // namespace subintent::internal
