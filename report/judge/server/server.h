// The HTTP server of a study.
#pragma once

#include <chrono>

#include "report/judge/journal.h"
#include "report/judge/study.h"

namespace subintent::internal {

struct ServerLimits {
  std::size_t connections = 1000;  // further ones take the place of those that wait longest
  std::size_t head_bytes = 8 << 10, body_bytes = 256 << 10;
  // For a request to begin and its head to come, its body, and the response.
  std::chrono::milliseconds head_time{20'000}, body_time{30'000}, response_time{120'000};
  std::chrono::milliseconds last_time{5'000};  // for what goes on when the server ends
};

struct ServerOptions {
  std::string address = "127.0.0.1";  // to listen at: of IPv4 or IPv6
  std::uint16_t port = 0;             // 0: one that is free
  // The address at which participants reach it, if that is a proxy's: "https://example.org/study",
  // without a slash at its end.
  std::string base_url;
  ServerLimits limits;
  // Is told, by any thread, what the person who runs it should know.
  std::function<void(const std::string&)> log = [](const std::string&) {};
};

// Serves the pages of a study and stores answers: one thread for all connections, and one for the
// journal. A request that is slow, broken or endless takes the time of nobody but its sender.
class Server {
 public:
  // Listens. The study and the journal must live as long. Throws Error (argument "listen" or
  // "port", or system) if it cannot.
  Server(const Study& study, Journal& journal, ServerOptions options);
  ~Server();

  // The beginning of links, without a slash at the end: "http://127.0.0.1:40000".
  std::string url() const;

  // Can other machines reach it, and no proxy is named?
  bool is_exposed() const;

  // Until the descriptor becomes readable, as that of a signal; what has begun then is finished.
  void run(int stop);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace subintent::internal
