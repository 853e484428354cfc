#include "program/command_line.h"

#include <fmt/format.h>

#include <filesystem>

#include "program/options/inputs.h"
#include "subintent/analysis.h"
#include "subintent/check.h"
#include "subintent/program.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

using WordList = std::vector<std::string>;

bool is_read(const auto& read) try {
  read();
  return true;
} catch (const Error&) {
  return false;
}

// Nothing is said of what is no file.
FileCheck checked(const std::string& path) {
  std::error_code error;
  FileCheck check;
  if (std::filesystem::is_regular_file(path, error)) is_read([&] { check = check_file(path, 1); });
  return check;
}

// "run", "judgments" and so on; empty where it is unknown. Nuggets are judgments here.
std::string kind_of(const std::string& path) {
  const std::string kind = checked(path).kind;
  return kind.starts_with("judgments") || kind == "nuggets" || kind == "rubrics" ? "judgments"
                                                                                 : kind;
}

// The files of each kind, as they were given: [NAME=]RUN.
std::map<std::string, WordList> by_kind(const WordList& given) {
  std::map<std::string, WordList> files;
  for (const std::string& file : given) {
    const std::string kind = kind_of(is_file(file) ? file : given_run(file).path);
    files[kind].push_back(file);
  }
  return files;
}

// Can the command be set up with these words?
bool is_command(const std::string& name, const WordList& arguments) {
  const auto command = std::ranges::find(commands(), name, &Command::name);
  CommandLine line(name, arguments);
  return command != commands().end() && is_read([&] { command->setup(line); });
}

// Advice to type a command with the options that it shares with the one that was guessed.
std::optional<std::string> to_type(const std::string& command, const WordList& action,
                                   const WordList& options, const WordList& files) {
  for (const WordList& shared : {options, WordList()}) {
    const WordList arguments = joined(action, shared, files);
    if (!is_command(command, arguments)) continue;
    const bool lacks_judgments = std::ranges::count(files, "QRELS") > 0;
    return fmt::format("type{}: {}", lacks_judgments ? ", with your judgments as QRELS" : "",
                       command_line_text(command, arguments));
  }
  return std::nullopt;
}

// How judgments are given: those among the files, or a word that stands for them.
WordList judged_by(const WordList& judgments, const WordList& options) {
  const bool are_given =
      std::ranges::any_of(options, [](const auto& o) { return o.starts_with("--qrels"); });
  if (judgments.empty() && !are_given) return {"--qrels", "QRELS"};
  WordList given;
  for (const std::string& file : judgments) given.insert(given.end(), {"--qrels", file});
  return given;
}

// Is it a file that commands take by this option, such as --assignments?
bool is_taken_by(const std::string& option, const std::string& path) {
  return std::ranges::any_of(checked(path).commands,
                             [&](const auto& command) { return command.ends_with(' ' + option); });
}

bool are_answers(const WordList& files) {
  return !files.empty() && std::ranges::all_of(files, [](const auto& file) {
    return is_taken_by("--assignments", file);
  });
}

// Throws if an option is missing, such as judgments, and one of the files is for it.
void advise_missing(const Error& error, const Command& command, const CommandLine& line) {
  const std::string& message = error.message();
  const std::string missing = message.starts_with("--") ? message : "--" + message;
  const std::string option = missing.substr(0, missing.find(' '));
  const bool of_runs = message == "no runs given";
  if (!of_runs && !missing.starts_with(option + " is missing")) return;
  const bool of_judgments = of_runs || option == "--qrels";
  const auto advise = [&](const WordList& files) {
    const auto typed = to_type(std::string(command.name), line.words(), line.option_words(), files);
    if (typed) throw Error::usage(missing, *typed);
  };
  if (of_judgments && are_answers(line.inputs()))
    advise(joined(WordList{"--assignments"}, line.inputs()));
  WordList analysis, given, others;
  for (const std::string& input : line.inputs()) {
    if (is_taken_by(option, input))
      given.insert(given.end(), {option, input});
    else
      (input == line.inputs()[0] && !is_file(input) ? analysis : others).push_back(input);
  }
  if (!given.empty()) {
    advise(joined(analysis, given, others));
    throw Error::usage(missing, fmt::format("write {} {}", option, printable(given[1])));
  }
  // Scores of another program can be compared without judgments.
  WordList scores = of_judgments ? values_given(line.option_words(), "--scores") : WordList();
  for (const std::string& input : line.inputs())
    if (of_judgments && kind_of(input) == "scores") scores.push_back(input);
  if (scores.empty()) return;
  const auto typed = to_type("compare", {"significance"}, {}, joined(given_runs(scores)));
  if (typed) throw Error::usage(of_runs ? message : missing, *typed);
}

// Throws where there are too many words, of which some are files that the command takes by options.
void advise_options(const Error& error, const Command& command, const CommandLine& line) {
  const std::string& message = error.message();
  if (message != "too many arguments" && !message.starts_with("there are more than")) return;
  const std::string name(command.name);
  WordList arguments;
  for (const std::string& word : line.arguments()) {
    const bool is_value = !arguments.empty() && arguments.back().starts_with('-');
    const auto taken = is_value ? WordList() : checked(word).commands;
    auto option = std::ranges::find_if(taken, [&](const auto& command_and_option) {
      return command_and_option.starts_with(name + " --");
    });
    if (option == taken.end() && !taken.empty() && taken[0].ends_with(" --qrels"))
      option = taken.begin();
    if (option != taken.end()) arguments.push_back(option->substr(option->find("--")));
    arguments.push_back(word);
  }
  if (arguments.size() == line.arguments().size()) return;
  arguments = joined(line.words(), arguments);
  if (is_command(name, arguments))
    throw Error::usage(message, "type: " + command_line_text(name, arguments));
}

// Throws where something else was to be shown as hierarchies.
void advise_files(const Error& error, const Command& command, const CommandLine& line) {
  if (command.name != "explain" || line.inputs().size() != 1 || !line.words().empty()) return;
  const std::string &path = line.inputs()[0], file = printable(path);
  std::error_code none;
  const bool is_folder = std::filesystem::is_directory(path, none);
  if (!is_folder && error.advice().find("\"layers\"") == std::string::npos) return;
  std::string kind = is_folder ? "" : kind_of(path);
  if (is_folder) {
    for (const char* const hierarchies : {"/intent.jsonl", "/topic.jsonl"})
      if (is_file(path + hierarchies))
        throw Error::usage(
            file + " is a folder",
            to_type("explain", {}, {}, {path + hierarchies}).value_or("give one of its files"));
    is_read([&] { kind = check_file(path, 1).kind; });
  }
  std::optional<std::string> typed;
  if (kind == "documents")
    typed = to_type("make", {}, {}, {"--qrels", "QRELS", "-o", "FOLDER", path});
  else if (kind == "run" || kind == "judgments")
    typed = command_for_files({path}, {});
  if (kind == "judgments" && !typed)
    typed = "give runs, too, as in " +
            command_line_text("explain", {"difference", "--qrels", path, "RUN"}) +
            ", or make hierarchies of texts by subintent make";
  if (typed) throw Error::usage(file + " holds no hierarchies", *typed);
}

// Throws where what was to be said of answers is in no known form, as judgments would be.
void advise_assignments(const Error& error, const CommandLine& line) {
  const std::string& message = error.message();
  const auto end = std::min(message.find(", and no "), message.size());
  const WordList answers = values_given(line.option_words(), "--assignments");
  if (message == "has nuggets, but no documents" && !answers.empty()) {
    const bool is_answers = std::ranges::count(answers, error.location().file) > 0;
    throw Error(error.location(), "is a list of nuggets, not of answers",
                is_answers ? "give the output of nuggetizer assign, or of another judge of answers"
                           : "make the hierarchy by subintent hierarchy --nuggets NUGGETS ANSWERS");
  }
  if (error.advice().find("label") == std::string::npos ||
      std::ranges::count(line.given(), "assignments") == 0)
    return;
  throw Error(
      error.location(),
      end == message.size() ? "is in no known form of assignments"
                            : message.substr(0, end) + ", and no known form of assignments",
      "write {\"qid\": ..., \"run_id\": ..., \"nuggets\": [{\"text\": ..., "
      "\"assignment\": \"support\"}]} in each line, or a table with a line for each nugget and "
      "the columns topic, run, criterion, verdict, or a column of verdicts for each system");
}

// Throws where judgments were given in the place of scores, or of a run.
void advise_judgments(const Error& error, const CommandLine& line) {
  const WordList judges = joined(values_given(line.option_words(), "--human"),
                                 values_given(line.option_words(), "--model"));
  const auto is_of_documents = [](const std::string& judge) {
    return kind_of(judge) == "judgments" && !are_answers({judge});
  };
  if (line.inputs().size() == 1 && std::ranges::any_of(judges, is_of_documents))
    throw Error::usage("no runs given", "give the runs that both judge");
  const std::string& file = error.location().file;
  if (error.message().starts_with("expected 6 columns") &&
      std::ranges::count(line.given(), "qrels") > 0 &&
      std::ranges::count(line.inputs(), file) > 0 && kind_of(file) == "judgments")
    throw Error(error.location(), "holds judgments, not a run", "give them by another --qrels");
  if (error.message().find(" has no score by ") != std::string::npos &&
      kind_of(file) == "judgments")
    throw Error(error.location(), "holds judgments, not scores",
                "give them to subintent compare judgments, or score runs by them first");
}

// The first file of judgments in a folder and those in it, one of tests if there are some.
std::string judgments_in(const std::string& folder) {
  constexpr std::size_t most_files = 1000;
  std::error_code none;
  std::vector<std::string> files;
  for (auto at = std::filesystem::recursive_directory_iterator(folder, none);
       at != std::filesystem::recursive_directory_iterator() && files.size() < most_files;
       at.increment(none))
    if (is_file(at->path().string())) files.push_back(at->path().string());
  std::ranges::sort(files, {}, [](const std::string& file) {
    return std::pair(file.find("test") == file.npos, file);
  });
  const auto found = std::ranges::find(files, "judgments", kind_of);
  return found == files.end() ? "" : *found;
}

// Throws where a folder was given in place of the files in it.
void advise_folder(const Error& error, const CommandLine& line) {
  const std::string& folder = error.location().file;
  std::error_code none;
  const auto is_given = [&](const char* option) {
    return std::ranges::count(values_given(line.option_words(), option), folder) > 0;
  };
  const bool is_preferences = is_given("--preferences");
  if (error.message() == "is a folder" && (is_given("--qrels") || is_given("--adhoc-qrels")))
    if (const std::string file = judgments_in(folder); !file.empty())
      throw Error(error.kind(), error.location(), error.message(), "give " + printable(file));
  if (error.message() == "is a folder" && error.advice() == "give a file" &&
      (is_preferences || std::ranges::count(line.inputs(), folder) > 0) &&
      !std::filesystem::is_empty(folder, none)) {
    const bool is_study = is_file(folder + "/study.jsonl");
    throw Error(error.kind(), error.location(), is_study ? "is a study" : error.message(),
                !is_study        ? "give " + printable(folder) + "/*"
                : is_preferences ? "give what subintent judge export writes of it"
                                 : "give answers that pages have saved, or " + printable(folder) +
                                       "/answers.jsonl with --journal");
  }
}

// Throws where the error is that runs, in the place of their scores, were to be tested.
void advise_scores(const Error& error, const CommandLine& line) {
  if (error.message().find("known format of scores") == std::string::npos) return;
  const WordList runs = by_kind(line.inputs())["run"];
  if (runs.empty()) return;
  std::optional<std::string> typed;
  if (line.inputs()[0] == "significance")
    typed = to_type("evaluate", {"--significance", "t"}, line.option_words(),
                    joined(judged_by({}, {}), runs));
  throw Error::usage(
      printable(runs[0]) + " is a run, not scores",
      typed.value_or("give what subintent evaluate --per-topic --format tsv writes of it"));
}

// Throws where an option is unknown that `explain difference` and others of the command know.
void advise_action(const Error& error, const Command& command, const WordList& arguments) {
  if (!error.message().starts_with("unrecognised option")) return;
  const std::string& first = arguments.at(0);
  const std::string name(command.name);
  for (const AnalysisRecord& analysis : analyses()) {  // "compare difference"
    if (analysis.name != first || analysis.command == command.name) continue;
    if (const auto typed = to_type(analysis.command, arguments, {}, {}))
      throw Error::usage("there is no analysis '" + first + "'", *typed);
  }
  std::optional<Error> other_name;
  if (!first.starts_with('-') && !is_file(first)) {
    std::vector<std::string_view> names;
    for (const AnalysisRecord& analysis : analyses())
      if (analysis.command == command.name) names.push_back(analysis.name);
    const auto begun =
        std::ranges::find_if(names, [&](auto name) { return name.starts_with(first); });
    const auto meant = begun != names.end() ? std::optional(*begun) : nearest_name(first, names);
    if (meant == first) return;  // the option is wrong, not the analysis
    if (meant)
      other_name = Error::usage("there is no analysis '" + printable(first) + "'",
                                fmt::format("did you mean {} {}?", name, *meant));
    WordList corrected = arguments;
    if (meant) corrected[0] = *meant;
    if (meant && is_command(name, corrected)) throw *other_name;
  }
  WordList words = arguments;
  const bool is_word = std::ranges::all_of(first, [](char c) { return c >= 'a' && c <= 'z'; });
  if (is_word && !is_file(first)) words.erase(words.begin());  // "explain missing"
  for (const AnalysisRecord& analysis : analyses()) {
    if (analysis.command != name) continue;
    if (const auto typed =
            to_type(analysis.command, joined(WordList{analysis.name}, words), {}, {}))
      throw Error::usage(other_name.value_or(error).message(), *typed);
  }
  if (other_name) throw *other_name;
}

}  // namespace

std::optional<std::string> command_for_files(const WordList& given, const WordList& options) {
  std::map<std::string, WordList> files = by_kind(given);
  const WordList &runs = files["run"], &judgments = files["judgments"], &scores = files["scores"],
                 &hierarchies = files["hierarchies"];
  const auto are_all = [&](std::size_t count) { return count > 0 && count == given.size(); };
  if (are_all(scores.size())) return to_type("compare", {"significance"}, options, scores);
  if (are_all(hierarchies.size())) return to_type("compare", {"hierarchies"}, options, hierarchies);
  if (given.size() == 2 && hierarchies.size() == 1 && !is_file(given[1]))
    return to_type("explain", {given[0], "--topic", given[1]}, {}, {});
  if (!are_all(runs.size() + judgments.size())) return std::nullopt;
  if (judgments.size() > 1)
    return to_type("compare", {"judgments"}, options, joined(judgments, runs));
  const WordList all = joined(judged_by(judgments, options), runs);
  if (runs.size() > 2) return to_type("evaluate", {"--significance", "t"}, options, all);
  return to_type("explain", {"difference"}, options, all);
}

std::optional<std::string> first_command_for(const WordList& given) {
  if (!is_file(given_run(given[0]).path)) return std::nullopt;
  if (are_answers(given)) return to_type("evaluate", {"--assignments"}, {}, given);
  std::map<std::string, WordList> files = by_kind(given);
  const WordList &runs = files["run"], &judgments = files["judgments"];
  if (!runs.empty() && runs.size() + judgments.size() == given.size())
    return to_type("evaluate", {}, {}, joined(judged_by(judgments, {}), runs));
  return to_type("check", {}, {}, given);
}

std::optional<std::string> command_for_analysis(const std::string& command, const std::string& word,
                                                const WordList& given, const WordList& options) {
  const auto& all = analyses();
  const auto found = std::ranges::find_if(all, [&](const AnalysisRecord& record) {
    return record.name == word || record.name.starts_with(word + " ");  // "pooling correlation"
  });
  if (found == all.end() || found->command == command) return std::nullopt;
  const WordList action = found->command == word ? WordList() : WordList{word};
  std::map<std::string, WordList> files = by_kind(given);
  const WordList judgments = files["judgments"];
  WordList others = given;
  std::erase_if(others, [&](const auto& file) { return std::ranges::count(judgments, file) > 0; });
  if (word == "significance" && !others.empty() && files["run"] == others)
    return to_type("evaluate", {"--significance", "t"}, options,
                   joined(judged_by(judgments, options), others));
  const auto typed =
      to_type(found->command, action, options, joined(judged_by(judgments, options), others));
  if (typed) return typed;
  const auto as_given = to_type(found->command, action, options, given);
  return as_given ? as_given : "it is " + command_line_text(found->command, action);
}

Work set_up(const Command& command, CommandLine& line) {
  try {
    return [work = command.setup(line), &command, &line] {
      try {
        work();
      } catch (const Error& error) {
        advise_missing(error, command, line);
        advise_assignments(error, line);
        advise_scores(error, line);
        advise_judgments(error, line);
        advise_files(error, command, line);
        advise_folder(error, line);
        advise_options(error, command, line);
        throw;
      }
    };
  } catch (const Error& error) {
    advise_missing(error, command, line);
    const WordList judgments = values_given(line.option_words(), "--qrels");
    if (error.message() == "no runs given" && are_answers(judgments))
      throw Error::usage(error.message(), printable(judgments[0]) + " is for --assignments");
    advise_options(error, command, line);
    if (line.words().empty()) advise_action(error, command, line.arguments());
    throw;
  }
}

}  // namespace subintent::internal
