#include "report/judge/server/server.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "report/judge/fixtures.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

using namespace std::chrono_literals;

// A server that runs as long as the object lives.
class RunningServer {
 public:
  explicit RunningServer(ServerOptions options)
      : server_(study_, journal_, std::move(options)), thread_([this] { server_.run(stop_); }) {}
  ~RunningServer() {
    eventfd_write(stop_, 1);
    thread_.join();
    close(stop_);
  }

  std::string url() const { return server_.url(); }

 private:
  const Study study_ = preferences_study();
  const TestFolder folder_;
  Journal journal_{study_, folder_.path()};
  const int stop_ = eventfd(0, EFD_CLOEXEC);
  Server server_;
  std::thread thread_;
};

class Connection {
 public:
  explicit Connection(const RunningServer& server) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const std::string url = server.url();
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1))));
    const timeval limit{10, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { close(socket_); }

  void send(const std::string& text) const {
    EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  // What comes until the server closes the connection.
  std::string rest() const {
    std::string text;
    char buffer[4096];
    for (ssize_t size = 0; (size = recv(socket_, buffer, sizeof buffer, 0)) > 0;)
      text.append(buffer, static_cast<std::size_t>(size));
    return text;
  }

 private:
  const int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

TEST(Server, ClosesWhatTakesTooLong) {
  ServerOptions options;
  options.limits.head_time = options.limits.body_time = 50ms;
  const RunningServer server(options);
  const Connection silent(server), half_head(server), slow_body(server);
  half_head.send("GET / HTTP/1.1\r\n");
  slow_body.send(
      "POST /AAAAAAAAAAAAAAAAAAAAAA/answers HTTP/1.1\r\nHost: " + server.url().substr(7) +
      "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
  EXPECT_EQ(silent.rest(), "");
  EXPECT_EQ(half_head.rest(), "");
  EXPECT_EQ(slow_body.rest(), "");
}

}  // namespace
}  // namespace subintent::internal
