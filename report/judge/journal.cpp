#include "report/judge/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <tuple>

#include "core/base/warning.h"
#include "core/io/disk.h"
#include "core/io/input_file.h"
#include "report/judge/study.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* repair = "repair the line or remove it, and keep a copy of the file";
constexpr const char* split_lines =
    "put each answer on a line of its own (line ends are line feeds), and keep a copy of the file";

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
  std::vector<StoredAnswer> answers;           // the first of each id
  AnswerBook book;                             // with those
  std::map<std::uint32_t, std::size_t> bytes;  // of lines, by participant
  std::size_t good_size = 0;                   // without an end that is incomplete
  bool lacks_line_end = false;                 // is the last line complete without it?
};

// Behind the brace that closes the object which the text begins with; npos where none does.
std::size_t object_end(std::string_view text) {
  std::size_t depth = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_in_string) {
      if (c == '\\') ++i;
      is_in_string = c != '"';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth <= 1) return i + 1;
      --depth;
    }
  }
  return std::string_view::npos;
}

// Does the text begin as an answer to the study does, as far as it goes?
bool begins_as_answer(std::string_view text, const Study& study) {
  const std::string start = R"({"study":")" + study.id + R"(",)";
  std::string given(text.substr(0, 2 * start.size()));
  std::erase(given, ' ');  // there are none in lines of this program, but in those of others
  given.resize(std::min(given.size(), start.size()));
  return start.starts_with(given);
}

// Does a line begin with a whole object, or is there a whole line of this program in it?
bool holds_object(std::string_view line) {
  const std::string_view trimmed = trim(line);
  if (trimmed.starts_with('{') && object_end(trimmed) != std::string_view::npos) return true;
  for (std::size_t at = 0; (at = line.find(R"({"study")", at)) != std::string_view::npos; ++at)
    if (object_end(line.substr(at)) != std::string_view::npos) return true;
  return false;
}

// Are there zero bytes between others that are fewer than the smallest block of a disk? No failure
// of the power leaves such.
bool has_damaged_bytes(std::string_view text) {
  constexpr std::size_t smallest_block = 512;
  for (std::size_t at = 0; (at = text.find('\0', at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_not_of('\0', at), text.size());
    if (at > 0 && end < text.size() && end - at < smallest_block) return true;
    at = end;
  }
  return false;
}

// Is it the end of a journal that was cut when the program was killed or the power failed, without
// any answer that is whole? See read_journal().
bool is_incomplete_end(std::string_view end, const Study& study) {
  const std::string_view first = end.substr(0, end.find('\0'));
  if (!begins_as_answer(first, study) || has_damaged_bytes(end)) return false;
  constexpr std::string_view ends("\0\n", 2);
  for (std::size_t at = 0; at < end.size();) {
    const std::size_t next = std::min(end.find_first_of(ends, at), end.size());
    if (holds_object(end.substr(at, next - at))) return false;
    at = next + 1;
  }
  return std::ranges::all_of(end, [](char c) {  // all others are escaped in JSON
    return static_cast<unsigned char>(c) >= 0x20 || c == '\0' || c == '\n';
  });
}

std::string incomplete_end(const std::string& path, std::string_view end) {
  const bool is_zero = end.find_first_not_of('\0') == std::string_view::npos;
  return fmt::format("{}: {} at its end ({})", path,
                     is_zero ? "zero bytes" : "an incomplete answer", count_of(end.size(), "byte"));
}

StoredAnswer line_of(AnswerParser& parser, std::string_view line, const Location& location,
                     const char* advice) {
  try {
    return parser.parse_line(line, location);
  } catch (const Error& error) {
    const std::size_t end = std::min(object_end(line), line.size());
    if (!trim(line.substr(end)).starts_with('{')) throw Error(location, error.message(), advice);
    throw Error(location, "there is more than one answer on the line", split_lines);
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
    const bool may_be_cut = !is_ended || line.find('\0') != std::string_view::npos;
    if (may_be_cut && is_incomplete_end(text, study)) break;
    ++location.line;
    const std::size_t size = line.size() + (is_ended ? 1 : 0);
    if (!trim(line).empty()) {
      StoredAnswer stored = line_of(parser, line, location, repair);
      journal.bytes[stored.participant] += size;
      const Storing storing = journal.book.add(stored);
      if (storing == Storing::conflicts)
        throw Error(location, "another answer above has the same id", repair);
      if (storing == Storing::is_new) journal.answers.push_back(std::move(stored));
    }
    journal.lacks_line_end = !is_ended;
    journal.good_size += size;
    text.remove_prefix(size);
  }
  return journal;
}

// An open file of the study for its owner alone, made if it is not there. A symbolic link leads to
// what does not belong to the study.
OpenFile open_file_of_study(const std::string& path, int flags) {
  OpenFile file(open(path.c_str(), flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  struct stat status {};
  if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
  if (file >= 0 || errno == ENXIO)  // a pipe would wait for its other end
    throw Error(Error::Kind::system, {path, 0}, "is not a file", "put a file in its place");
  if (errno == ELOOP) {
    throw Error(Error::Kind::system, {path, 0}, "is a symbolic link",
                "put the file itself in its place");
  }
  throw_system_error(path, "cannot be opened", "check the permissions of the folder and the file");
}

// The file whose lock keeps other programs from the journal.
OpenFile locked_file_of(const std::string& folder) {
  const std::string path = path_in(folder, lock_file);
  OpenFile file = open_file_of_study(path, O_RDWR);
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  if (errno != EWOULDBLOCK)
    throw_system_error(path, "cannot be locked", "put the study on a local disk");
  throw Error(Error::Kind::system, {folder, 0}, "another program stores answers to this study",
              "stop the running server, or wait for the import");
}

}  // namespace

std::vector<StoredAnswer> read_journal(const Study& study, const Source& source) {
  return parse_journal(study, stored_bytes(source), source.name()).answers;
}

std::vector<StoredAnswer> read_study_journal(const Study& study, const std::string& folder,
                                             Warnings& warnings) {
  const std::string path = path_in(folder, journal_file);
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return {};
  if (!std::filesystem::is_regular_file(status))
    throw Error(Error::Kind::system, {path, 0}, "is not a file", "put a file in its place");
  const std::string bytes = stored_bytes(path);
  JournalText journal = parse_journal(study, bytes, path);
  const std::string_view end = std::string_view(bytes).substr(journal.good_size);
  if (!end.empty()) {
    warnings.push_back(make_warning(
        "incomplete-answer", incomplete_end(path, end) +
                                 " is left out: a server is writing it, was killed or lost power"));
  }
  return std::move(journal.answers);
}

std::vector<SavedAnswer> read_saved_answers(const Study& study, const Source& source) {
  AnswerParser parser(study);
  LineReader lines(source);
  std::vector<SavedAnswer> answers;
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    const Location location = lines.location();
    answers.push_back(
        {line_of(parser, line, location, "give the file as the page has saved it"), location});
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
  return mapped(counting, [](const auto& answer) { return *answer.second; });
}

Storing AnswerBook::find(const StoredAnswer& stored) const {
  const auto participant = participants_.find(stored.participant);
  if (participant == participants_.end()) return Storing::is_new;
  const auto known = participant->second.digests.find(stored.answer.id);
  if (known == participant->second.digests.end()) return Storing::is_new;
  return known->second == digest(stored.answer) ? Storing::was_there : Storing::conflicts;
}

Storing AnswerBook::add(const StoredAnswer& stored) {
  const Storing storing = find(stored);
  if (storing != Storing::is_new) return storing;
  OfParticipant& known = participants_[stored.participant];
  const Answer& answer = stored.answer;
  known.digests.emplace(answer.id, digest(stored.answer));
  const auto [at, is_first] =
      known.counting.emplace(std::pair(answer.task, answer.question), answer);
  if (!is_first && replaces(answer, at->second)) at->second = answer;
  return storing;
}

bool AnswerBook::counts(std::uint32_t participant, const Answer& answer) const {
  const auto known = participants_.find(participant);
  if (known == participants_.end()) return false;
  const auto at = known->second.counting.find({answer.task, answer.question});
  return at != known->second.counting.end() && at->second.id == answer.id;
}

std::uint64_t AnswerBook::highest_revision(std::uint32_t participant) const {
  std::uint64_t highest = 0;
  for (const Answer* answer : answers(participant)) highest = std::max(highest, answer->revision);
  return highest;
}

std::vector<const Answer*> AnswerBook::answers(std::uint32_t participant) const {
  std::vector<const Answer*> answers;
  const auto at = participants_.find(participant);
  if (at == participants_.end()) return answers;
  for (const auto& [unused, answer] : at->second.counting) answers.push_back(&answer);
  return answers;
}

Journal::Journal(const Study& study, const std::string& folder)
    : study_(study),
      folder_(folder),
      path_(path_in(folder, journal_file)),
      lock_(locked_file_of(folder)),
      file_(open_file_of_study(path_, O_RDWR | O_APPEND)) {
  if (!write_folder(folder_))
    throw_system_error(folder_, "cannot be written", "put the study on a local disk");
  replay();
}

std::string Journal::bytes() const {
  constexpr std::size_t part = 1 << 18;
  std::string bytes;
  for (std::size_t size = 0;;) {
    bytes.resize(size + part);
    const ssize_t more = pread(file_, bytes.data() + size, part, static_cast<off_t>(size));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) fail("cannot be read");
    size += static_cast<std::size_t>(more);
    bytes.resize(size);
    if (more == 0) return bytes;
  }
}

void Journal::replay() {
  const std::string bytes = this->bytes();
  JournalText journal = parse_journal(study_, bytes, path_);
  book_ = std::move(journal.book);
  bytes_ = std::move(journal.bytes);
  keep_cut(std::string_view(bytes).substr(journal.good_size));
  size_ = journal.good_size;
  // Answers written by a killed program may not be on the disk yet, and count as stored from now
  // on.
  if (!cut()) fail("cannot be written");
  if (journal.lacks_line_end) write("\n");
  is_read_ = true;
}

// Moves nothing yet: what is kept twice, for the program is killed before it cuts, does no harm.
void Journal::keep_cut(std::string_view end) {
  if (end.empty()) return;
  const std::string path = path_in(folder_, cut_file);
  const OpenFile file = open_file_of_study(path, O_WRONLY | O_APPEND);
  if (!write_all(file, std::string(end) + '\n') || !wait_for_disk(file) || !write_folder(folder_))
    throw_system_error(path, "cannot be written", "put the study on a working disk");
  warnings_.push_back(make_warning(
      "incomplete-answer",
      incomplete_end(path_, end) + ", as a killed program leaves it, was moved to " + path));
}

std::vector<Storing> Journal::append(std::span<const StoredAnswer> answers) {
  if (!is_read_) {
    check_unchanged();
    replay();
  }
  std::string lines;
  AnswerBook fresh;
  std::vector<Storing> storings;
  std::vector<std::size_t> sizes;  // of their lines
  for (const StoredAnswer& stored : answers) {
    const Storing known = book_.find(stored);
    storings.push_back(known == Storing::is_new ? fresh.add(stored) : known);
    const std::size_t before = lines.size();
    if (storings.back() == Storing::is_new) lines += answer_line(study_, stored);
    sizes.push_back(lines.size() - before);
  }
  if (lines.empty()) return storings;
  write(lines);
  is_read_ = false;  // unless nothing is thrown until all of them are in the book
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (storings[i] != Storing::is_new) continue;
    book_.add(answers[i]);
    bytes_[answers[i].participant] += sizes[i];
  }
  is_read_ = true;
  return storings;
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

// Answers would be lost if the journal were moved or edited while it is open.
void Journal::check_unchanged() const {
  struct stat opened {};
  struct stat named {};
  if (fstat(file_, &opened) != 0) fail("cannot be read");
  const bool is_there = stat(path_.c_str(), &named) == 0;
  if (is_there && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev &&
      static_cast<std::uint64_t>(opened.st_size) == size_)
    return;
  throw Error(Error::Kind::system, {path_, 0}, "was changed or moved while the server was running",
              "put it back and restart the server");
}

void Journal::fail(const std::string& what) const {
  throw_system_error(path_, what, "put the study on a working disk");
}

}  // namespace subintent::internal
