// subintent judge serve: the pages of a study on this machine, and the answers into its journal.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "program/command_line.h"
#include "program/commands/judge.h"
#include "subintent/judge.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct ServeWords {
  std::vector<std::string> studies;
  ServeOptions options;
  std::string port = "0";
};

// The end of a pipe that takes a byte when the program is to end: a handler may do no more.
volatile std::sig_atomic_t end_pipe = -1;

extern "C" void tell_end(int) {
  const int error = errno;
  (void)(::write(end_pipe, "", 1) < 0);  // a full pipe has told already
  errno = error;
}

// Ctrl-C and the signal that ends services, as a descriptor that becomes readable. Before it is
// made and when it is gone they end the program at once, as always.
class EndSignals {
 public:
  EndSignals() {
    if (pipe(pipe_.data()) != 0)
      throw_system_error("the server", "cannot wait for signals", "try again");
    for (const int end : pipe_) {
      fcntl(end, F_SETFD, FD_CLOEXEC);
      fcntl(end, F_SETFL, O_NONBLOCK);
    }
    end_pipe = pipe_[1];
    struct sigaction action {};
    action.sa_handler = tell_end;
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &before_[i]);
  }
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;
  ~EndSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
    for (const int end : pipe_) close(end);
  }

  int descriptor() const { return pipe_[0]; }

 private:
  static constexpr std::array signals{SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
  std::array<int, 2> pipe_{};
};

std::uint16_t port_of(const ServeWords& o) {
  const auto port = parse_integer(o.port);
  if (port && *port >= 0 && *port <= 65535) return static_cast<std::uint16_t>(*port);
  throw Error::usage("--port: " + printable(o.port) + " is not a port",
                     "write a number from 0 to 65535");
}

void serve(const ServeWords& o, const CommandLine& line) {
  const Study study = Study::read(o.studies[0]);
  const EndSignals signals;
  ServeOptions options = o.options;
  options.port = port_of(o);
  options.log = [&](const std::string& text) { line.warn(text); };
  StudyServer server(study, options, [&](const Remarks& remarks) { line.warn(remarks.warnings); });
  if (server.is_exposed()) {
    line.warn(
        "anyone on the network can read links and answers: put a proxy with TLS in front of the "
        "server (docs/judge.md)");
  }
  const std::vector<std::string> names = study.participants(), links = server.links();
  write_output("-", [&](const TextWriter& write) {
    for (std::size_t i = 0; i < names.size(); ++i)
      write(fmt::format("{}\t{}\n", names[i], links[i]));
  });
  line.note(fmt::format("the study is served at {}/; stop it with Ctrl-C", server.url()));
  server.run(signals.descriptor());
  const std::vector<std::string> files = study_files(o.studies[0]);
  line.note("stopped; all answers that pages show as saved are in " +
            (files.empty() ? o.studies[0] : files.back()));
}

}  // namespace

Work setup_judge_serve(CommandLine& line) {
  const auto options = std::make_shared<ServeWords>();
  ServeWords& o = *options;
  line.summary("Serves the pages of a study and stores the answers.");
  line.inputs(&o.studies, "STUDY", "the folder of the study");
  line.example("judge serve study");
  line.example("judge serve study --port 8080 --base-url https://study.example.org");
  line.option("listen", &o.options.listen, "ADDRESS",
              "the IP address to listen on (default: 127.0.0.1, this machine only)");
  line.option("port", &o.port, "N", "the port (default: 0, any free port)");
  line.option("base-url", &o.options.base_url, "URL",
              "the address of the server for participants, if it is behind a proxy");
  line.parse();
  require_one_study(o.studies);
  port_of(o);
  return [options, &line] { serve(*options, line); };
}

}  // namespace subintent::internal
