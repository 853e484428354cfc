// Hierarchies, judgments and probabilities of nuggets, for the command `subintent hierarchy`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/command_line.h"
#include "program/commands/hierarchy_export.h"

namespace subintent::internal::hierarchy_command {

// The options of nuggets, as they are given.
struct NuggetOptions {
  std::vector<std::string> files;
  bool all_intents = false, relevant_intents = false;
  std::optional<std::string> qrels_output, probabilities_output;

  std::vector<std::string> given() const;    // "--nuggets"
  std::vector<std::string> outputs() const;  // paths
};

void declare_nuggets(CommandLine& line, NuggetOptions& options);

// Writes what the files hold: hierarchies, or an export of them, to `output`, and judgments and
// probabilities where they are asked for.
void write_nuggets(const NuggetOptions& options, const ExportOptions& exported,
                   const std::string& output, const CommandLine& line);

}  // namespace subintent::internal::hierarchy_command
