// The options that give nodes of hierarchies labels.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faces/cli/command_line.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// The options of labels, as they are given.
struct LabelOptions {
  std::optional<std::string> file;  // --labels
  std::vector<std::string> texts;   // --make-labels

  std::vector<std::string> given() const;  // "--labels"
  std::vector<std::string> paths() const;
};

void declare_labels(CommandLine& line, LabelOptions& options);

// What labels are taken from and made of; nothing where the option is not given.
struct LabelInputs {
  std::vector<NodeLabel> given;
  std::optional<Texts> texts;
};

// Reads them; of texts those of the documents that are `wanted`.
LabelInputs read_labels(const LabelOptions& options,
                        const std::function<bool(std::string_view docno)>& wanted);

// Labels that were given take the place of those that are there, those that are made do not.
void add_labels(std::vector<Hierarchy>& hierarchies, const LabelInputs& inputs, Warnings& warnings);

}  // namespace subintent::internal
