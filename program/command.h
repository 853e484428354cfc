// A command, and the list of all of them.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace subintent::internal {

class CommandLine;

// The work of a command, made by its setup: files are touched only in here.
using Work = std::function<void()>;

// A command NAME is one function `Work setup_NAME(CommandLine&)` in program/commands/NAME.cpp,
// which is all that registers it; a hyphen in its name is an underscore in that of the function. It
// declares its options, parses them with CommandLine::parse, checks what can be checked without
// opening a file, and returns the work.
struct Command {
  std::string_view name;
  Work (*setup)(CommandLine& line);
};

// In the order of the pipeline.
std::span<const Command> commands();

}  // namespace subintent::internal
