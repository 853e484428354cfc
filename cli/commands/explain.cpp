// subintent explain: the hierarchy of a topic in the terminal.
#include <unistd.h>

#include <cstdlib>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/terminal_width.h"
#include "hierarchy/hierarchy.h"
#include "report/characteristic_terms.h"
#include "report/explain.h"
#include "report/explain_document.h"
#include "support/error.h"
#include "support/input_file.h"
#include "support/output_file.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

constexpr std::size_t shown_terms = 8;

struct Settings {
  std::vector<std::string> inputs, texts;
  std::optional<std::string> topic, document;
  ExplainOptions options;
};

// Of the terminal, else of COLUMNS, else 80.
std::size_t width() {
  if (const std::size_t columns = terminal_width(); columns > 0) return columns;
  const char* const columns = std::getenv("COLUMNS");
  const auto number = columns == nullptr ? std::nullopt : parse_integer(columns);
  return number && *number > 0 && *number < 100'000 ? static_cast<std::size_t>(*number) : 80;
}

bool wants_colour() {
  const char* const no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

void run(const Settings& settings, const CommandLine& line) {
  const auto hierarchies = read_hierarchies(settings.inputs[0]);
  const Hierarchy& hierarchy =
      find_topic(hierarchies, *settings.topic, display_name(settings.inputs[0]));
  ExplainOptions options = settings.options;
  options.file = display_name(settings.inputs[0]);
  options.width = width();
  options.colour = wants_colour();
  std::vector<std::vector<std::string>> terms;
  if (!settings.texts.empty()) {
    Warnings warnings;
    terms = read_characteristic_terms(hierarchy, sources(settings.texts), shown_terms, warnings);
    line.warn(warnings);
  }
  OutputFile output("-");
  output.write(settings.document ? explain_document(hierarchy, *settings.document, options)
                                 : explain(hierarchy, terms, options));
  output.close();
}

}  // namespace

Work setup_explain(CommandLine& line) {
  Settings settings;
  line.summary("Shows the hierarchy of a topic as a tree in the terminal.");
  line.inputs(&settings.inputs, "HIERARCHIES", "output of subintent hierarchy");
  line.option("topic", &settings.topic, "T", "the topic to show");
  line.option("intent", &settings.options.intent, "I", "only this intent or superintent of it");
  line.option("document", &settings.document, "DOCNO",
              "only the path of this document: what it joins, at what similarity");
  line.option(
      "text", &settings.texts, "VECTORS",
      "document vectors; shows the most characteristic terms of each node (may be repeated)");
  line.flag("all", &settings.options.all_documents, "list all documents of each leaf");
  line.flag("ascii", &settings.options.ascii, "draw with ASCII characters");
  line.parse();
  if (settings.inputs.size() != 1) {
    throw Error::usage("give one file of hierarchies", "see subintent explain --help");
  }
  if (!settings.topic) throw Error::usage("--topic is missing", "name the topic to show");
  if (settings.document && !settings.texts.empty()) {
    throw Error::usage("--document shows no terms", "leave out --text");
  }
  std::vector<std::string> inputs = settings.texts;
  inputs.push_back(settings.inputs[0]);
  CommandLine::require_one_standard_input(inputs);
  return [settings, &line] { run(settings, line); };
}

}  // namespace subintent::internal
