// subintent cite [COMMAND LINE]
#include "subintent/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const Command& command_named(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const auto nearest = nearest_name(name, names);
  throw Error::usage("there is no command '" + printable(name) + "'",
                     (nearest ? fmt::format("did you mean {}? ", *nearest) : "") +
                         "write a command line behind cite, such as: cite evaluate -m D#-nDCG@20");
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
}

// That the command has the options of these words. What it requires may be missing.
void check_options(const std::vector<std::string>& words) {
  const auto first = std::ranges::find_if(words, is_option);
  std::vector<std::string> start(words.begin() + 1, std::max(first, words.begin() + 1));
  start.emplace_back("--help");
  CommandLine line(words[0], std::move(start));
  try {
    command_named(words[0]).setup(line);
  } catch (const HelpRequest&) {  // its options are declared now
  }
  for (auto word = first; word != words.end(); ++word) {
    const std::string name = word->substr(0, word->find('='));
    const bool known = std::ranges::any_of(line.options(), [&](const OptionRecord& option) {
      return name == "--" + option.long_name || name.substr(0, 2) == "-" + option.short_name;
    });
    if (!is_option(name) || known) continue;
    throw Error::usage(fmt::format("{} has no option '{}'", words[0], printable(name)),
                       fmt::format("see subintent {} --help", words[0]));
  }
}

}  // namespace

Work setup_cite(CommandLine& line) {
  line.summary("Prints BibTeX of what a command line uses: measures, tests, methods, the program.");
  const std::vector<std::string> words = line.take_command_line();
  std::vector<std::string> none;
  line.inputs(&none, "[COMMAND [OPTION...] [INPUT...]]",
              "a command line, without the name of the program; nothing is read or written");
  line.example("cite evaluate -m 'D#-nDCG@20,alpha-nDCG@20' --significance t");
  line.example("cite compare significance scores.tsv");
  line.parse();
  if (!words.empty()) check_options(words);
  return [words] {
    std::string text;
    for (const Citation& citation : citations(words)) {
      text += fmt::format("{}% {}\n{}", text.empty() ? "" : "\n", fmt::join(citation.uses, ", "),
                          citation.entry);
    }
    OutputFile output("-");
    output.write(text);
    output.close();
  };
}

}  // namespace subintent::internal
