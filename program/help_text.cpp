#include "program/command_line.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>

#include "program/environment.h"
#include "subintent/program.h"
#include "subintent/report.h"

namespace subintent::internal {
namespace {

// Finds the man page and the pages of the documentation: installed with this program, or else in
// the source.
std::string manual_page(std::string command) {
  namespace files = std::filesystem;
  std::ranges::replace(command, ' ', '-');
  const std::string name = "subintent-" + command;
  std::error_code error;
  // Linux has this link; elsewhere the page in the source is named.
  const files::path folder = files::canonical("/proc/self/exe", error).parent_path();
  const auto installed = [&](const std::string& path) {
    const files::path at = (folder / path).lexically_normal();
    return !error && files::exists(at, error) ? at.string() : std::string();
  };
  for (const char* suffix : {".1", ".1.gz"})
    if (!installed(SUBINTENT_MAN_PAGES_FROM_PROGRAM "/" + name + suffix).empty())
      return "man " + name;
  const std::string page = "docs/man/" + name + ".md";
  const std::string path = installed(SUBINTENT_DOCUMENTS_FROM_PROGRAM "/" + page);
  return path.empty() ? page + " of the sources" : path;
}

std::size_t page_width() {
  constexpr std::size_t widest = 100, narrowest = 50;
  const std::size_t width = terminal_width();
  return width == 0 ? widest : std::clamp(width, narrowest, widest);
}

// "-o, --output FILE", with room for the short name where there is none.
std::string shown_name(const OptionRecord& option) {
  std::string name = option.short_name.empty() ? "    " : "-" + option.short_name + ", ";
  name += "--" + option.long_name;
  return option.value.empty() ? name : name + " " + option.value;
}

// A table of two columns, of which the first is at most `widest` wide: longer names have a line of
// their own.
struct Row {
  std::string name, text;
};

std::size_t width_of_names(const std::vector<Row>& rows) {
  constexpr std::size_t widest = 32;
  std::size_t column = 0;
  for (const Row& row : rows) {
    const std::size_t width = terminal_columns(row.name);
    if (width <= widest) column = std::max(column, width);
  }
  return column;
}

void append_rows(std::string& page, const std::vector<Row>& rows, std::size_t column) {
  const std::string rest(column + 4, ' ');
  for (const Row& row : rows) {
    std::string first = "  " + row.name;
    const std::size_t width = terminal_columns(first);
    first += width + 2 > rest.size() ? "\n" + rest : std::string(rest.size() - width, ' ');
    const std::size_t line = first.rfind('\n');
    if (line != std::string::npos) {
      page += first.substr(0, line + 1);
      first = rest;
    }
    page += terminal_lines(row.text, page_width(), first, rest);
  }
}

// Actions below their captions.
void append_actions(std::string& page, const std::vector<ActionRecord>& actions) {
  std::vector<Row> rows;
  for (const ActionRecord& action : actions) {
    rows.push_back(
        {action.inputs.empty() ? action.name : action.name + " " + action.inputs, action.help});
  }
  const std::size_t column = width_of_names(rows);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const std::string& caption = actions[i].caption;
    if (i == 0 || caption != actions[i - 1].caption)
      page += caption.empty() ? "\n" : "\n" + caption + "\n";
    append_rows(page, {rows[i]}, column);
  }
}

// The options by section, those sections first that come first.
void append_options(std::string& page, const std::vector<OptionRecord>& options) {
  std::vector<std::string> sections;
  for (const OptionRecord& option : options)
    if (std::ranges::find(sections, option.section) == sections.end())
      sections.push_back(option.section);
  for (const std::string& section : sections) {
    std::vector<OptionRecord> own;
    std::ranges::copy_if(options, std::back_inserter(own),
                         [&](const OptionRecord& option) { return option.section == section; });
    // Actions that all options of a section go with are named once.
    const std::vector<std::string>& shared = own[0].actions;
    const bool is_shared = std::ranges::all_of(
        own, [&](const OptionRecord& option) { return option.actions == shared; });
    page += "\n" + section;
    if (is_shared && !shared.empty()) page += fmt::format(" (for {})", join(shared, ", "));
    page += ":\n";
    std::vector<Row> rows;
    for (const OptionRecord& option : own) {
      const bool says_actions = !is_shared && !option.actions.empty();
      rows.push_back({shown_name(option),
                      says_actions ? fmt::format("{}: {}", join(option.actions, ", "), option.help)
                                   : option.help});
    }
    append_rows(page, rows, width_of_names(rows));
  }
}

}  // namespace

// The help of a command: usage, what it does, its actions, its options by section, examples, and
// where there is more; or that of the action which is its first argument, with the options that go
// with it. Lines are as long as the terminal's, but at most 100 columns; 100 where the output is
// not a terminal.
std::string CommandLine::help() const {
  const auto action = std::ranges::find_if(actions_, [&](const ActionRecord& one) {
    return !arguments_.empty() && one.name == arguments_[0];
  });
  const bool of_action = action != actions_.end();
  const std::string name = of_action ? command_ + " " + action->name : command_;
  const std::string& inputs = of_action ? action->inputs : inputs_value_;
  std::string page = fmt::format("Usage: subintent {} [OPTION...]", name);
  if (!inputs.empty()) page += " " + inputs;
  page += "\n";
  std::vector<OptionRecord> options = options_;
  if (of_action) {
    std::string sentence = action->help + ".";
    if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] += 'A' - 'a';
    page += terminal_lines(sentence, page_width());
    std::erase_if(options, [&](const OptionRecord& option) {
      return std::ranges::count(option.refused_by, action->name) > 0 ||
             (!option.actions.empty() && std::ranges::count(option.actions, action->name) == 0);
    });
    for (OptionRecord& option : options) option.actions.clear();
  } else {
    page += terminal_lines(summary_, page_width());
    const std::vector<Row> rows = {{inputs, inputs_help_}};
    if (!inputs.empty()) append_rows(page += "\n", rows, width_of_names(rows));
    append_actions(page, actions_);
  }
  append_options(page, options);
  std::string examples;
  for (const std::string& example : examples_)
    if (example.starts_with(of_action ? name : command_ + " "))
      examples += "  subintent " + example + "\n";
  if (!examples.empty()) page += "\nExamples:\n" + examples;
  return page + "\nMore: " + manual_page(command_) + "\n";
}

std::string error_text(const Error& error) {
  std::string message = error.message();
  const std::size_t size = error.argument().size();
  const bool begins_with_name =
      size > 0 && message.starts_with(error.argument()) && message.find_first_of(": ") == size;
  if (begins_with_name) message.replace(0, size, option_of(error.argument()));
  // In other messages backquotes may be those of names.
  if (error.kind() == Error::Kind::argument) message = with_options(message);
  return Error(error.location(), message, with_options(error.advice())).what();
}

}  // namespace subintent::internal
