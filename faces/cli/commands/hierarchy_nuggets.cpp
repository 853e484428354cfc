#include "faces/cli/commands/hierarchy_nuggets.h"

#include <fmt/format.h>

#include "collection/nuggets.h"
#include "faces/cli/options/judgments.h"
#include "hierarchy/export.h"
#include "hierarchy/nuggets.h"
#include "subintent/program.h"

namespace subintent::internal::hierarchy_command {
namespace {

// A name that is to be a column.
std::string_view column(std::string_view name, const NuggetBank& bank) {
  if (!fits_blank_column(name, true)) {
    throw Error(Location{bank.name, 0},
                "'" + printable(name) +
                    "' cannot be a column of a file of judgments or probabilities: it holds a "
                    "blank, or begins with #",
                "give the nuggets to --qrels of evaluate as they are, or rename it");
  }
  return name;
}

std::string qrels_text(const NuggetBank& bank) {
  const Qrels qrels = qrels_of(bank);
  std::string text;
  for (const TopicQrels& topic : qrels.topics()) {
    for (const auto& judgment : topic.judgments) {
      text += fmt::format("{} {} {} {}\n", column(topic.topic, bank),
                          column(topic.intents[judgment.intent], bank),
                          column(topic.docnos[judgment.document], bank), judgment.grade);
    }
  }
  return text;
}

std::string probabilities_text(const NuggetBank& bank, bool all_intents) {
  std::string text;
  for (const auto& [topic, intents] : intents_of(bank, all_intents)) {
    for (const auto& [intent, info] : intents) {
      text += fmt::format("{} {} {}", column(topic, bank), column(intent, bank),
                          shortest(*info.probability));
      if (bank.says_importance) text += info.is_vital ? " vital" : " okay";
      text += '\n';
    }
  }
  return text;
}

void note_bare_nuggets(const NuggetHierarchies& made, std::optional<bool> all_intents,
                       const CommandLine& line) {
  if (made.topics_without_relevant > 0) {
    line.note(count_of(made.topics_without_relevant, "topic") +
              " without relevant documents: no hierarchy");
  }
  if (made.without_relevant == 0 || all_intents) return;
  line.note(fmt::format(
      "{} of {} without a relevant document: nodes without documents; --relevant-intents leaves "
      "them out",
      made.without_relevant, count_of(made.nuggets, "nugget")));
}

}  // namespace

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
  OutputFile& hierarchies = files.open(output);
  OutputFile* const qrels = files.open(options.qrels_output);
  OutputFile* const probabilities = files.open(options.probabilities_output);
  const auto asked = all_intents_of(options.all_intents, options.relevant_intents);
  const NuggetBank bank = read_nuggets(sources(options.files));
  const NuggetHierarchies made = hierarchies_of(bank, asked.value_or(true));
  std::string text;
  if (exported.format) {
    text = find_export(*exported.format)->text({made.hierarchies, {}});
  } else {
    for (const Hierarchy& hierarchy : made.hierarchies) append_hierarchy_line(text, hierarchy);
  }
  hierarchies.write(text);
  if (qrels != nullptr) qrels->write(qrels_text(bank));
  if (probabilities != nullptr)
    probabilities->write(probabilities_text(bank, asked.value_or(true)));
  note_bare_nuggets(made, asked, line);
  files.close();
}

}  // namespace subintent::internal::hierarchy_command
