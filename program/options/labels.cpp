#include "program/options/labels.h"

namespace subintent::internal {

std::vector<std::string> LabelOptions::given() const {
  std::vector<std::string> names;
  if (file) names.emplace_back("--labels");
  if (!texts.empty()) names.emplace_back("--make-labels");
  if (topics) names.emplace_back("--label-topics");
  return names;
}

std::vector<std::string> LabelOptions::paths() const {
  std::vector<std::string> all = texts;
  if (file) all.push_back(*file);
  if (topics) all.push_back(*topics);
  return all;
}

void declare_labels(CommandLine& line, LabelOptions& options) {
  line.option("labels", &options.file, "FILE",
              "labels of intents and nodes, \"topic<tab>node<tab>label\"; without --qrels, for "
              "finished HIERARCHIES");
  line.option(
      "make-labels", &options.texts, "T",
      "label the other nodes from texts, output of tokenize --texts (repeatable); likewise");
  line.option("label-topics", &options.topics, "XML",
              "with --make-labels: topics whose queries make no labels");
}

LabelFiles label_files(const LabelOptions& options) {
  LabelFiles files;
  if (options.file) files.given = *options.file;
  if (options.topics && options.texts.empty()) {
    throw Error::usage("--label-topics needs --make-labels", "give both, or leave it out");
  }
  files.texts = sources(options.texts);
  if (options.topics) files.topics = *options.topics;
  return files;
}

}  // namespace subintent::internal
