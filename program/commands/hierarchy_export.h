// Exports and labels of finished files, for the command `subintent hierarchy`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/command_line.h"
#include "program/options/captions.h"
#include "program/options/labels.h"

namespace subintent::internal::hierarchy_command {

// Options as given. Hierarchies that are made of dendrograms are exported in --format alone.
struct ExportOptions {
  std::optional<std::string> format, topic;
  CaptionOptions captions;           // --topics
  std::vector<std::string> vectors;  // --text
  LabelOptions labels;               // of hierarchies that are made, too

  // The given options that are for finished files: "--topic".
  std::vector<std::string> given() const;
  bool of_dendrograms() const;  // is the format one of these?
};

void declare_export(CommandLine& line, ExportOptions& options);

// Writes `input`, dendrograms for an export of these, else hierarchies, to `output`: in a format of
// other programs, or as hierarchies with labels.
void export_file(const ExportOptions& options, const std::string& input, const std::string& output,
                 const CommandLine& line);

}  // namespace subintent::internal::hierarchy_command
