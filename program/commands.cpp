#include "program/command_line.h"

namespace subintent::internal {

#define SUBINTENT_COMMAND(name, setup) Work setup(CommandLine& line);
#include "subintent_command_list.inc"
#undef SUBINTENT_COMMAND

std::span<const Command> commands() {
  static constexpr Command table[] = {
#define SUBINTENT_COMMAND(name, setup) Command{#name, setup},
#include "subintent_command_list.inc"
#undef SUBINTENT_COMMAND
  };
  return table;
}

}  // namespace subintent::internal
