#include "cli/command.h"

#include <array>

namespace subintent {

#define SUBINTENT_COMMAND(name) Work setup_##name(CommandLine& line);
#include "command_list.inc"
#undef SUBINTENT_COMMAND

std::span<const Command> commands() {
  static constexpr std::array table = {
#define SUBINTENT_COMMAND(name) Command{#name, setup_##name},
#include "command_list.inc"
#undef SUBINTENT_COMMAND
  };
  return table;
}

}  // namespace subintent
