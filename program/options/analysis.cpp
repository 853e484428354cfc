#include "program/options/analysis.h"

#include <fmt/format.h>

#include "program/command_line.h"
#include "subintent/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// An option of an analysis.
struct Taken {
  std::string analysis;
  const AnalysisOption* option;
};

std::vector<Taken> all_taking(const std::string& name,
                              const std::vector<AnalysisRecord>& analyses) {
  std::vector<Taken> taken;
  for (const AnalysisRecord& analysis : analyses) {
    const bool is_option = analysis.need == AnalysisNeed::left_out;
    for (const AnalysisOption& option : analysis.options) {
      if (option.name != name) continue;
      taken.push_back({is_option ? "--leave-out" : analysis.name, &option});
    }
  }
  return taken;
}

// "t; for preferences randomisation": the default of most analyses, then those of others.
std::string defaults_of(const std::vector<Taken>& taken) {
  std::vector<std::pair<std::string, std::vector<std::string>>> defaults;
  for (const Taken& one : taken) {
    const std::string& value = one.option->default_value;
    const auto same = std::ranges::find(defaults, value, &decltype(defaults)::value_type::first);
    if (same == defaults.end())
      defaults.push_back({value, {one.analysis}});
    else
      same->second.push_back(one.analysis);
  }
  const auto most =
      std::ranges::max_element(defaults, {}, [](const auto& one) { return one.second.size(); });
  const auto shown = [](const std::string& value) { return value.empty() ? "none" : value; };
  std::string text = shown(most->first);
  if (defaults.size() == 1 && most->first.empty()) return {};
  for (const auto& [value, names] : defaults)
    if (value != most->first)
      text += fmt::format("; for {} {}", join(names, " and "), shown(value));
  return text;
}

std::string help_with(const AnalysisOption& option, const std::string& defaults) {
  std::string help = with_options(option.meaning);
  if (option.required)
    help += " (required)";
  else if (help.find("(default") == std::string::npos && !defaults.empty())
    help += " (default: " + defaults + ")";
  const bool repeats = option.kind == OptionKind::texts || option.kind == OptionKind::measure;
  return repeats ? help + "; repeatable" : help;
}

std::string value_of(const AnalysisOption& option) {
  if (!option.placeholder.empty()) return option.placeholder;
  return join(option.choices, "|");
}

}  // namespace

std::string command_line_name(std::string name) {
  std::ranges::replace(name, '_', '-');
  return name;
}

std::vector<std::string> AnalysisArguments::measures() const {
  const auto found = given_.find("measures");
  if (found == given_.end() || !found->second.text) return {};
  return measure_names(*found->second.text);
}

std::string help_of(const AnalysisOption& option) {
  return help_with(option, option.default_value);
}

void declare_record_option(CommandLine& line, AnalysisArguments& arguments,
                           const AnalysisOption& option, const std::string& help) {
  AnalysisArguments::Argument& argument = arguments.declare(option.name);
  const std::string names =
      option.name == "measures" ? "measures,m" : command_line_name(option.name);
  switch (option.kind) {
    case OptionKind::flag:
      return line.flag(names, &argument.flag, help);
    case OptionKind::texts:
    case OptionKind::measure:
      return line.option(names, &argument.texts, value_of(option), help);
    default:
      return line.option(names, &argument.text, value_of(option), help);
  }
}

void declare_record_options(CommandLine& line, AnalysisArguments& arguments,
                            const std::vector<AnalysisOption>& options, std::string_view first,
                            std::string_view last) {
  const auto end = std::ranges::find(options, last, &AnalysisOption::name) + 1;
  for (auto at = std::ranges::find(options, first, &AnalysisOption::name); at != end; ++at)
    declare_record_option(line, arguments, *at, help_of(*at));
}

const AnalysisOption& option_named(const std::vector<AnalysisOption>& options,
                                   std::string_view name) {
  return *std::ranges::find(options, name, &AnalysisOption::name);
}

void declare_analysis_option(CommandLine& line, AnalysisArguments& arguments,
                             const std::string& name, const std::vector<AnalysisRecord>& analyses) {
  const std::vector<Taken> taken = all_taking(name, analyses);
  const AnalysisOption& option = *taken.at(0).option;
  declare_record_option(line, arguments, option, help_with(option, defaults_of(taken)));
}

void declare_analysis_measures(CommandLine& line, AnalysisArguments& arguments) {
  std::vector<std::string> takers;
  for (const AnalysisRecord& analysis : analyses_of("compare")) {
    if (analysis.need == AnalysisNeed::left_out) continue;
    if (analysis.need == AnalysisNeed::scores || analysis.takes("measures"))
      takers.push_back(analysis.name);
  }
  line.goes_with(takers);
  line.option("measures,m", &arguments.declare("measures").text, "MEASURE,...",
              "measures to use (default: all in the scores; for runs, see the man page)");
}

AnalysisValues values_of(const AnalysisArguments& arguments, std::vector<AnalysisOption> options) {
  AnalysisValues values(std::move(options));
  for (const auto& [name, given] : arguments.given()) {
    if (values.find(name) == nullptr) continue;  // of another analysis, or of scores
    if (given.flag) values.set(name, true);
    if (given.text) values.set_text(name, *given.text);
    for (const std::string& text : given.texts) values.set_text(name, text);
  }
  return values;
}

}  // namespace subintent::internal
