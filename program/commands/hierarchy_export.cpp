#include "program/commands/hierarchy_export.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "program/options/names.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"
#include "subintent/stages.h"

namespace subintent::internal::hierarchy_command {
namespace {

constexpr std::size_t shown_terms = 5;

// Keeps those of the topic that is asked for.
template <typename Tree>
std::vector<Tree> chosen(std::vector<Tree> trees, const ExportOptions& options,
                         const TopicCaptions& captions, const std::string& file) {
  if (!options.topic) return trees;
  std::vector<std::string> topics;
  for (const Tree& tree : trees) topics.push_back(tree.topic);
  const std::string topic = subintent::find_topic(*options.topic, topics, captions, file);
  std::erase_if(trees, [&](const Tree& tree) { return tree.topic != topic; });
  return trees;
}

TopicCaptions read_captions(const ExportOptions& options) {
  const auto& topics = options.captions.topics;
  return topics ? subintent::read_topic_captions(*topics) : TopicCaptions();
}

std::string lines_of(const std::vector<Hierarchy>& hierarchies) {
  std::string lines;
  for (const Hierarchy& hierarchy : hierarchies) lines += to_json(hierarchy) + '\n';
  return lines;
}

std::string exported_hierarchies(const ExportOptions& options, const Source& input,
                                 const CommandLine& line) {
  subintent::ExportOptions labelled{read_captions(options), {}};
  // Warnings about texts of labels, which are compared with all hierarchies.
  Warnings of_labels;
  std::vector<Hierarchy> hierarchies =
      label_hierarchies(read_hierarchies(input), label_files(options.labels), &of_labels);
  line.warn(of_labels);
  hierarchies = chosen(std::move(hierarchies), options, labelled.topics, input.name());
  if (!options.format) return lines_of(hierarchies);
  if (!options.vectors.empty()) {
    Warnings warnings;
    labelled.terms =
        characteristic_terms(hierarchies, sources(options.vectors), shown_terms, &warnings);
    line.warn(warnings);
  }
  return export_hierarchies(hierarchies, *options.format, labelled);
}

std::string exported_dendrograms(const ExportOptions& options, const Source& input) {
  const TopicCaptions captions = read_captions(options);
  return export_dendrograms(chosen(read_dendrograms(input), options, captions, input.name()),
                            *options.format);
}

}  // namespace

std::vector<std::string> ExportOptions::given() const {
  std::vector<std::string> names = captions.given();
  if (topic) names.emplace_back("--topic");
  if (!vectors.empty()) names.emplace_back("--text");
  return names;
}

bool ExportOptions::of_dendrograms() const {
  if (!format) return false;
  const auto formats = export_formats();
  return std::ranges::find(formats, *format, &ExportFormat::name)->of_dendrograms;
}

void declare_export(CommandLine& line, ExportOptions& options) {
  declare_labels(line, options.labels);
  line.option("export", &options.format, choice(names_of(export_formats())),
              "write this format; without --qrels, of finished HIERARCHIES (linkage: DENDROGRAMS)");
  line.option(
      "topic", &options.topic, "T",
      "for --export and labels without --qrels: only this topic, or its query (with --topics)");
  line.option("topics", &options.captions.topics, "XML",
              "for --export without --qrels: topics of the TREC Web Track: labels topics and "
              "intents in dot");
  line.option("text", &options.vectors, "VECTORS",
              "for --export without --qrels: document vectors, whose characteristic terms label "
              "nodes in dot (repeatable)");
}

void export_file(const ExportOptions& options, const std::string& input, const std::string& output,
                 const CommandLine& line) {
  OutputFile file(output);
  file.write(options.of_dendrograms() ? exported_dendrograms(options, input)
                                      : exported_hierarchies(options, input, line));
  file.close();
}

}  // namespace subintent::internal::hierarchy_command
