#include "faces/cli/options/labels.h"

#include "subintent/hierarchy.h"

namespace subintent::internal {

std::vector<std::string> LabelOptions::given() const {
  std::vector<std::string> names;
  if (file) names.emplace_back("--labels");
  if (!texts.empty()) names.emplace_back("--make-labels");
  return names;
}

std::vector<std::string> LabelOptions::paths() const {
  std::vector<std::string> all = texts;
  if (file) all.push_back(*file);
  return all;
}

void declare_labels(CommandLine& line, LabelOptions& options) {
  line.option("labels", &options.file, "FILE",
              "labels of intents and nodes, \"topic<tab>node<tab>label\"; without --qrels, for "
              "finished HIERARCHIES");
  line.option(
      "make-labels", &options.texts, "T",
      "label the other nodes from texts, output of tokenize --texts (repeatable); likewise");
}

LabelInputs read_labels(const LabelOptions& options,
                        const std::function<bool(std::string_view docno)>& wanted) {
  LabelInputs inputs;
  if (options.file) inputs.given = read_node_labels(*options.file);
  if (!options.texts.empty()) inputs.texts = read_texts(sources(options.texts), wanted);
  return inputs;
}

void add_labels(std::vector<Hierarchy>& hierarchies, const LabelInputs& inputs,
                Warnings& warnings) {
  if (!inputs.given.empty()) hierarchies = with_labels(hierarchies, inputs.given, &warnings);
  if (inputs.texts) hierarchies = with_labels(hierarchies, *inputs.texts, &warnings);
}

}  // namespace subintent::internal
