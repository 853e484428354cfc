// The options of one command: declared, parsed, shown. Every command has --help, --threads and
// --quiet, and one with --output has --provenance.
#pragma once

#include "program/environment.h"
#include "subintent/basics.h"

namespace boost::program_options {
class options_description;  // whose header takes long to compile
}

namespace subintent::internal {

// Thrown by CommandLine::parse for --help; main prints the text and exits with 0.
struct HelpRequest {
  std::string text;
};

// An option as it is declared: "measures", "m", "MEASURE,..."; a flag has no value.
struct OptionRecord {
  std::string long_name, short_name, value, help;
  std::string section;               // of the help
  std::vector<std::string> actions;  // that it goes with; all if empty
  std::vector<std::string> refused_by = {};
};

// Files that --provenance describes: the outputs that are files, and all inputs; and what the
// command chose from the data.
struct TracedFiles {
  std::vector<std::string> inputs, outputs;
  std::vector<std::pair<std::string, std::string>> choices = {};  // names, values in JSON
};

// An action of a command: a word, its inputs, its help. The help lists it below its caption.
struct ActionRecord {
  std::string name, inputs, help, caption = {};
};

class CommandLine {
 public:
  CommandLine(std::string command, std::vector<std::string> arguments);
  ~CommandLine();

  const std::vector<std::string>& arguments() const { return arguments_; }

  // Whether the first argument is this word. It then belongs to the name of the command, and is no
  // argument any more.
  bool take_word(std::string_view word);
  const std::vector<std::string>& words() const { return words_; }  // that were taken

  // One line that says what the command does, for the help.
  void summary(std::string text) { summary_ = std::move(text); }

  // The help has the options declared from here on under this caption.
  void section(std::string caption) { section_ = std::move(caption); }

  // The options declared from here on go with these actions only; with all of them if there are
  // none.
  void goes_with(std::vector<std::string> actions) { goes_with_ = std::move(actions); }

  // An action does not take these of the options declared.
  void refuses(const std::string& action, const std::vector<std::string>& options);

  // A line for the end of the help, with or without the name of an action before it.
  void example(std::string text) { examples_.push_back(std::move(text)); }

  // Declares an option: names as in Boost ("output,o"), the word that stands for its value, what it
  // does. The target, of a text, a path, a number, a positive whole number or several texts or
  // paths, keeps its value where the option is not given.
  template <typename Target>
  void option(const std::string& names, Target* target, const std::string& value,
              const std::string& help) {
    declare(names, target, value, help, is_list<Target>, take_value<Target>);
  }
  void flag(const std::string& names, bool* target, const std::string& help);

  // Declares the arguments that are not options.
  void inputs(std::vector<std::string>* target, const std::string& value, const std::string& help);

  // Actions, one of which may be the first argument, as of `compare`.
  void actions(std::vector<ActionRecord> records) { actions_ = std::move(records); }

  // The options that have been declared. parse() adds --provenance (if there is an --output),
  // --threads, --quiet and --help.
  const std::vector<OptionRecord>& options() const { return options_; }
  const std::vector<ActionRecord>& actions() const { return actions_; }

  // Parses. Throws HelpRequest for --help and Error::usage for anything wrong, an unknown option
  // included.
  void parse();

  // After parse(): the long names of the options given, in their order.
  const std::vector<std::string>& given() const { return given_; }
  // The given ones of these options, in the order of the list: "--qrels".
  std::vector<std::string> given_of(const std::vector<std::string_view>& options) const;
  // The words of options and their values, and the words that are none.
  const std::vector<std::string>& option_words() const { return option_words_; }
  const std::vector<std::string>& inputs() const { return input_words_; }

  // After parse(): the given name must be one of `allowed`.
  static void require_one_of(std::string_view option, std::string_view given,
                             const std::vector<std::string_view>& allowed);

  // After parse(): at most one of these input paths may be "-".
  static void require_one_standard_input(const std::vector<std::string>& inputs);

  // The same, and no output may be the same file as another one or as an input. The files are
  // those that --provenance describes; of several calls, as more becomes known, the last one
  // counts. To be called before anything is written.
  void check_files(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);

  // Records what the command chose from the data, for --provenance; after check_files().
  void chose(std::string name, std::string json) {
    traced_.choices.emplace_back(std::move(name), std::move(json));
  }

  // The outputs of check_files() were left as they are.
  void wrote_nothing() { traced_ = {}; }

  // Without --provenance there are none.
  const TracedFiles& traced() const { return traced_; }

  // The options that were not given and the defaults that their help names: "delta", "0.3". Those
  // of other actions are left out, and threads.
  std::vector<std::pair<std::string, std::string>> defaults() const;

  // The command line as a shell would take it: "subintent evaluate --qrels 'my qrels'".
  std::string text() const;

  // The error with advice that names this command's options alone, where other advice is left.
  Error advised(const Error& error) const;

  int threads() const { return static_cast<int>(threads_.value_or(0)); }  // 0: all cores

  // One line on standard error, unless --quiet.
  void warn(std::string_view text) const;  // "subintent: warning: TEXT"
  void warn(const Warnings& warnings) const;
  void note(std::string_view text) const;  // "subintent: TEXT"
  void note(const Warnings& notes) const;
  // A command to go on with, "  subintent explain h.jsonl", that can be copied.
  void suggest(const std::string& command, const std::vector<std::string>& arguments,
               std::string_view rest = {}) const;

  // Prints remarks of work, whose progress may be shown.
  RemarksCallback remarks(ProgressLine* progress = nullptr) const;

  // A progress line with the options of this command line.
  bool shows_progress() const { return !quiet_; }

 private:
  template <typename Target>
  static constexpr bool is_list = requires(Target& target, const std::string& text) {
    target.push_back(text);
  };

  // Sets a target of this type, or adds to it, what `text` says.
  template <typename Target>
  static void take_value(void* into, const std::string& names, const std::string& text) {
    Target& target = *static_cast<Target*>(into);
    if constexpr (is_list<Target>)
      target.push_back(text);
    else if constexpr (requires { target = text; })
      target = text;
    else if constexpr (requires { target.emplace(1); })
      take_value<typename Target::value_type>(&target.emplace(1), names, text);
    else if constexpr (std::is_same_v<Target, double>)
      target = number_given(names, text);
    else
      target = static_cast<Target>(
          whole_given(names, text, target == 0, std::numeric_limits<Target>::max()));
  }
  static double number_given(const std::string& names, const std::string& text);
  // It may be 0 where that is the default.
  static std::int64_t whole_given(const std::string& names, const std::string& text,
                                  bool may_be_zero, std::uint64_t most);

  using TakeValue = void(void* into, const std::string& names, const std::string& text);
  void declare(const std::string& names, void* target, const std::string& value,
               const std::string& help, bool repeats, TakeValue* take);
  bool has_option(std::string_view long_name) const;
  std::string advised(std::string advice) const;
  std::string remark_of(const Warning& warning) const;
  void remember(const std::string& names, const std::string& value, const std::string& help);
  std::string help() const;  // in help_text.cpp

  std::string command_, summary_, inputs_value_, inputs_help_, section_ = "Options";
  std::vector<std::string> arguments_, words_, goes_with_, examples_, given_, option_words_,
      input_words_;
  std::vector<OptionRecord> options_;
  std::vector<ActionRecord> actions_;
  std::vector<std::string>* inputs_ = nullptr;
  std::unique_ptr<boost::program_options::options_description> declared_;
  TracedFiles traced_;
  bool quiet_ = false, wants_help_ = false, wants_provenance_ = false;
  std::optional<std::int64_t> threads_;
};

// Throws Error::usage if it holds.
inline void refuse_if(bool holds, const std::string& fault, const std::string& advice = {}) {
  if (holds) throw Error::usage(fault, advice);
}

// Adds a name, the path of a file or run, or those of a list; an option has one where it is given.
template <typename Part>
void append_to(std::vector<std::string>& all, const Part& part) {
  if constexpr (requires { part.value(); }) {
    if (part) append_to(all, *part);
  } else if constexpr (requires { part.path(); }) {
    all.push_back(part.path());
  } else if constexpr (requires { part.source; }) {
    all.push_back(part.source.path());
  } else if constexpr (requires { all.push_back(part.path); }) {
    all.push_back(part.path);
  } else if constexpr (requires { all.push_back(part); }) {
    all.push_back(part);
  } else {
    for (const auto& each : part) append_to(all, each);
  }
}

// The names or paths of all parts, one after the other.
template <typename... Parts>
std::vector<std::string> joined(const Parts&... parts) {
  std::vector<std::string> all;
  (append_to(all, parts), ...);
  return all;
}

// The work of a command, made by its setup: files are touched only in here.
using Work = std::function<void()>;

// Opens an output, which has its name when what `make` writes is complete.
void write_output(const std::string& path, const std::function<void(const TextWriter&)>& make);

// A command NAME is one function `Work setup_NAME(CommandLine&)` in program/commands/NAME.cpp,
// which is all that registers it; a hyphen in its name is an underscore in that of the function. It
// declares its options, parses them with CommandLine::parse, checks what can be checked without
// opening a file, and returns the work.
struct Command {
  std::string_view name;
  Work (*setup)(CommandLine& line);
};

// In the order of the pipeline.
std::span<const Command> commands();

// Writes OUTPUT.provenance.json, as docs/formats.md describes it, for every file of line.traced():
// to be called when the outputs have their names. Files are read now, so that an input that was
// changed while the command ran is described as it is afterwards. Throws Error if one of them
// cannot be read, or a sidecar cannot be written; then there is none.
void write_provenance(const CommandLine& line, std::string_view version);

// The values given for an option, "--name value" or "--name=value".
std::vector<std::string> values_given(std::span<const std::string> words,
                                      const std::string& option);

// A JSON string, as append_json_string() makes it.
std::string json_string(std::string_view text);

// "FILE:LINE: message; advice", where arguments are called by their options: "gains: ..." becomes
// "--gains: ...", "`order=score`" becomes "--order score".
std::string error_text(const Error& error);

// Words that may stand at the end of a command line, as the scripts of completions/ read them: a
// word per line, ":files", ":goes-on". The first `words` are complete, behind "subintent"; the last
// one, which may be empty, is not.
std::string completions_text(const std::vector<std::string>& words);

// The command to type where another one was guessed: what the files hold decides.

// Advice with a command line for these files: why one of two runs scores more than the other, tests
// of more runs and of scores, what differs between two sets of judgments or two files of
// hierarchies. Nothing where the files are of other kinds.
std::optional<std::string> command_for_files(const std::vector<std::string>& files,
                                             const std::vector<std::string>& options);

// The same where `word` is an analysis of another command than `command`, with those files.
std::optional<std::string> command_for_analysis(const std::string& command, const std::string& word,
                                                const std::vector<std::string>& files,
                                                const std::vector<std::string>& options);

// The same where no command was given: `check`, where the files are no runs, judgments or verdicts.
// Nothing where the first word is no file.
std::optional<std::string> first_command_for(const std::vector<std::string>& files);

// The work of a command. Where judgments are missing and one of its files holds them, the error
// says how to give them.
Work set_up(const Command& command, CommandLine& line);

}  // namespace subintent::internal
