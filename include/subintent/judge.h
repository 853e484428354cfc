// Studies of people, who judge on web pages which of two ranked lists is better [Dou19 §5.4], or
// which intents of a topic belong together [Dou19 §2.3]. A study is a folder: what is asked, the
// links of the participants and, in a journal, their answers (docs/judge.md, docs/formats.md).
// Builds for evaluation alone (SUBINTENT_COLLECTIONS=OFF) lack all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "subintent/basics.h"
#include "subintent/records.h"

namespace SUBINTENT_PUBLIC subintent {

// How tables of studies are shown as text.
struct StudyTableLayout {
  std::string format = "table";  // or "tsv", "json" ...: one that `subintent compare` takes
  std::size_t width = 0;         // of the terminal, in columns; 0: no limit
};

struct StudyTables {
  std::vector<Table> tables;
  std::string text;  // in the format that was asked for
};

// Answers of a participant in a file that were brought into a study.
struct ImportedAnswers {
  std::string file;                    // the name of the source
  std::string participant;             // "p01"
  std::uint64_t added = 0, known = 0;  // that are stored now, and that had been stored before
};

// The files of a study that are there: the study and, once there are answers, the journal.
std::vector<std::string> study_files(const std::string& folder);

// A study: what is asked and who is asked. It never changes. Cheap to copy.
class Study {
 public:
  // Throws Error where the folder holds no study, and with file and line where that is broken.
  static Study read(const std::string& folder);

  const std::string& folder() const;
  std::vector<std::string> participants() const;  // "p01", ... in their order

  // The page of a participant (a number from 0): one HTML file that needs no server. It keeps
  // answers in the browser, and saves them as a file for import_answers().
  std::string page(std::size_t participant) const;

  // Stores the answers of files that such pages have saved, of one participant each; or, with
  // `journal`, those of journals of the same study, which may be of several and of any revision.
  // What had been stored before is not stored again. Either all answers are stored or,
  // where it throws, none. Counts are by file, then participant. Throws Error, with file and line,
  // for what is no answer to this study, revisions far above those that are known, and two
  // different answers of one id; and where another program writes to the study.
  std::vector<ImportedAnswers> import_answers(const std::vector<Source>& files,
                                              bool journal = false,
                                              const RemarksCallback& say = {}) const;

  Study(const Study&) = default;  // to move is to copy
  Study& operator=(const Study&) = default;

 private:
  friend class StudyAnswers;
  struct Data;
  explicit Study(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> data_;
};

// The answers to a study at the time at which they are read, also while people answer. Cheap to
// copy.
class StudyAnswers {
 public:
  // Throws Error, with file and line, for a journal that is not one of this study.
  static StudyAnswers read(const Study& study);

  // That the end of the journal was left out, where its last answer is incomplete.
  const Warnings& warnings() const;

  // How far the participants are: the table "progress". Answers that took less than
  // `fast_seconds` are counted. Throws Error for a format that there is not.
  StudyTables progress(double fast_seconds = 2, const StudyTableLayout& layout = {}) const;

  StudyAnswers(const StudyAnswers&) = default;  // to move is to copy
  StudyAnswers& operator=(const StudyAnswers&) = default;

 private:
  struct Data;
  explicit StudyAnswers(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> data_;
};

}  // namespace subintent
