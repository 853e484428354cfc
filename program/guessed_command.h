// The command to type where another one was guessed: what the files hold decides.
#pragma once

#include "program/command_line.h"

namespace subintent::internal {

class CommandLine;

// Advice with a command line for these files: why one of two runs scores more than the other, tests
// of more runs and of scores, what differs between two sets of judgments or two files of
// hierarchies. Nothing where the files are of other kinds.
std::optional<std::string> command_for_files(const std::vector<std::string>& files,
                                             const std::vector<std::string>& options);

// The same where `word` is an analysis of another command than `command`, with those files.
std::optional<std::string> command_for_analysis(const std::string& command, const std::string& word,
                                                const std::vector<std::string>& files,
                                                const std::vector<std::string>& options);

// The same where no command was given: `check`, where the files are no runs, judgments or verdicts.
// Nothing where the first word is no file.
std::optional<std::string> first_command_for(const std::vector<std::string>& files);

// The work of a command. Where judgments are missing and one of its files holds them, the error
// says how to give them.
Work set_up(const Command& command, CommandLine& line);

}  // namespace subintent::internal
