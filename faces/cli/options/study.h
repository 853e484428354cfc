// The options that say who judges and what they read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faces/cli/command_line.h"
#include "judge/assignment.h"
#include "judge/make_study.h"

namespace subintent::internal {

// The options of studies, as they are given.
struct StudyOptions {
  std::optional<std::string> study, title, instructions, consent, language;
  std::optional<std::int64_t> participants, per_item, session;
  std::optional<std::int64_t> seed;  // declared by the command
  std::string item;                  // what people judge at a time

  // The files to read.
  std::vector<std::string> paths() const;
  std::vector<std::string> given() const;  // "--participants": all but --study and --seed
};

// Declares --study, --participants, --per-ITEM, --session, --title, --instructions, --consent and
// --language; `item` is what people judge at a time, "pair" or "topic".
void declare_study(CommandLine& line, StudyOptions& options, const std::string& item);

// What they mean. Throws Error::usage.
AssignmentOptions assignment_options(const StudyOptions& options);

// The language that is asked for. Throws Error::usage where there is none of that name.
std::string language_of(const StudyOptions& options);

// Opens the files of instructions and consent; without one `words` stay as they are. Throws the
// errors of reading, and Error for text that is not UTF-8, and for a consent without words.
void read_words(const StudyOptions& options, StudyWords& words);

// Says what there is to do for people.
void note_study(const CommandLine& line, const std::string& folder, const Study& study);

}  // namespace subintent::internal
