// The folder of a study: the study, the links of the participants and their answers.
#pragma once

#include "report/judge/study.h"

namespace subintent::internal {

// Files in it. They are for their owner alone (mode 0600, in a folder of mode 0700).
inline constexpr std::string_view study_file = "study.jsonl";
inline constexpr std::string_view links_file = "links.tsv";
inline constexpr std::string_view journal_file = "answers.jsonl";
inline constexpr std::string_view cut_file = "answers.jsonl.cut";  // incomplete ends of the journal
inline constexpr std::string_view lock_file = "lock";

std::string path_in(const std::string& folder, std::string_view file);

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

  // Gives it its name, in one step. Throws Error likewise.
  void publish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace subintent::internal
