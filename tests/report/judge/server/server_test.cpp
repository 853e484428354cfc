#include "report/judge/server/server.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "report/judge/fixtures.h"
#include "report/judge/test_folder.h"

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
  const Server& server() const { return server_; }

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

const std::string half_body =
    "POST /AAAAAAAAAAAAAAAAAAAAAA/answers HTTP/1.1\r\nHost: localhost\r\n"
    "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";

TEST(Server, ClosesWhatTakesTooLong) {
  ServerOptions options;
  options.limits.head_time = options.limits.body_time = 50ms;
  const RunningServer server(options);
  const Connection silent(server), half_head(server), slow_body(server);
  half_head.send("GET / HTTP/1.1\r\n");
  std::string body = half_body;
  const std::string host = server.url().substr(7);
  body.replace(body.find("localhost"), 9, host);
  slow_body.send(body);
  EXPECT_EQ(silent.rest(), "");
  EXPECT_EQ(half_head.rest(), "");
  EXPECT_EQ(slow_body.rest(), "");
}

TEST(Server, MakesRoomForNewConnections) {
  ServerOptions options;
  options.limits.connections = 2;
  const RunningServer server(options);
  const Connection first(server), second(server);
  first.send("GET /");
  for (int i = 0; i < 5; ++i) {
    const Connection next(server);
    next.send("GET / HTTP/1.0\r\n\r\n");
    EXPECT_TRUE(next.rest().starts_with("HTTP/1.1 404 ")) << i;
  }
  EXPECT_EQ(first.rest(), "");
}

TEST(Server, EndsThoughAClientIsSlow) {
  ServerOptions options;
  options.limits.last_time = 50ms;
  auto server = std::make_unique<RunningServer>(options);
  const Connection idle(*server), slow(*server);
  std::string body = half_body;
  body.replace(body.find("localhost"), 9, server->url().substr(7));
  slow.send(body);
  std::this_thread::sleep_for(20ms);
  server.reset();
  EXPECT_EQ(idle.rest(), "");
  EXPECT_EQ(slow.rest(), "");
}

TEST(Server, SaysWhereItIs) {
  const RunningServer here({});
  EXPECT_TRUE(here.url().starts_with("http://127.0.0.1:"));
  EXPECT_FALSE(here.server().is_exposed());
  ServerOptions options;
  options.address = "0.0.0.0";
  EXPECT_TRUE(RunningServer(options).server().is_exposed());
  options.base_url = "https://example.org/study";
  const RunningServer behind(options);
  EXPECT_FALSE(behind.server().is_exposed());
  EXPECT_EQ(behind.url(), options.base_url);
}

TEST(Server, CannotListenAtWhatIsNoAddress) {
  ServerOptions options;
  options.address = "localhost";
  EXPECT_THROW(RunningServer{options}, Error);
}

}  // namespace
}  // namespace subintent::internal
