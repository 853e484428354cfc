// The options that say who judges and what they read.
#pragma once

#include "program/command_line.h"
#include "subintent/judge.h"

namespace subintent::internal {

// The options of studies, as they are given.
struct StudyArguments {
  std::optional<std::string> study, title, instructions, consent, language;
  std::optional<std::int64_t> participants, per_item, session;
  std::optional<std::int64_t> seed;  // declared by the command
  std::string item;                  // what people judge at a time

  // The files to read.
  std::vector<std::string> paths() const { return joined(instructions, consent); }
};

// Declares --study, --participants, --per-ITEM, --session, --title, --instructions, --consent and
// --language; `item` is what people judge at a time, "pair" or "topic".
void declare_study(CommandLine& line, StudyArguments& arguments, const std::string& item);

// The study that the arguments ask for. Throws Error::usage.
StudyOptions study_options(const StudyArguments& arguments);

// Says what there is to do for people.
void note_study(const CommandLine& line, const Study& study, std::uint64_t seed);

}  // namespace subintent::internal
