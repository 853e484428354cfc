// subintent COMMAND [OPTION...]: finds the command, sets it up, runs it, and turns errors into a
// message and exit code.
#include <fmt/format.h>
#include <sys/resource.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <csignal>
#include <new>

#include "commit.inc"
#include "program/command_line.h"
#include "program/environment.h"
#include "subintent/program.h"
#include "subintent/version.h"

namespace subintent::internal {

#define SUBINTENT_COMMAND(name, setup) Work setup(CommandLine& line);
#include "subintent_command_list.inc"
#undef SUBINTENT_COMMAND

std::span<const Command> commands() {
  static constexpr Command table[] = {
#define SUBINTENT_COMMAND(name, setup) Command{#name, setup},
#include "subintent_command_list.inc"
#undef SUBINTENT_COMMAND
  };
  return table;
}

namespace {

// The one-line summary of a command, taken from its own help.
std::string summary_of(const Command& command) {
  CommandLine line(std::string(command.name), {"--help"});
  try {
    command.setup(line);
  } catch (const HelpRequest& request) {
    const std::size_t start = request.text.find('\n') + 1;
    return request.text.substr(start, request.text.find('\n', start) - start);
  }
  return {};
}

std::string program_help() {
  std::string text =
      "Usage: subintent COMMAND [OPTION...]\n"
      "Evaluates ranked lists and answers (nuggets, rubrics, battles): what they cover and "
      "repeat.\n\n"
      "Commands:\n";
  std::size_t longest = 0;
  for (const Command& command : commands()) longest = std::max(longest, command.name.size());
  for (const Command& command : commands())
    text += fmt::format("  {:<{}}{}\n", command.name, longest + 2, summary_of(command));
  return text +
         "\n  subintent COMMAND --help   options of one command\n  subintent --version        the "
         "version\n";
}

// "0.2.0", or with the commit where that is not a release: "0.2.0-dev (v0.1.0-12-g1a2b3c4)".
std::string version() {
  const std::string_view commit = SUBINTENT_COMMIT;
  return commit.empty() ? SUBINTENT_VERSION : fmt::format(SUBINTENT_VERSION " ({})", commit);
}

void print(const std::string& text) {
  write_output("-", [&](const TextWriter& write) { write(text); });
}

// Words that people type, by the command that they mean.
constexpr std::pair<std::string_view, std::string_view> other_words[] = {
    {"diff", "explain difference"},
    {"why", "explain difference"},
    {"list-measures", "evaluate --list-measures"},
    {"mmr", "diversify mmr"},
    {"--list-measures", "evaluate --list-measures"},
    {"pm2", "diversify pm2"},
    {"measures", "evaluate --list-measures"},
    {"xquad", "diversify xquad"},
    {"rerank", "diversify"},
    {"score", "evaluate"},
    {"show", "explain"},
    {"plot", "report"},
    {"rubric", "evaluate --assignments"},
    {"nuggets", "evaluate --assignments"},
};

// "did you mean evaluate? ", or nothing.
std::string suggested_command(const std::string& wanted) {
  for (const auto& [word, meant] : other_words)
    if (word == wanted) return fmt::format("it is subintent {}; ", meant);
  std::vector<std::string_view> names = {"help", "--help", "--version"};
  for (const Command& command : commands()) {
    const std::string name(command.name);
    names.push_back(command.name);
    if (wanted.starts_with(name + "-"))  // as man pages are called
      return fmt::format("did you mean {} {}? ", name, wanted.substr(name.size() + 1));
  }
  const auto nearest = nearest_name(wanted, names);
  return nearest ? fmt::format("did you mean {}? ", *nearest) : "";
}

void run(const std::vector<std::string>& arguments) {
  refuse_if(arguments.empty(), "no command given", "see subintent --help");
  if (arguments[0] == "help" && arguments.size() > 1) {  // "help evaluate"
    std::vector<std::string> of_command(arguments.begin() + 1, arguments.end());
    of_command.push_back("--help");
    return run(of_command);
  }
  const std::string& name = arguments[0];
  if (name == "--help" || name == "-h" || name == "help") return print(program_help());
  if (name == "--version") return print("subintent " + version() + "\n");
  if (name == "--complete" && arguments.size() > 1)  // what completions/ ask
    return print(completions_text({arguments.begin() + 1, arguments.end()}));
  const auto command = std::ranges::find(commands(), name, &Command::name);
  if (command == commands().end()) {
    std::vector<std::string> rest(arguments.begin() + 1, arguments.end()), none;
    std::erase_if(rest, [](const auto& word) { return word == "--help" || word == "-h"; });
    const bool has_options =
        std::ranges::any_of(rest, [](const auto& word) { return word.starts_with('-'); });
    auto typed =
        command_for_analysis("", name, has_options ? none : rest, has_options ? rest : none);
    if (!typed && !has_options) typed = first_command_for(arguments);
    throw Error::usage("there is no command '" + printable(name) + "'",
                       typed.value_or(suggested_command(name) + "see subintent --help"));
  }
  CommandLine line(name, {arguments.begin() + 1, arguments.end()});
  try {
    const Work work = set_up(*command, line);
    if (line.threads() > 0) {
      // Never destroyed: without the limit TBB would start the threads that nobody wants any more.
      alignas(tbb::global_control) static std::byte limit[sizeof(tbb::global_control)];
      new (limit) tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(line.threads()));
    }
    const std::string program_version = version();
    work();  // nothing that needs memory may follow it, but for --provenance: the outputs are there
    write_provenance(line, program_version);
  } catch (const HelpRequest& request) {
    print(request.text);
  } catch (const Error& error) {
    throw line.advised(error);
  }
}

// Allows as many as the system does: --delta 0:1:0.001 writes a thousand outputs at a time, and
// shells mostly stop at 1024.
void allow_open_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// A mapped file that is cut short, or cannot be read, shows as a signal. Outputs are unfinished
// then and have no name yet.
void report_vanished_input(int) {
  constexpr std::string_view message =
      "subintent: an input was truncated or became unreadable while it was being read; try again "
      "when no program writes to it\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
  _exit(1);
}

}  // namespace
}  // namespace subintent::internal

int main(int argc, char** argv) {
  using namespace subintent::internal;
  using subintent::Error;
  std::signal(SIGBUS, report_vanished_input);
  subintent::map_large_files();
  end_when_out_of_memory();
  std::signal(SIGXFSZ, SIG_IGN);  // then a file that grows too large is an error of write()
  try {
    occupy_standard_descriptors();
    allow_open_files();
    run({argv + 1, argv + argc});
    return 0;
  } catch (const Error& error) {
    print_failure(error_text(error));
    return error.kind() == Error::Kind::argument ? 2 : 1;
  } catch (const std::bad_alloc&) {
    print_out_of_memory();
  } catch (const std::exception& error) {
    print_failure(error.what());
  }
  return 1;
}
