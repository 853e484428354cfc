// The text of --help.
#pragma once

#include "program/command_line.h"
#include "subintent/basics.h"

namespace subintent::internal {

// The help that a command gives.
struct HelpText {
  std::string command, summary, inputs, inputs_help;
  const std::vector<OptionRecord>& options;
  const std::vector<ActionRecord>& actions;
  const std::vector<std::string>& examples;
};

// The help of a command: usage, what it does, its actions, its options by section, examples, and
// where there is more. Lines are as long as the terminal's, but at most 100 columns; 100 where the
// output is not a terminal.
std::string help_of_command(const HelpText& text);

// The help of one action of a command, with the options that go with it.
std::string help_of_action(const HelpText& text, const ActionRecord& action);

// "FILE:LINE: message; advice", where arguments are called by their options: "gains: ..." becomes
// "--gains: ...", "`order=score`" becomes "--order score".
std::string error_text(const Error& error);

}  // namespace subintent::internal
