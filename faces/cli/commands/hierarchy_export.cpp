#include "faces/cli/commands/hierarchy_export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "cluster/dendrogram.h"
#include "faces/cli/options/names.h"
#include "hierarchy/export.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/labels/characteristic_terms.h"
#include "io/input_file.h"
#include "io/output_file.h"

namespace subintent::internal::hierarchy_command {
namespace {

constexpr std::size_t shown_terms = 5;

// Keeps those of the topic that is asked for.
template <typename Tree>
std::vector<Tree> chosen(std::vector<Tree> trees, const ExportOptions& options,
                         const Captions& captions, const std::string& file) {
  if (!options.topic) return trees;
  std::vector<std::string> topics;
  for (const Tree& tree : trees) topics.push_back(tree.topic);
  const std::string topic = find_topic(*options.topic, std::move(topics), captions, file);
  std::erase_if(trees, [&](const Tree& tree) { return tree.topic != topic; });
  return trees;
}

// Gives nodes without a label what their intent is about, or else their characteristic terms.
void label_nodes(Hierarchy& hierarchy, const Captions& captions,
                 const std::vector<std::vector<std::string>>& terms) {
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
    HierarchyNode& node = hierarchy.nodes[i];
    if (!node.label.empty()) continue;
    if (is_first_of_intent(hierarchy, i)) {
      node.label = captions.intent(hierarchy.topic, node.intent);
    }
    if (node.label.empty() && !terms.empty()) {
      node.label = fmt::format("{}", fmt::join(terms[i], " "));
    }
  }
}

void add_labels(std::vector<Hierarchy>& hierarchies, const LabelOptions& options,
                const CommandLine& line) {
  std::unordered_set<std::string_view> docnos;
  for (const Hierarchy& hierarchy : hierarchies) {
    docnos.insert(hierarchy.docnos.begin(), hierarchy.docnos.end());
  }
  Warnings warnings;
  internal::add_labels(
      hierarchies,
      read_labels(options, [&](std::string_view docno) { return docnos.contains(docno); }),
      warnings);
  line.warn(warnings);
}

std::string lines_of(const std::vector<Hierarchy>& hierarchies) {
  std::string lines;
  for (const Hierarchy& hierarchy : hierarchies) append_hierarchy_line(lines, hierarchy);
  return lines;
}

std::string exported_hierarchies(const Export* format, const ExportOptions& options,
                                 const std::string& input, const CommandLine& line) {
  const Captions captions{{}, read_topic_captions(options.captions)};
  // What labels are made of is compared with all hierarchies.
  std::vector<Hierarchy> hierarchies = read_hierarchies(input);
  add_labels(hierarchies, options.labels, line);
  hierarchies = chosen(std::move(hierarchies), options, captions, display_name(input));
  if (format == nullptr) return lines_of(hierarchies);
  std::vector<std::vector<std::vector<std::string>>> terms(hierarchies.size());
  if (!options.vectors.empty()) {
    Warnings warnings;
    terms = read_characteristic_terms(hierarchies, sources(options.vectors), shown_terms, warnings);
    line.warn(warnings);
  }
  std::vector<std::string> queries;
  for (std::size_t i = 0; i < hierarchies.size(); ++i) {
    label_nodes(hierarchies[i], captions, terms[i]);
    queries.emplace_back(captions.query(hierarchies[i].topic));
  }
  return format->text({hierarchies, {}, queries});
}

std::string exported_dendrograms(const Export& format, const ExportOptions& options,
                                 const std::string& input) {
  const Captions captions{{}, read_topic_captions(options.captions)};
  return format.text({{}, chosen(read_dendrograms(input), options, captions, display_name(input))});
}

}  // namespace

std::vector<std::string> ExportOptions::given() const {
  std::vector<std::string> names = captions.given();
  if (topic) names.emplace_back("--topic");
  if (!vectors.empty()) names.emplace_back("--text");
  return names;
}

void declare_export(CommandLine& line, ExportOptions& options) {
  declare_labels(line, options.labels);
  line.option("export", &options.format, choice(names_of(exports())),
              "write this format instead of hierarchies; without --qrels, the input is finished "
              "HIERARCHIES (for linkage: DENDROGRAMS)");
  line.option("topic", &options.topic, "T",
              "for --export and labels without --qrels: only this topic, given by number or (with "
              "--topics) by query");
  line.option("topics", &options.captions.topics, "XML",
              "for --export without --qrels: topics of the TREC Web Track, whose texts dot shows "
              "for the topic and its intents");
  line.option("text", &options.vectors, "VECTORS",
              "for --export without --qrels: document vectors, whose most characteristic terms "
              "label nodes in dot (may be repeated)");
}

void export_file(const ExportOptions& options, const std::string& input, const std::string& output,
                 const CommandLine& line) {
  OutputFile file(output);
  const Export* const format = options.format ? find_export(*options.format) : nullptr;
  file.write(format != nullptr && format->of_dendrograms
                 ? exported_dendrograms(*format, options, input)
                 : exported_hierarchies(format, options, input, line));
  file.close();
}

}  // namespace subintent::internal::hierarchy_command
