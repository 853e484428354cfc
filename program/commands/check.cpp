// subintent check FILE...: says what files are, and what is wrong with them.
#include "subintent/check.h"

#include <fmt/format.h>

#include <filesystem>

#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// With the command whose options it names: `check` has none of these.
std::string advised(const FileCheck& check, const std::string& advice) {
  const std::string text = with_options(advice);
  if (check.commands.empty() || text.find("--") == text.npos || advice.find('`') == advice.npos)
    return text;
  const std::string command = check.commands[0].substr(0, check.commands[0].find(" --"));
  return text.find(command) != text.npos ? text : text + " (of " + command + ")";
}

// All of it, or what is wrong.
std::string block_of(const FileCheck& check, bool is_quiet) {
  std::string text = printable(check.file, 1000) + ": ";
  text += check.kind.empty() ? "none of the kinds that subintent reads" : check.kind;
  for (const auto& [noun, n] : check.counts) text += ", " + count_of(n, noun);
  text += "\n";
  for (const auto& [name, value] : check.properties)
    if (!is_quiet) text += fmt::format("  {}: {}\n", name, with_options(value));
  bool has_more = check.has_more_faults;
  for (const auto& [at, message, advice, lines] : check.faults) {
    std::string others = lines > 1 ? fmt::format(" and {} more", lines - 1) : "";
    if (lines > 1 && std::exchange(has_more, false)) others = " and many more";
    const std::string place = at > 0 ? fmt::format("line {}{}: ", at, others) : "";
    const std::string remedy = advice.empty() ? "" : "; " + advised(check, advice);
    text += "  wrong: " + place + printable(message + remedy, 1000) + "\n";
  }
  if (has_more) text += "  wrong: more than these\n";
  if (is_quiet || check.commands.empty()) return text;
  return text + fmt::format("  for: {}\n", join(check.commands, "; "));
}

std::string object_of(const FileCheck& check) {
  std::vector<std::string> counts, properties, faults;
  for (const auto& [noun, n] : check.counts)
    counts.push_back(fmt::format("{}: {}", json_string(noun), n));
  for (const auto& [name, value] : check.properties)
    properties.push_back(
        fmt::format("{}: {}", json_string(name), json_string(with_options(value))));
  for (const auto& [at, message, advice, lines] : check.faults)
    faults.push_back(fmt::format(R"({{"line": {}, "lines": {}, "message": {}, "advice": {}}})", at,
                                 lines, json_string(message), json_string(with_options(advice))));
  return fmt::format(R"({{"file": {}, "kind": {}, "counts": {{{}}}, "properties": {{{}}}, )"
                     R"("faults": [{}], "has_more_faults": {}, "commands": [{}]}})",
                     json_string(check.file), json_string(check.kind), join(counts, ", "),
                     join(properties, ", "), join(faults, ", "), check.has_more_faults,
                     join(mapped(check.commands, json_string), ", "));
}

// By whose rules files are checked.
struct CheckRules {
  std::optional<std::string> profile, topics;
  CollectionArguments collection;

  FileCheck check(const std::string& input) const {
    if (!profile) return check_file(input, most_faults, options_of(collection));
    return check_file(input, *profile, topics ? std::optional<Source>(*topics) : std::nullopt);
  }

  // A missing file does not keep others from a check.
  FileCheck check_or_refusal(const std::string& input) const {
    std::error_code error;
    if (input == "-" || std::filesystem::status(input, error).type() != not_there)
      return check(input);
    FileCheck refused;
    refused.file = input;
    refused.kind = "not there";
    refused.faults.push_back({0, error.message(), "check the path"});
    return refused;
  }

 private:
  static constexpr std::size_t most_faults = 20;
  static constexpr auto not_there = std::filesystem::file_type::not_found;
};

void run_check_files(const std::vector<std::string>& inputs, const CheckRules& rules,
                     const std::string& output, bool json, bool is_quiet) {
  OutputFile file(output);
  std::size_t wrong = 0;
  std::string blocks = json ? "[" : "";
  auto checks = mapped(inputs, [&](const auto& input) { return rules.check_or_refusal(input); });
  check_fit(checks);
  for (FileCheck& check : checks) {
    const bool is_wrong = check.kind.empty() || !check.faults.empty();
    if (is_wrong) ++wrong;
    if (is_quiet && !json && !is_wrong) continue;
    if (json && blocks.size() > 1) blocks += ",\n ";
    blocks += json ? object_of(check) : block_of(check, is_quiet);
  }
  file.write(blocks + (json ? "]\n" : ""));
  file.close();
  if (wrong == 0) return;
  throw Error(Error::Kind::input, {},
              fmt::format("something is wrong with {}", count_of(wrong, "file")),
              "the lines about it say what");
}

}  // namespace

Work setup_check(CommandLine& line) {
  line.summary("Says what files are, what is wrong with them, and which commands read them.");
  std::vector<std::string> inputs;
  std::string output = "-", format = "text";
  line.inputs(&inputs, "FILE...",
              "files of any kind, or folders of documents; - is standard input");
  line.example("check qrels.txt runs/*");
  line.example("check --profile trec-rag-2026-r --topics topics.tsv run.tsv");
  const auto rules = std::make_shared<CheckRules>();
  line.option("profile", &rules->profile, "NAME|FILE",
              fmt::format("also check by the rules of a track: {}, or a file of rules",
                          join(profile_names(), ", ")));
  line.option("topics", &rules->topics, "FILE",
              "with --profile: the topics that there must be, \"topic TAB text\" or XML");
  line.option("docno", &rules->collection.docno, "NAME",
              "the member or column of documents that is the docno (default: by its name)");
  line.option("text", &rules->collection.text, "NAME,...",
              "those that are the text (default: by their names)");
  line.option("format", &format, "text|json", "lines for people, or JSON (default: text)");
  line.option("output,o", &output, "FILE", "where to write it (default: standard output)");
  line.parse();
  if (inputs.empty()) throw Error::usage("no files given", "give at least one");
  CommandLine::require_one_of("--format", format, {"text", "json"});
  refuse_if(rules->topics && !rules->profile, "--topics needs --profile",
            "name the rules, or leave it out");
  static_cast<void>(options_of(rules->collection));  // refuses empty ones
  line.check_files(joined(inputs, rules->topics), {output});
  return [inputs, rules, output, format, is_quiet = !line.shows_progress()] {
    run_check_files(inputs, *rules, output, format == "json", is_quiet);
  };
}

}  // namespace subintent::internal
