// subintent judge serve: the pages of a study on this machine, and the answers into its journal.
#include <fmt/format.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands/judge.h"
#include "judge/journal.h"
#include "judge/server/server.h"
#include "judge/study_folder.h"
#include "support/error.h"
#include "support/output_file.h"
#include "support/raw_file.h"
#include "support/strings.h"
#include "support/system_error.h"

namespace subintent::internal {
namespace {

struct Options {
  std::vector<std::string> studies;
  std::string listen = "127.0.0.1", base_url;
  std::string port = "0";
};

// Ctrl-C and the signal that ends services, as a descriptor that becomes readable. They end the
// program as always before it is made, and when it is gone. To be made before other threads, which
// are not to be interrupted either.
class EndSignals {
 public:
  EndSignals() {
    sigset_t signals{};
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
    descriptor_ = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    if (descriptor_ < 0) throw_system_error("the server", "cannot wait for signals", "try again");
  }
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;
  ~EndSignals() {
    signalfd_siginfo taken{};
    while (read(descriptor_, &taken, sizeof taken) > 0) {
    }
    close(descriptor_);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  int descriptor() const { return descriptor_; }

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

void check_base_url(std::string& url) {
  while (url.ends_with('/')) url.pop_back();
  if (url.empty()) return;
  const std::size_t scheme = url.find("://");
  const std::string_view host =
      scheme == std::string::npos ? "" : std::string_view(url).substr(scheme + 3);
  const bool is_plain = std::ranges::all_of(
      url, [](char c) { return c > 0x20 && c < 0x7f && c != '?' && c != '#' && c != '@'; });
  if (is_plain && !host.empty() && host[0] != '/' &&
      (url.starts_with("http://") || url.starts_with("https://"))) {
    return;
  }
  throw Error::usage("--base-url: " + printable(url) + " is not the address of a site",
                     "write it as https://example.org/study");
}

std::uint16_t port_of(const Options& o) {
  const auto port = parse_integer(o.port);
  if (port && *port >= 0 && *port <= 65535) return static_cast<std::uint16_t>(*port);
  throw Error::usage("--port: " + printable(o.port) + " is not a port",
                     "write a number from 0 to 65535");
}

void print_links(const Study& study, const std::string& url) {
  OutputFile output("-");
  for (const StudyParticipant& participant : study.participants) {
    output.write(fmt::format("{}\t{}/{}/\n", participant.name, url, participant.token));
  }
  output.close();
}

void serve(const Options& o, const CommandLine& line) {
  const Study study = read_study_folder(o.studies[0]);
  const EndSignals signals;
  Journal journal(study, o.studies[0]);
  ServerOptions options;
  options.address = o.listen;
  options.port = port_of(o);
  options.base_url = o.base_url;
  options.log = [&](const std::string& text) { line.warn(text); };
  Server server(study, journal, options);
  if (server.is_exposed()) {
    line.warn(
        "who listens on the network can read links and answers: put a proxy with TLS before "
        "the server (docs/judge.md)");
  }
  print_links(study, server.url());
  line.note(fmt::format("the study is served at {}/; Ctrl-C ends it", server.url()));
  server.run(signals.descriptor());
  line.note("ended; all answers that pages call saved are in " +
            path_in(o.studies[0], journal_file));
}

}  // namespace

Work setup_judge_serve(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Options& o = *options;
  line.summary("Serves the pages of a study, and stores what participants answer.");
  line.inputs(&o.studies, "STUDY", "the folder of the study");
  line.example("judge serve study");
  line.example("judge serve study --port 8080 --base-url https://example.org/study");
  line.option("listen", &o.listen, "ADDRESS",
              "the IP address to listen at (default: 127.0.0.1, this machine alone)");
  line.option("port", &o.port, "N", "the port (default: 0, one that is free)");
  line.option("base-url", &o.base_url, "URL",
              "where participants reach the server, if that is a proxy");
  line.parse();
  require_one_study(o.studies);
  check_base_url(o.base_url);
  port_of(o);
  return [options, &line] { serve(*options, line); };
}

}  // namespace subintent::internal
