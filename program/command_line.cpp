#include "program/command_line.h"

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include <ctime>
#include <set>

#include "program/environment.h"
#include "subintent/program.h"
#include "subintent/report.h"

namespace subintent::internal {

namespace options = boost::program_options;

namespace {

constexpr std::int64_t most_threads = 1024;

// "output,o" -> "--output"
std::string long_name(const std::string& names) {
  return "--" + names.substr(0, names.find(','));
}

// Is `text` an option of the command, with or without a value ("--quiet", "-o", "--order=score")?
bool is_option(const std::string& text, const options::options_description& known) {
  if (text.size() < 2 || text[0] != '-') return false;
  const std::string name = text.substr(0, text.find('='));
  return name == "--" ||
         known.find_nothrow(name.starts_with("--") ? name.substr(2) : name, false) != nullptr;
}

// "did you mean --measures? ", or nothing, for an option that is not known.
std::string suggestion(const std::string& wanted, const options::options_description& known,
                       const std::vector<OptionRecord>& records, std::string_view inputs = "") {
  const bool has_measures = known.find_nothrow("measures", false) != nullptr;
  constexpr std::string_view cutoffs[] = {"--cutoff", "-k", "--topk", "--top-k"};
  if (has_measures && std::ranges::count(cutoffs, wanted) > 0)
    return "a cutoff is part of a measure's name: nDCG@20; ";
  if (wanted == "--baseline" && known.find_nothrow("significance", false) != nullptr) {
    return "all pairs of runs are tested here; evaluate --baseline and compare significance "
           "--baseline test the differences from one run; ";
  }
  constexpr std::string_view runs[] = {"--run", "--runs", "-r"};
  if (has_measures && inputs.find("RUN") != inputs.npos && std::ranges::count(runs, wanted) > 0)
    return fmt::format("leave out {}; runs stand without an option; ", wanted);
  constexpr std::pair<std::string_view, std::string_view> stems[] = {
      {"--hierarch", "HIERARCH"}, {"--stud", "STUDY"},       {"--stud", "ACTION"},
      {"--doc", "[INPUT...]"},    {"--texts", "[INPUT...]"}, {"--collect", "[INPUT...]"}};
  for (const auto& [stem, value] : stems)
    if (wanted.starts_with(stem) && inputs.find(value) != std::string_view::npos)
      return fmt::format("leave out {}; {} without an option; ", wanted,
                         stem == "--stud" ? "studies stand" : "files are given");
  if (wanted == "--texts" && known.find_nothrow("vectors", false) != nullptr)
    return "make vectors of texts by subintent tokenize and tfidf, and give them by --vectors; ";
  if (wanted == "--fingerprints" && known.find_nothrow("recipe", false) != nullptr)
    return "cluster fingerprints by subintent cluster, and make hierarchies by subintent "
           "hierarchy; ";
  if (wanted == "--min-grade" && known.find_nothrow("rel", false) != nullptr)
    return "did you mean --rel? ";
  const auto format = std::ranges::find(records, "format", &OptionRecord::long_name);
  if (format != records.end() && wanted.starts_with("--") &&
      std::ranges::count(split(format->value, '|'), wanted.substr(2)) > 0)
    return fmt::format("did you mean --format {}? ", wanted.substr(2));
  constexpr std::pair<std::string_view, std::string_view> other_names[] = {
      {"--metric", "--measures"},     {"--metrics", "--measures"},  {"--nuggets", "--assignments"},
      {"--per-query", "--per-topic"}, {"--test", "--significance"}, {"--html", "--output"},
      {"--out", "--output"},          {"-q", "--per-topic"},        {"--topic", "--per-topic"},
      {"--judgments", "--qrels"},     {"--judgements", "--qrels"},  {"--rubrics", "--assignments"},
      {"--answers", "--assignments"}, {"--query", "--topic"},       {"--rubric", "--assignments"},
      {"--lang", "--stem"},           {"--language", "--stem"},     {"-k", "--depth"},
      {"--topk", "--depth"},          {"--top-k", "--depth"},       {"--embeddings", "--dense"},
      {"--queries", "--topics"},      {"--ties", "--order"},        {"--adhoc-qrels", "--qrels"},
      {"--adhoc", "--qrels"}};
  std::vector<std::string> names;
  for (const auto& option : known.options())
    if (option->long_name() != "inputs") names.push_back("--" + option->long_name());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto other =
      std::ranges::find(other_names, wanted, &std::pair<std::string_view, std::string_view>::first);
  const auto nearest = nearest_name(other == std::end(other_names) ? wanted : other->second, views);
  return nearest ? fmt::format("did you mean {}? ", *nearest) : "";
}

// "it takes table or tsv; ", or nothing, for an option with a choice of values.
std::string choices_in(const std::string& long_name, const std::vector<OptionRecord>& records) {
  const auto one = std::ranges::find(records, long_name, &OptionRecord::long_name);
  if (one == records.end()) return "";
  if (one->value == "TEST,...") return "it takes one or more of: " + one->help + "; ";
  if (one->value.find('|') == std::string::npos) return "";
  return "it takes " + one->value +
         (long_name == "significance" ? ", of which t is usual; " : "; ");
}

// "-o --quiet" lacks the name of a file; one that is really called so is written
// "--output=--quiet".
void refuse_options_as_values(const options::parsed_options& parsed,
                              const options::options_description& known,
                              const std::vector<OptionRecord>& records) {
  for (const auto& option : parsed.options) {
    if (option.position_key >= 0 || option.original_tokens.size() < 2) continue;
    for (const std::string& value : option.value) {
      const bool is_known = is_option(value, known);
      const std::string meant =
          is_known || !value.starts_with("--") ? "" : suggestion(value, known, records);
      if (!is_known && meant.empty()) continue;
      const std::string choices = choices_in(option.string_key, records);
      const std::string as_value =
          fmt::format("if {} is the value, write --{}={}", printable(value), option.string_key,
                      printable(value));
      throw Error::usage(
          fmt::format("{}: its value is missing before {}", option.original_tokens[0],
                      printable(value)),
          meant + (choices.empty() ? as_value : choices.substr(0, choices.size() - 2)));
    }
  }
}

// "csv" of "-o scores.csv" where --format is not given; a format that tables lack is refused.
std::optional<std::string> format_of_output(const options::parsed_options& parsed,
                                            const std::vector<OptionRecord>& records) {
  constexpr std::pair<std::string_view, std::string_view> endings[] = {
      {".md", "markdown"}, {".tex", "latex"}, {".csv", "csv"},
      {".tsv", "tsv"},     {".json", "json"}, {".html", "html"}};
  const auto format = std::ranges::find(records, "format", &OptionRecord::long_name);
  std::string output;
  for (const auto& one : parsed.options) {
    if (one.string_key == "format" || one.string_key == "compat") return std::nullopt;
    if (one.string_key == "output" && !one.value.empty()) output = one.value[0];
  }
  for (const char* const packed : {".gz", ".zst"})
    if (output.ends_with(packed)) output.resize(output.rfind('.'));
  const auto asked =
      std::ranges::find_if(endings, [&](const auto& one) { return output.ends_with(one.first); });
  if (format == records.end() || asked == std::end(endings)) return std::nullopt;
  const std::vector<std::string> formats = split(format->value, '|');
  const auto has = [&](const auto& one) { return std::ranges::count(formats, one.second) > 0; };
  if (has(*asked)) return std::string(asked->second);
  if (!format->help.starts_with("output")) return std::nullopt;
  std::vector<std::string> others;
  for (const auto& one : endings)
    if (has(one)) others.emplace_back(one.first);
  const std::string last = others.back();
  others.pop_back();
  throw Error::usage(
      fmt::format("-o {}: {} is none of the formats here", printable(output), asked->second),
      fmt::format("end it in {} or {}, or give --format", join(others, ", "), last));
}

// Was an option given, with this value? An empty one stands for any.
bool is_given(const std::vector<std::string>& arguments, const std::string& option,
              const std::string& value) {
  const auto values = values_given(arguments, option);
  return value.empty() ? !values.empty() || std::ranges::count(arguments, option) > 0
                       : !values.empty() && values[0] == value;
}

// Does a part of a help text apply? That which begins with "with --OPTION", "with --OPTION VALUE"
// or "with --OPTION or --OTHER" is for those who give the option.
bool applies(std::string_view part, const std::vector<std::string>& arguments) {
  constexpr std::string_view condition = "with --";
  if (!part.starts_with(condition)) return true;
  part = part.substr(condition.size() - 2, part.find(':') - (condition.size() - 2));
  const std::vector<std::string> words = split(std::string(part), ' ');
  for (std::size_t i = 0; i < words.size() && words[i].starts_with("--"); i += 2) {
    const bool has_value = i + 1 < words.size() && words[i + 1] != "or";
    if (is_given(arguments, words[i], has_value ? words[i + 1] : "")) return true;
    if (has_value) return false;
  }
  return false;
}

// The last part of a help text that names a default and applies; parts are divided at "; with --".
std::string_view applicable_part(std::string_view help, const std::vector<std::string>& arguments) {
  constexpr std::string_view behind = "; with --";
  std::string_view found;
  std::size_t begin = 0;
  while (begin < help.size()) {
    const std::size_t next = help.find(behind, begin);
    const std::size_t end = next == std::string_view::npos ? help.size() : next;
    const std::string_view part = help.substr(begin, end - begin);
    begin = next == std::string_view::npos ? end : next + 2;
    if (applies(part, arguments) && part.find("default: ") != std::string_view::npos) found = part;
  }
  return found;
}

// Gives the text of a help behind "default: "; nothing if it has none.
std::string default_in(std::string_view help) {
  constexpr std::string_view begin = "default: ";
  const std::size_t at = help.rfind(begin);
  if (at == std::string::npos) return {};
  std::string value(help.substr(at + begin.size()));
  int depth = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    depth += value[i] == '(' ? 1 : value[i] == ')' ? -1 : 0;
    if (depth < 0) value.resize(i);
  }
  for (const std::string_view more : {"; repeatable"})
    if (value.ends_with(more)) value.resize(value.size() - more.size());
  return value;
}

// The name of the sidecar of an output.
std::string provenance_path(const std::string& output) {
  return output + ".provenance.json";
}

// Writes the defaults as a member with the comma before it; nothing if there are none.
std::string defaults_member(const CommandLine& line) {
  std::string text;
  for (const auto& [option, value] : line.defaults()) {
    text += text.empty() ? ",\n  \"defaults\": {" : ", ";
    text += json_string(option) + ": " + json_string(value);
  }
  return text.empty() ? text : text + "}";
}

}  // namespace

CommandLine::CommandLine(std::string command, std::vector<std::string> arguments)
    : command_(std::move(command)),
      arguments_(std::move(arguments)),
      declared_(std::make_unique<options::options_description>()) {}

CommandLine::~CommandLine() = default;

void CommandLine::remember(const std::string& names, const std::string& value,
                           const std::string& help) {
  const std::size_t comma = std::min(names.find(','), names.size());
  OptionRecord record{names.substr(0, comma), {}, value, help, section_, goes_with_};
  if (comma < names.size()) record.short_name = names.substr(comma + 1);
  options_.push_back(std::move(record));
}

double CommandLine::number_given(const std::string& names, const std::string& text) {
  const auto number = parse_double(text);
  refuse_if(!number, long_name(names) + ": '" + printable(text) + "' is not a number");
  return *number;
}

std::int64_t CommandLine::whole_given(const std::string& names, const std::string& text,
                                      bool may_be_zero, std::uint64_t most) {
  const auto number = parse_integer(text);
  refuse_if(!number || *number < (may_be_zero ? 0 : 1),
            long_name(names) + ": '" + printable(text) + "' is not a positive whole number");
  refuse_if(static_cast<std::uint64_t>(*number) > most,
            fmt::format("{} is above {}", long_name(names), most));
  return *number;
}

void CommandLine::declare(const std::string& names, void* target, const std::string& value,
                          const std::string& help, bool repeats, TakeValue* take) {
  remember(names, value, help);
  const auto take_all = [=](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) take(target, names, text);
  };
  const auto add = [&](auto* typed) { declared_->add_options()(names.c_str(), typed); };
  if (repeats)
    return add(options::value<std::vector<std::string>>()->composing()->notifier(take_all));
  add(options::value<std::string>()->notifier([=](const std::string& text) { take_all({text}); }));
}

void CommandLine::refuses(const std::string& action, const std::vector<std::string>& options) {
  for (OptionRecord& option : options_)
    if (std::ranges::count(options, option.long_name) > 0) option.refused_by.push_back(action);
}

void CommandLine::flag(const std::string& names, bool* target, const std::string& help) {
  remember(names, {}, help);
  declared_->add_options()(names.c_str(), options::bool_switch(target));
}

bool CommandLine::take_word(std::string_view word) {
  if (arguments_.empty() || arguments_[0] != word) return false;
  arguments_.erase(arguments_.begin());
  words_.emplace_back(word);
  command_.append(" ").append(word);
  return true;
}

void CommandLine::inputs(std::vector<std::string>* target, const std::string& value,
                         const std::string& help) {
  inputs_ = target;
  inputs_value_ = value;
  inputs_help_ = help;
}

void CommandLine::parse() {
  goes_with({});
  if (section_ != "Options") section("Other options");
  if (std::ranges::count(options_, "output", &OptionRecord::long_name) > 0) {
    flag("provenance", &wants_provenance_,
         "write FILE.provenance.json beside every output file: version, command line, SHA-256 of "
         "inputs, time");
  }
  option("threads", &threads_, "N", "threads to use (default: all cores)");
  flag("quiet", &quiet_, "no warnings, notes or progress");
  flag("help", &wants_help_, "show this help");
  options::options_description all;
  all.add(*declared_);
  options::positional_options_description positional;
  if (inputs_ != nullptr) {
    all.add_options()("inputs", options::value(inputs_));
    positional.add("inputs", -1);
  }
  std::string see = "see subintent " + command_;
  const bool has_action =
      !arguments_.empty() && std::ranges::count(actions_, arguments_[0], &ActionRecord::name) > 0;
  see += (has_action ? " " + arguments_[0] : "") + " --help";
  const auto style =
      options::command_line_style::default_style & ~options::command_line_style::allow_guessing;
  try {
    // --help works beside options that are wrong or missing.
    if (is_given(arguments_, "--help", "") || is_given(arguments_, "-h", ""))
      throw HelpRequest{help()};
    auto parsed = options::command_line_parser(arguments_)
                      .options(all)
                      .positional(positional)
                      .style(style)
                      .run();
    refuse_options_as_values(parsed, all, options_);
    if (const auto format = format_of_output(parsed, options_))
      parsed.options.emplace_back("format", std::vector<std::string>{*format});
    for (const auto& one : parsed.options) {
      const bool is_input = one.position_key >= 0;
      if (!is_input) given_.push_back(one.string_key);
      std::ranges::copy(one.original_tokens,
                        std::back_inserter(is_input ? input_words_ : option_words_));
    }
    options::variables_map values;
    options::store(parsed, values);
    options::notify(values);
    if (threads_ && *threads_ > most_threads) {
      throw Error::usage(fmt::format("--threads: '{}' is above {}", *threads_, most_threads),
                         "leave it out to use all cores");
    }
  } catch (const options::too_many_positional_options_error&) {
    throw Error::usage("too many arguments", see);
  } catch (const options::unknown_option& error) {
    const std::string name = error.get_option_name();
    const bool lacks_judgments = name == "-q" && all.find_nothrow("qrels", false) != nullptr &&
                                 !is_given(arguments_, "--qrels", "");
    throw Error::usage(
        error.what(),
        suggestion(lacks_judgments ? "--judgments" : name, all, options_, inputs_value_) + see);
  } catch (const options::multiple_occurrences& error) {
    throw Error::usage(error.what(), error.get_option_name() == "--model"
                                         ? "several judges are compared by subintent compare "
                                           "correlation --truth human=FILE A=FILE B=FILE"
                                         : see);
  } catch (const options::invalid_command_line_syntax& error) {
    const std::string name = error.get_option_name();
    throw Error::usage(error.what(), choices_in(name.substr(name.rfind('-') + 1), options_) + see);
  } catch (const options::error& error) {
    throw Error::usage(error.what(), see);
  }
}

std::vector<std::string> CommandLine::given_of(const std::vector<std::string_view>& options) const {
  std::vector<std::string> found;
  for (const std::string_view name : options)
    if (std::ranges::count(given_, name) > 0) found.push_back(fmt::format("--{}", name));
  return found;
}

std::vector<std::pair<std::string, std::string>> CommandLine::defaults() const {
  std::vector<std::pair<std::string, std::string>> found;
  const auto is_action = [&](const std::string& action) {
    return std::ranges::find(arguments_, action) != arguments_.end();
  };
  for (const OptionRecord& option : options_) {
    const bool is_of_others =
        !option.actions.empty() && std::ranges::none_of(option.actions, is_action);
    const bool is_given = std::ranges::count(given_, option.long_name) > 0;
    std::string value = default_in(applicable_part(option.help, arguments_));
    if (is_of_others || is_given || value.empty() || option.long_name == "threads") continue;
    found.emplace_back(option.long_name, std::move(value));
  }
  return found;
}

void CommandLine::require_one_of(std::string_view option, std::string_view given,
                                 const std::vector<std::string_view>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), given) != allowed.end()) return;
  throw Error::usage(
      fmt::format("{}: unknown value '{}'", option, printable(given)),
      (given == "tex" && std::ranges::count(allowed, "latex") > 0 ? "did you mean latex? " : "") +
          fmt::format("use {}", join(allowed, ", ")));
}

void CommandLine::require_one_standard_input(const std::vector<std::string>& inputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") < 2) return;
  throw Error::usage("only one input can be standard input", "give files for the others");
}

void CommandLine::check_files(const std::vector<std::string>& inputs,
                              const std::vector<std::string>& outputs) {
  require_one_standard_input(inputs);
  require_different_files(inputs, outputs);
  if (!wants_provenance_) return;
  traced_ = {};
  std::set<std::string_view> known;
  for (const std::string& input : inputs)
    if (known.insert(input).second) traced_.inputs.push_back(input);
  std::vector<std::string> written = outputs;
  for (const std::string& output : outputs) {
    if (OutputPath(output).is_stream()) continue;
    traced_.outputs.push_back(output);
    written.push_back(provenance_path(output));
  }
  refuse_if(traced_.outputs.empty(), "--provenance needs an output file", "give -o FILE");
  require_different_files(inputs, written);
}

bool CommandLine::has_option(std::string_view long_name) const {
  const auto is_action = [&](const std::string& action) {
    return std::ranges::find(arguments_, action) != arguments_.end();
  };
  return std::ranges::any_of(options_, [&](const OptionRecord& option) {
    return option.long_name == long_name &&
           (option.actions.empty() || std::ranges::any_of(option.actions, is_action)) &&
           std::ranges::none_of(option.refused_by, is_action);
  });
}

std::string CommandLine::advised(std::string advice) const {
  if (!has_option("judged")) {
    advice = replace_all(advice, "say `judged=intents`", "call it intent in a header line");
    advice = replace_all(advice, "say `judged=topics`", "write 0 there");
  }
  const auto commands_with = [](std::string_view name) {
    std::vector<std::string> found;
    for (const Command& command : commands()) {
      CommandLine other(std::string(command.name), {"--help"});
      try {
        command.setup(other);
      } catch (const HelpRequest&) {  // thrown when all is declared
      }
      if (other.has_option(name) && found.size() < 3) found.emplace_back(command.name);
    }
    return join(found, ", ");
  };
  return with_options(
      advice, [this](std::string_view name) { return has_option(name); }, commands_with);
}

Error CommandLine::advised(const Error& error) const {
  if (error.kind() == Error::Kind::argument) {  // that may be of these options
    const bool by_ending = error.argument() == "format" && !is_given(arguments_, "--format", "") &&
                           std::ranges::count(given_, "format") > 0;
    return by_ending ? Error::argument("format", error.message(),
                                       error.advice() + "; -o chose it, by its ending")
                     : error;
  }
  return {error.kind(), error.location(), error.message(), advised(error.advice())};
}

std::string CommandLine::remark_of(const Warning& warning) const {
  Warning shown = warning;
  shown.advice = advised(warning.advice);
  return remark_text(shown);
}

void CommandLine::warn(std::string_view text) const {
  if (!quiet_) print_message("warning: " + std::string(text));
}

// Always warns of measures of intents where judgments were found to be of topics.
void CommandLine::warn(const Warnings& warnings) const {
  for (const Warning& warning : warnings)
    if (!quiet_ || warning.advice.find("`judged=") != std::string::npos)
      print_message("warning: " + remark_of(warning));
}

void CommandLine::note(std::string_view text) const {
  if (!quiet_) print_message(std::string(text));
}

void CommandLine::suggest(const std::string& command, const std::vector<std::string>& arguments,
                          std::string_view rest) const {
  const std::string text = command_line_text(command, arguments);
  if (!quiet_) write_to_standard_error(fmt::format("  {}{}\n", text, rest));
}

void CommandLine::note(const Warnings& notes) const {
  for (const Warning& one : notes) note(remark_of(one));
}

RemarksCallback CommandLine::remarks(ProgressLine* progress) const {
  return [this, progress](const Remarks& remarks) {
    if (progress != nullptr) progress->restart();
    warn(remarks.warnings);
    note(remarks.notes);
  };
}

std::string CommandLine::text() const {
  return command_line_text(command_, arguments_);
}

void write_output(const std::string& path, const std::function<void(const TextWriter&)>& make) {
  OutputFile output(path);
  make([&](std::string_view text) { output.write(text); });
  output.close();
}

std::vector<std::string> values_given(std::span<const std::string> words,
                                      const std::string& option) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == option && i + 1 < words.size()) values.push_back(words[i + 1]);
    if (words[i].starts_with(option + "=")) values.push_back(words[i].substr(option.size() + 1));
  }
  return values;
}

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

void write_provenance(const CommandLine& line, std::string_view version) {
  const auto& [inputs, outputs, choices] = line.traced();
  if (outputs.empty()) return;
  const std::string begin =
      "{\n  \"program\": \"subintent\",\n  \"version\": " + json_string(version) +
      ",\n  \"command\": " + json_string(line.text()) + defaults_member(line) +
      ",\n  \"time\": \"" + utc_time(std::time(nullptr)) + "\",\n  \"output\": ";
  std::string end;
  for (const auto& [name, json] : choices) end += ",\n  " + json_string(name) + ": " + json;
  end += ",\n  \"inputs\": [";
  if (!inputs.empty()) end += "\n    " + join(described_files(inputs), ",\n    ");
  end += "\n  ]\n}\n";
  const std::vector<std::string> described = described_files(outputs);
  OutputFiles files;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    files.open(provenance_path(outputs[i])).write(begin + described[i] + end);
  files.close();
}

}  // namespace subintent::internal
