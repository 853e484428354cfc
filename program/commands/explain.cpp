// subintent explain: the topics of a file of hierarchies, or the tree of one in the terminal.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "program/analysis_command.h"
#include "program/command_line.h"
#include "program/environment.h"
#include "program/options/inputs.h"
#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_terms = 8;

struct ExplainSettings {
  std::vector<std::string> inputs, vectors;
  std::optional<std::string> topic, document, svg;
  std::optional<std::int64_t> depth;
  CaptionOptions captions;
  DrawingOptions options;
};

// The tree of a topic, or the path of a document in it.
std::string explained(const ExplainSettings& settings, const Hierarchy& hierarchy,
                      DrawingOptions options, const CommandLine& line) {
  options.width = text_width();
  const char* const no_colour = std::getenv("NO_COLOR");
  options.colour = isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
  options.texts = read_text_captions(
      settings.captions.texts, {hierarchy.docnos.begin(), hierarchy.docnos.end()}, line.remarks());
  if (settings.document) return draw_document(hierarchy, *settings.document, options);
  if (!settings.vectors.empty()) {
    Warnings warnings;
    options.terms = std::move(
        characteristic_terms({hierarchy}, sources(settings.vectors), most_terms, &warnings)[0]);
    line.warn(warnings);
  }
  return draw(hierarchy, options);
}

// With the query beside the number of the topic, and descriptions of intents that have no label.
Hierarchy captioned(Hierarchy hierarchy, const TopicCaptions& topics) {
  const auto caption = topics.find(hierarchy.topic);
  if (caption == topics.end()) return hierarchy;
  for (HierarchyNode& node : hierarchy.nodes) {
    const auto described = caption->second.intents.find(node.intent);
    if (node.layer != 1 || !node.label.empty() || described == caption->second.intents.end())
      continue;
    node.label = described->second;
  }
  if (!caption->second.query.empty()) hierarchy.topic += " (" + caption->second.query + ")";
  return hierarchy;
}

void run_explain(const ExplainSettings& settings, const CommandLine& line) {
  const Source file(settings.inputs[0]);
  const auto hierarchies = read_hierarchies(file);
  DrawingOptions options = settings.options;
  options.file = file.name();
  std::vector<std::string> topics = mapped(hierarchies, &Hierarchy::topic);
  if (const auto& captions = settings.captions.topics)
    options.topics = subintent::read_topic_captions(*captions, topics, line.remarks());
  std::string text, picture;
  if (settings.topic) {
    const std::string topic =
        subintent::find_topic(*settings.topic, topics, options.topics, options.file);
    const Hierarchy& hierarchy = *std::ranges::find(hierarchies, topic, &Hierarchy::topic);
    text = explained(settings, hierarchy, options, line);
    const auto caption = options.topics.find(topic);
    const std::string query = caption == options.topics.end() ? "" : caption->second.query;
    if (settings.svg) picture = draw_svg(captioned(hierarchy, options.topics), 960, query);
  } else {
    text = draw_topics(hierarchies, options.topics);
    if (!topics.empty())
      line.note("--topic " + printable(topics[0]) + " draws the tree of a topic");
  }
  OutputFiles files;
  OutputFile& output = files.open("-");
  if (settings.svg) files.open(*settings.svg).write(picture);
  output.write(text);
  files.close();
}

// Options that need a topic, or do not go with --document.
void check_explain_options(const ExplainSettings& settings, const CommandLine& line) {
  const auto of_topic =
      line.given_of({"intent", "document", "text", "texts", "depth", "all", "svg"});
  if (!settings.topic && !of_topic.empty()) {
    throw Error::usage(of_topic[0] + " needs --topic",
                       "give the topic to show; without options, the topics are listed");
  }
  if (!settings.document) return;
  refuse_if(!settings.vectors.empty(), "--document shows no terms", "leave out --text");
  refuse_if(settings.depth.has_value(), "--document shows all layers", "leave out --depth");
}

// Only hierarchies are shown, of one file: who gives others means another command.
[[noreturn]] void refuse_files(const CommandLine& line) {
  const std::vector<std::string>& files = line.inputs();
  const std::string fault = "give one file of hierarchies";
  if (files.empty()) throw Error::usage(fault, "see subintent explain --help");
  if (files.size() == 2 && files[0].starts_with("hierarch") && !std::filesystem::exists(files[0]))
    throw Error::usage(fault, "type: " + command_line_text("explain", {files[1]}));
  auto typed = command_for_analysis("explain", files[0], {files.begin() + 1, files.end()},
                                    line.option_words());
  if (!typed) typed = command_for_files(files, line.option_words());
  throw Error::usage(fault, typed.value_or("see subintent explain --help"));
}

}  // namespace

Work setup_explain(CommandLine& line) {
  for (const AnalysisRecord& analysis : analyses_of("explain"))
    if (line.take_word(analysis.name)) return setup_analysis(line, analysis);
  ExplainSettings settings;
  line.summary(
      "Shows the hierarchy of a topic as a tree, or why two runs or answers differ on it.");
  line.inputs(&settings.inputs, "HIERARCHIES", "output of subintent hierarchy");
  std::vector<ActionRecord> actions;
  for (const AnalysisRecord& analysis : analyses_of("explain")) {
    actions.push_back(
        {analysis.name, analysis.usage,
         fmt::format("{}; see subintent explain {} --help", analysis.summary, analysis.name)});
  }
  line.actions(actions);
  line.example("explain WI.jsonl --topic 3 --text vectors.jsonl --texts texts.tsv");
  line.section("What is shown");
  line.option("topic", &settings.topic, "T", "the topic to show, or its query (with --topics)");
  line.option("intent", &settings.options.intent, "I", "only this intent or superintent");
  line.option("document", &settings.document, "DOCNO",
              "the path of this document: which others it joins, at what similarity");
  declare_topics(line, settings.captions);
  declare_texts(line, settings.captions);
  line.section("How it is shown");
  line.option("depth", &settings.depth, "N", "fold everything below layer N");
  line.option("text", &settings.vectors, "VECTORS",
              "document vectors: shows characteristic terms of nodes (repeatable)");
  line.flag("all", &settings.options.all_documents, "list all documents, not only the first five");
  line.option("svg", &settings.svg, "FILE",
              "draw the whole tree as an icicle: a row per layer, boxes as wide as weights");
  line.flag("ascii", &settings.options.ascii, "draw with ASCII characters");
  line.parse();
  if (settings.inputs.size() != 1) refuse_files(line);
  check_explain_options(settings, line);
  if (settings.depth) {
    settings.options.depth =
        static_cast<std::uint32_t>(std::min<std::int64_t>(*settings.depth, UINT32_MAX));
  }
  line.check_files(joined(settings.vectors, settings.captions.paths(), settings.inputs),
                   joined(settings.svg));
  return [settings, &line] { run_explain(settings, line); };
}

}  // namespace subintent::internal
