// A study: what people are asked to judge, who they are, and in which order each of them judges.
// It is written once, before the first answer, and never changed.
#pragma once

#include <unistd.h>

#include "core/base/deferred_signals.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

enum class StudyKind {
  preferences,  // which of two ranked lists is better [Dou19 §5.4]
  intents       // which intents of a topic belong together: superintents [Dou19 §2.3]
};

// A document as a person sees it.
struct StudyDocument {
  std::string docno;
  DocumentText text;  // fields that are not known are empty

  bool operator==(const StudyDocument&) const = default;
};

// An intent, or a node of a hierarchy, to be put into a group.
struct StudyCard {
  std::string intent;  // how superintents and labels call it
  std::string label;   // may be empty
  std::vector<std::string> terms;
  std::vector<std::uint32_t> documents;  // indices of Study::documents, best first

  bool operator==(const StudyCard&) const = default;
};

struct StudyTopic {
  std::string number, query, description;  // the last two may be empty
  std::vector<StudyCard> cards;            // of a study of intents: two or more; else none

  bool operator==(const StudyTopic&) const = default;
};

// The list of a run that is shown for a topic.
struct StudyList {
  std::string run;
  std::uint32_t topic = 0;               // index of Study::topics
  std::vector<std::uint32_t> documents;  // indices of Study::documents, best first; may be empty

  bool operator==(const StudyList&) const = default;
};

// Two lists of one topic.
struct StudyPair {
  std::uint32_t first = 0, second = 0;   // indices of Study::lists: run1 and run2
  std::string pool;                      // why it was chosen, such as "random"
  std::optional<Preference> check = {};  // of an attention check: the answer that is right

  bool operator==(const StudyPair&) const = default;
};

// The task that a participant is shown at a time.
struct StudyTask {
  std::string id;          // opaque; no two in the study are the same
  std::uint32_t item = 0;  // index of Study::pairs, or (intents) of Study::topics
  bool swapped = false;    // is the second list of the pair the one on the left?
  bool repeat = false;     // has the participant had this pair before, sides changed?
  std::uint32_t session = 1;

  bool operator==(const StudyTask&) const = default;
};

struct StudyParticipant {
  std::string name;              // p01, p02, ...
  std::string token;             // of the link: whoever has it is this participant
  std::vector<StudyTask> tasks;  // in their order; sessions do not decrease

  bool operator==(const StudyParticipant&) const = default;
};

struct Study {
  StudyKind kind = StudyKind::preferences;
  std::string id;               // opaque: tells this study's answers from those to another
  std::string title;            // for participants, as are the next two
  std::string instructions;     // paragraphs between empty lines; may be empty
  std::string consent;          // likewise; where it is not empty, they agree before the first task
  std::string language = "en";  // of the pages: one of language_choices()
  // Asked in each task, one or more; none in a study of intents.
  std::vector<std::string> questions;
  std::uint32_t cutoff = 0;    // of the lists
  bool relevant_only = false;  // were other documents removed, before the lists were cut?
  std::uint64_t seed = 0;
  std::vector<StudyDocument> documents;
  std::vector<StudyTopic> topics;
  std::vector<StudyList> lists;  // of topics and runs, each once
  std::vector<StudyPair> pairs;
  std::vector<StudyParticipant> participants;

  bool operator==(const Study&) const = default;
};

// The version of the format, in the head of the file.
inline constexpr std::uint64_t study_version = 1;

// ">" where the first of two lists is better, "=", "<".
std::string_view sign_of(Preference preference);
std::optional<Preference> preference_of(std::string_view sign);

// The number of attention checks among the pairs.
std::size_t checks_in(const Study& study);

// "preferences", "intents".
std::string_view name_of(StudyKind kind);

// The name in place of a task in the answer by which a participant agrees to take part.
inline constexpr std::string_view consent_name = "consent";

// The name of a question in answers: "q1" for the first.
std::string question_id(std::size_t index);

// The study as JSON lines, docs/judge.md: its head, then documents, topics, lists, pairs and
// participants, one per line. What a line refers to stands above it.
std::string study_text(const Study& study);

// Reads them. Throws Error, with file and line, for whatever makes it no study: no head in front,
// another version, members that are missing, there twice or of another type, names that are there
// twice, empty or hold control characters, references to what is not there, lists longer than the
// cutoff or with a document twice, pairs of different topics or of one run, tasks that give a
// participant a pair twice (but for one repeat, later, with sides changed), sessions that go back,
// weak tokens, and a study without questions, pairs (cards) or participants.
Study read_study(const Source& source);

// Files in it. They are for their owner alone (mode 0600, in a folder of mode 0700).
inline constexpr std::string_view study_file = "study.jsonl";
inline constexpr std::string_view links_file = "links.tsv";
inline constexpr std::string_view journal_file = "answers.jsonl";
inline constexpr std::string_view cut_file = "answers.jsonl.cut";  // incomplete ends of the journal
inline constexpr std::string_view lock_file = "lock";

std::string path_in(const std::string& folder, std::string_view file);

// An open file, which is closed with this object; a number below 0 where it could not be opened.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  operator int() const { return descriptor_; }

 private:
  int descriptor_;
};

// Writes what a folder has to the disk: a file that is new may vanish with the power until then.
// False, with errno, if that failed.
bool write_folder(const std::string& folder);

// Reads the study in a folder. Throws Error where there is none, and as read_study() does.
Study read_study_folder(const std::string& folder);

// Throws Error unless there is nothing of that name, or an empty folder.
void require_free_folder(const std::string& folder);

// The folder of a new study. What signals such as Ctrl-C ask for waits as long as it lives: the
// program ends then, and leaves no folder that is half made.
class NewStudyFolder {
 public:
  // Writes the study and the links of the participants, participant<tab>/TOKEN/, under another name
  // beside `folder`; the other name vanishes with this object. Throws Error as
  // require_free_folder() does, and where it cannot be written.
  NewStudyFolder(const std::string& folder, const Study& study);
  NewStudyFolder(const NewStudyFolder&) = delete;
  NewStudyFolder& operator=(const NewStudyFolder&) = delete;
  ~NewStudyFolder();

  // Names the folder, in one step. Throws Error likewise.
  void publish();

 private:
  explicit NewStudyFolder(std::string folder);
  void write(std::string_view name, std::string_view bytes) const;

  const DeferredSignals signals_;  // which come when the folder is gone
  std::string where_, pending_;
};

// In the place of a language: that of the browser of each participant, English where there is none.
inline constexpr std::string_view language_of_browser = "browser";
inline constexpr std::string_view default_language = "en";

// "de", "en", ..., sorted; behind them language_of_browser. Each is a file languages/LANGUAGE.json:
// an object of keys and texts, the same keys in all of them but for forms of numbers that a
// language has not.
std::vector<std::string_view> language_choices();

// Texts of a language, or of all for language_of_browser: JSON, {"en":{"KEY":"TEXT",...},...}.
std::string languages_json(std::string_view language);

// The text of a key, in English for language_of_browser. Throws Error for a language or key that
// there is not.
std::string phrase(std::string_view language, std::string_view key);

// In that language, or in all for language_of_browser.
std::vector<std::string> phrases(std::string_view language, std::string_view key);

// The name of each without .json, and its text; by name.
extern const std::vector<std::pair<std::string_view, std::string_view>> language_files;

// 128 bits as 22 letters, digits, - and _: base64url [RFC 4648 §5] of the words, low byte first.
std::string opaque_id(std::span<const std::uint32_t, 4> words);

// One that nobody can guess: bits of the operating system's generator. Throws Error (system).
std::string random_token();

}  // namespace subintent::internal
