// The options that give nodes of hierarchies labels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/command_line.h"
#include "subintent/stages.h"

namespace subintent::internal {

// The options of labels, as they are given.
struct LabelOptions {
  std::optional<std::string> file;    // --labels
  std::vector<std::string> texts;     // --make-labels
  std::optional<std::string> topics;  // --label-topics

  std::vector<std::string> given() const;  // "--labels"
  std::vector<std::string> paths() const;
};

void declare_labels(CommandLine& line, LabelOptions& options);

LabelFiles label_files(const LabelOptions& options);

}  // namespace subintent::internal
