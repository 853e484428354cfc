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

// As they are given.
struct StudyOptions {
  std::optional<std::string> study, title, instructions;
  std::optional<std::int64_t> participants, per_item, session;
  std::optional<std::int64_t> seed;  // declared by the command
  std::string item;                  // what people judge at a time

  std::vector<std::string> given() const;  // "--participants": all but --study and --seed
};

// Declares --study, --participants, --per-ITEM, --session, --title and --instructions;
// `item` is what people judge at a time, "pair" or "topic".
void declare_study(CommandLine& line, StudyOptions& options, const std::string& item);

// What they mean. Throws Error::usage.
AssignmentOptions assignment_options(const StudyOptions& options);

// Opens the file of instructions; without one `words` stay as they are. Throws the errors of
// reading, and Error for text that is not UTF-8.
void read_words(const StudyOptions& options, StudyWords& words);

// Says what there is to do for people.
void note_study(const CommandLine& line, const std::string& folder, const Study& study);

}  // namespace subintent::internal
