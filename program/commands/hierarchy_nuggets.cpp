#include "program/commands/hierarchy_nuggets.h"

#include <string_view>

#include "program/options/judgments.h"
#include "subintent/program.h"
#include "subintent/stages.h"

namespace subintent::internal::hierarchy_command {

std::vector<std::string> NuggetOptions::given() const {
  std::vector<std::string> names;
  if (!files.empty()) names.emplace_back("--nuggets");
  if (all_intents) names.emplace_back("--all-intents");
  if (relevant_intents) names.emplace_back("--relevant-intents");
  if (qrels_output) names.emplace_back("--qrels-out");
  if (probabilities_output) names.emplace_back("--probabilities-out");
  return names;
}

std::vector<std::string> NuggetOptions::outputs() const {
  std::vector<std::string> paths;
  for (const auto& path : {qrels_output, probabilities_output}) {
    if (path) paths.push_back(*path);
  }
  return paths;
}

void declare_nuggets(CommandLine& line, NuggetOptions& options) {
  line.option("nuggets", &options.files, "FILE",
              "nuggets with their documents; more files may follow where DENDROGRAMS stand");
  line.flag("all-intents", &options.all_intents,
            "keep nuggets and answers that no document holds (default)");
  line.flag("relevant-intents", &options.relevant_intents, "leave them out");
  line.option("qrels-out", &options.qrels_output, "FILE",
              "where to write the nuggets as judgments, \"topic intent docno grade\"");
  line.option("probabilities-out", &options.probabilities_output, "FILE",
              "where to write their importance, \"topic intent probability [vital|okay]\"");
}

void write_nuggets(const NuggetOptions& options, const ExportOptions& exported,
                   const std::string& output, const CommandLine& line) {
  OutputFiles files;
  const auto writer = [](OutputFile* file) -> TextWriter {
    if (file == nullptr) return {};
    return [file](std::string_view text) { file->write(text); };
  };
  NuggetOutputs outputs;
  outputs.hierarchies = writer(&files.open(output));
  outputs.qrels = writer(files.open_if(options.qrels_output));
  outputs.probabilities = writer(files.open_if(options.probabilities_output));
  subintent::NuggetOptions made;
  made.all_intents = all_intents_of(options.all_intents, options.relevant_intents);
  made.format = exported.format.value_or("");
  convert_nuggets(sources(options.files), outputs, made, line.remarks());
  files.close();
}

}  // namespace subintent::internal::hierarchy_command
