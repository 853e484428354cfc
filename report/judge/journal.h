// The journal of a study: the answers, in the order in which they came.
#pragma once

#include <unordered_map>

#include "core/io/encode.h"
#include "report/judge/answer.h"
#include "report/judge/study.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {

// All answers of a journal, the first of each id of a participant, as they were stored. What a
// killed program or a power failure may have left behind the last whole line is left out, for
// nobody was told that it is stored:
//
// - the beginning of one answer, without a line end;
// - zero bytes, as a block of the disk holds that was never written, the beginning of an answer
//   before them, and rests of lines behind them in which there is no whole answer. Between other
//   bytes there are 512 of them at least, for no disk has smaller blocks.
//
// Throws Error, with file and line, for anything else that is not an answer to this study: also for
// a last line that holds more than one answer, because line ends were lost or changed.
std::vector<StoredAnswer> read_journal(const Study& study, const Source& source);

// Reads the journal in the folder of the study; where there is none yet, no answers. Warns of what
// is left out at its end.
std::vector<StoredAnswer> read_study_journal(const Study& study, const std::string& folder,
                                             Warnings& warnings);

// An answer in a file, with the line where it stands.
struct SavedAnswer {
  StoredAnswer stored;
  Location location;
};

// The answers in a file that a page without a server has saved, or in the journal of the same study
// elsewhere. Throws Error, with file and line, for anything that is not an answer to this study, a
// cut line among it.
std::vector<SavedAnswer> read_saved_answers(const Study& study, const Source& source);

// The answers that count, one for each participant, task and question that has any: in that order.
// Answers that were taken back are among them.
std::vector<StoredAnswer> counting_answers(std::span<const StoredAnswer> stored);

// The outcomes for an answer that is to be stored.
enum class Storing {
  is_new,     // it is stored now
  was_there,  // it had been stored before
  conflicts   // another answer of the participant has its id: it is not stored
};

// Answers by task and question, as they come.
class AnswerBook {
 public:
  // Says what add() would say.
  Storing find(const StoredAnswer& stored) const;
  Storing add(const StoredAnswer& stored);

  // Does the answer of this id, which is stored, count?
  bool counts(std::uint32_t participant, const Answer& answer) const;

  // The answers of a participant that count, by task and question.
  std::vector<const Answer*> answers(std::uint32_t participant) const;

  // The highest revision among all answers of a participant; 0 if there are none.
  std::uint64_t highest_revision(std::uint32_t participant) const;

 private:
  struct OfParticipant {
    // The digest of each answer, by its id.
    std::unordered_map<std::string, Sha256, StringHash, std::equal_to<>> digests;
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

  // The journal in the folder of the study, made if it is not there. What read_journal() leaves out
  // at its end is moved to the file cut_file, behind what that holds already; warnings() tells how
  // much it was. Throws Error (system) if another program writes to the journal, it cannot be
  // opened or is a symbolic link, and the errors of read_journal().
  Journal(const Study& study, const std::string& folder);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Writes the answers that are not stored yet, and waits until the disk has them (fdatasync):
  // all of them, or, where it throws, none. Throws Error (system) where the disk fails; the file is
  // then as it was before. Returns what became of each answer.
  std::vector<Storing> append(std::span<const StoredAnswer> answers);

  // Whether a participant has so many answers stored that more are refused.
  bool is_full(std::uint32_t participant) const;

  const AnswerBook& answers() const { return book_; }
  const Warnings& warnings() const { return warnings_; }

 private:
  std::string bytes() const;
  void replay();
  void keep_cut(std::string_view end);
  void write(std::string_view lines);
  bool cut();
  void check_unchanged() const;
  [[noreturn]] void fail(const std::string& what) const;

  const Study& study_;
  std::string folder_, path_;
  const OpenFile lock_, file_;
  std::uint64_t size_ = 0;  // of what is known to be on the disk
  bool is_clean_ = true;    // is there nothing behind that?
  bool is_read_ = false;    // does the book have all that is in the file?
  Warnings warnings_;
  AnswerBook book_;
  std::map<std::uint32_t, std::size_t> bytes_;  // stored, by participant
};

}  // namespace subintent::internal
