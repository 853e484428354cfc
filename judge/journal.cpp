#include "judge/journal.h"

#include <fcntl.h>
#include <simdjson.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <tuple>

#include "judge/study_folder.h"
#include "support/input_file.h"
#include "support/raw_file.h"
#include "support/system_error.h"
#include "support/write_all.h"

namespace subintent::internal {
namespace {

// The bytes as they are stored: what is appended to them is not compressed either.
std::string stored_bytes(const Source& source) {
  RawFile file(source);
  std::string bytes;
  for (std::string_view more = file.peek(); !more.empty(); more = file.peek()) {
    bytes += more;
    file.consume(more.size());
  }
  return bytes;
}

struct JournalText {
  std::vector<StoredAnswer> answers;
  std::vector<std::size_t> sizes;  // of their lines
  std::size_t good_size = 0;       // without a last line that is cut
  bool lacks_line_end = false;     // is the last line complete without it?
};

// A line that a killed program left is never JSON: the brace that ends it comes last.
bool is_cut(std::string_view last_line) {
  simdjson::dom::parser parser;
  return parser.parse(last_line.data(), last_line.size()).error() != simdjson::SUCCESS;
}

StoredAnswer line_of(AnswerParser& parser, std::string_view line, const Location& location,
                     const char* advice) {
  try {
    return parser.parse_line(line, location);
  } catch (const Error& error) {
    throw Error(location, error.message(), advice);
  }
}

JournalText parse_journal(const Study& study, std::string_view text, const std::string& name) {
  AnswerParser parser(study);
  JournalText journal;
  Location location{name, 0};
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool is_ended = end != std::string_view::npos;
    const std::string_view line = text.substr(0, end);
    if (!is_ended && is_cut(line)) break;
    ++location.line;
    const std::size_t size = line.size() + (is_ended ? 1 : 0);
    if (!trim(line).empty()) {
      journal.answers.push_back(line_of(
          parser, line, location, "repair the line or remove it, and keep a copy of the file"));
      journal.sizes.push_back(size);
    }
    journal.lacks_line_end = !is_ended;
    journal.good_size += size;
    text.remove_prefix(size);
  }
  return journal;
}

// A file that is new may vanish with the power until its folder is written.
bool write_folder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_written = fsync(descriptor) == 0 || errno == EINVAL;  // some have no such thing
  return close(descriptor) == 0 && is_written;
}

}  // namespace

std::vector<StoredAnswer> read_journal(const Study& study, const Source& source) {
  JournalText journal = parse_journal(study, stored_bytes(source), source.name());
  AnswerBook book;
  std::erase_if(journal.answers, [&](const StoredAnswer& stored) { return !book.add(stored); });
  return std::move(journal.answers);
}

std::vector<StoredAnswer> read_study_journal(const Study& study, const std::string& folder) {
  const std::string path = path_in(folder, journal_file);
  std::error_code error;
  if (std::filesystem::status(path, error).type() == std::filesystem::file_type::not_found) {
    return {};
  }
  return read_journal(study, path);
}

std::vector<StoredAnswer> read_saved_answers(const Study& study, const Source& source) {
  AnswerParser parser(study);
  LineReader lines(source);
  std::vector<StoredAnswer> answers;
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    answers.push_back(
        line_of(parser, line, lines.location(), "give the file as the page has saved it"));
  }
  return answers;
}

std::vector<StoredAnswer> counting_answers(std::span<const StoredAnswer> stored) {
  const auto key = [](const StoredAnswer& s) {
    return std::tuple(s.participant, s.answer.task, s.answer.question);
  };
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, const StoredAnswer*> counting;
  for (const StoredAnswer& next : stored) {
    const auto [at, is_first] = counting.emplace(key(next), &next);
    if (!is_first && replaces(next.answer, at->second->answer)) at->second = &next;
  }
  std::vector<StoredAnswer> answers;
  for (const auto& [unused, answer] : counting) answers.push_back(*answer);
  return answers;
}

bool AnswerBook::add(const StoredAnswer& stored) {
  OfParticipant& known = participants_[stored.participant];
  const Answer& answer = stored.answer;
  if (!known.ids.insert(answer.id).second) return false;
  const auto [at, is_first] =
      known.counting.emplace(std::pair(answer.task, answer.question), answer);
  if (!is_first && replaces(answer, at->second)) at->second = answer;
  return true;
}

bool AnswerBook::contains(std::uint32_t participant, std::string_view id) const {
  const auto at = participants_.find(participant);
  return at != participants_.end() && at->second.ids.contains(id);
}

std::vector<const Answer*> AnswerBook::answers(std::uint32_t participant) const {
  std::vector<const Answer*> answers;
  const auto at = participants_.find(participant);
  if (at == participants_.end()) return answers;
  for (const auto& [unused, answer] : at->second.counting) answers.push_back(&answer);
  return answers;
}

Journal::Journal(const Study& study, const std::string& folder)
    : study_(study), folder_(folder), path_(path_in(folder, journal_file)) {
  try {
    lock();
    open_file();
    replay();
  } catch (...) {
    close_files();
    throw;
  }
}

Journal::~Journal() {
  close_files();
}

void Journal::close_files() {
  if (file_ >= 0) close(file_);
  if (lock_ >= 0) close(lock_);
}

void Journal::lock() {
  const std::string path = path_in(folder_, lock_file);
  lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0) throw_system_error(path, "cannot be opened", "check the folder's permissions");
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) {
    throw_system_error(path, "cannot be locked", "put the study on a local disk");
  }
  throw Error(Error::Kind::system, {folder_, 0}, "another program stores answers to this study",
              "stop the running server, or wait for the import");
}

void Journal::open_file() {
  file_ = open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file_ < 0) throw_system_error(path_, "cannot be opened", "check its permissions");
  struct stat status {};
  if (fstat(file_, &status) != 0) fail("cannot be read");
  if (!S_ISREG(status.st_mode)) {
    throw Error(Error::Kind::system, {path_, 0}, "is not a file", "move it out of the study");
  }
  if (!write_folder(folder_)) {
    throw_system_error(folder_, "cannot be written", "put the study on a local disk");
  }
}

void Journal::replay() {
  const std::string bytes = stored_bytes(path_);
  const JournalText journal = parse_journal(study_, bytes, path_);
  for (std::size_t i = 0; i < journal.answers.size(); ++i) {
    book_.add(journal.answers[i]);
    bytes_[journal.answers[i].participant] += journal.sizes[i];
  }
  size_ = journal.good_size;
  // What a killed program has written may not be on the disk yet, and is called stored from now on.
  if (!cut()) fail("cannot be written");
  if (journal.lacks_line_end) write("\n");
}

std::size_t Journal::append(std::span<const StoredAnswer> answers) {
  std::string lines;
  std::vector<const StoredAnswer*> fresh;
  std::vector<std::size_t> ends;  // of their lines
  std::set<std::pair<std::uint32_t, std::string_view>> ids;
  for (const StoredAnswer& stored : answers) {
    const std::string& id = stored.answer.id;
    if (book_.contains(stored.participant, id) || !ids.emplace(stored.participant, id).second) {
      continue;
    }
    append_answer_line(lines, study_, stored);
    fresh.push_back(&stored);
    ends.push_back(lines.size());
  }
  if (fresh.empty()) return 0;
  write(lines);
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    book_.add(*fresh[i]);
    bytes_[fresh[i]->participant] += ends[i] - (i == 0 ? 0 : ends[i - 1]);
  }
  return fresh.size();
}

bool Journal::is_full(std::uint32_t participant) const {
  const auto at = bytes_.find(participant);
  return at != bytes_.end() && at->second >= participant_limit;
}

void Journal::write(std::string_view lines) {
  if (!is_clean_ && !cut()) fail("cannot be written");
  check_unchanged();
  is_clean_ = false;
  if (!write_all(file_, lines) || !wait_for_disk(file_)) {
    const int error = errno;
    cut();
    errno = error;
    fail("cannot be written");
  }
  size_ += lines.size();
  is_clean_ = true;
}

// Removes what is behind the good lines, and waits until the disk has the rest.
bool Journal::cut() {
  is_clean_ = ftruncate(file_, static_cast<off_t>(size_)) == 0 && wait_for_disk(file_);
  return is_clean_;
}

// Who moves the journal away, or edits it, while it is written to would lose answers.
void Journal::check_unchanged() const {
  struct stat opened {};
  struct stat named {};
  if (fstat(file_, &opened) != 0) fail("cannot be read");
  const bool is_there = stat(path_.c_str(), &named) == 0;
  if (is_there && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev &&
      static_cast<std::uint64_t>(opened.st_size) == size_) {
    return;
  }
  throw Error(Error::Kind::system, {path_, 0}, "was changed or moved while the server was running",
              "put it back and restart the server");
}

void Journal::fail(const std::string& what) const {
  throw_system_error(path_, what, "put the study on a working disk");
}

}  // namespace subintent::internal
