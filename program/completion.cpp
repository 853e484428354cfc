#include "program/command_line.h"

#include <iterator>

#include "subintent/evaluate.h"
#include "subintent/program.h"
#include "subintent/tokenize.h"

namespace subintent::internal {
namespace {

using Words = std::span<const std::string>;

struct Completions {
  std::vector<std::string> words;  // whole words that begin with what is there
  bool files = false;              // or the name of a file
  bool goes_on = false;            // no blank follows: "--order=", "HD#-nDCG"
};

bool begins(std::string_view word, std::string_view beginning) {
  return lowered(word).starts_with(lowered(beginning));
}

const OptionRecord* find_option(const std::vector<OptionRecord>& options, std::string_view text) {
  const auto at = std::ranges::find_if(options, [&](const OptionRecord& option) {
    return text == "--" + option.long_name ||
           (!option.short_name.empty() && text == "-" + option.short_name);
  });
  return at == options.end() ? nullptr : &*at;
}

// Measures that the words before allow: of hierarchies, where some are given, with their names; by
// similarity only where there is one.
std::vector<std::string> completed_measures(Words before) {
  std::vector<std::string> hierarchies;
  for (const std::string& given : values_given(before, "--hierarchy"))
    hierarchies.push_back("_" + given.substr(0, given.find('=')));
  if (hierarchies.empty()) hierarchies.emplace_back();
  const bool has_similarity = std::ranges::any_of(before, [](const std::string& word) {
    return word.starts_with("--fingerprints") || word.starts_with("--vectors") ||
           word.starts_with("--dense");
  });
  std::vector<std::string> names;
  for (const MeasureDescription& measure : all_measures()) {
    if (measure.needs_similarity && !has_similarity) continue;
    if (!measure.needs_hierarchy) {
      names.push_back(measure.name);
      continue;
    }
    for (const std::string& hierarchy : hierarchies) names.push_back(measure.name + hierarchy);
  }
  return names;
}

// Adds values that begin with `value`, or with its last part if it is a list; `before` precedes the
// value in its word.
void add_values(Completions& completions, const std::vector<std::string>& values, bool is_list,
                const std::string& before, const std::string& value) {
  const std::size_t comma = is_list ? value.rfind(',') : std::string::npos;
  const std::size_t start = comma == std::string::npos ? 0 : comma + 1;
  for (const std::string& known : values) {
    if (!begins(known, value.substr(start))) continue;
    completions.words.push_back(before + value.substr(0, start) + known);
  }
  completions.goes_on = completions.goes_on || is_list;
}

// Cutoffs behind "@".
std::vector<std::string> with_cutoffs(const std::string& value) {
  const std::string name = value.substr(value.rfind(',') + 1);
  const std::string measure = name.substr(0, name.find('@') + 1);
  std::vector<std::string> names;
  for (const char* cutoff : {"5", "10", "20", "100"}) names.push_back(measure + cutoff);
  return names;
}

void add_option_values(Completions& completions, const OptionRecord& option, Words before,
                       const std::string& prefix, const std::string& value) {
  std::string kind = option.value;
  const bool is_list = kind.ends_with(",...");
  if (is_list) kind.resize(kind.size() - 4);
  if (kind == "MEASURE" || kind == "[NAME=]MEASURE") {
    const bool has_name = value.find('@', value.rfind(',') + 1) != std::string::npos;
    add_values(completions, has_name ? with_cutoffs(value) : completed_measures(before), true,
               prefix, value);
  } else if (kind == "LANG" || kind.find('|') != std::string::npos) {
    std::vector<std::string> values;
    for (const std::string& choice : split(kind, '|'))
      if (choice == "LANG")
        std::ranges::move(stemmer_languages(), std::back_inserter(values));
      else if (choice == "FILE")
        completions.files = true;
      else
        values.push_back(choice);
    add_values(completions, values, is_list, prefix, value);
  } else {
    completions.files = true;
  }
}

void add_arguments(Completions& completions, const Command& command, Words before,
                   const std::string& word) {
  // The first argument may say which options there are: explain difference has its own.
  std::vector<std::string> arguments(before.begin(), before.begin() + (before.empty() ? 0 : 1));
  arguments.emplace_back("--help");
  CommandLine line(std::string(command.name), std::move(arguments));
  try {
    command.setup(line);
  } catch (const HelpRequest&) {  // thrown when all is declared
  }
  const std::vector<OptionRecord>& options = line.options();
  if (const std::size_t equals = word.find('=');
      word.starts_with("--") && equals != std::string::npos) {
    const OptionRecord* option = find_option(options, word.substr(0, equals));
    if (option == nullptr) return;
    return add_option_values(completions, *option, before, word.substr(0, equals + 1),
                             word.substr(equals + 1));
  }
  const OptionRecord* option = before.empty() ? nullptr : find_option(options, before.back());
  if (option != nullptr && !option->value.empty())
    return add_option_values(completions, *option, before, "", word);
  if (word.starts_with("-")) {
    for (const OptionRecord& known : options)
      if (begins("--" + known.long_name, word)) completions.words.push_back("--" + known.long_name);
    return;
  }
  if (before.empty())
    for (const ActionRecord& action : line.actions())
      if (begins(action.name, word)) completions.words.push_back(action.name);
  completions.files = true;
}

Completions completions_of(const std::vector<std::string>& words) {
  Completions completions;
  const std::string& word = words.back();
  const bool wants_command = words.size() == 1 || (words.size() == 2 && words[0] == "help");
  if (wants_command) {
    std::vector<std::string> names = {"help", "--help", "--version"};
    if (words.size() == 2) names.clear();
    for (const Command& command : commands()) names.emplace_back(command.name);
    add_values(completions, names, false, "", word);
    return completions;
  }
  const auto command = std::ranges::find(commands(), words[0], &Command::name);
  if (command == commands().end()) return completions;
  add_arguments(completions, *command, Words(words).subspan(1, words.size() - 2), word);
  return completions;
}

}  // namespace

std::string completions_text(const std::vector<std::string>& words) {
  const Completions completions = completions_of(words);
  std::string text;
  for (const std::string& word : completions.words) text += word + "\n";
  if (completions.files) text += ":files\n";
  if (completions.goes_on) text += ":goes-on\n";
  return text;
}

}  // namespace subintent::internal
