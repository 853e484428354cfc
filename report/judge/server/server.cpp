// Boost.Beast is used in this file alone, for its headers take long to compile. With it one thread
// waits for all connections; libraries that take a thread for each (cpp-httplib) run out of threads
// when clients are slow.
#include "report/judge/server/server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <list>
#include <unordered_map>
#include <variant>

#include "report/judge/server/site.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

class Session;

class Connections {
 public:
  Connections(asio::io_context& io, Site& site, const ServerLimits& limits)
      : io_(io), site_(site), limits_(limits) {}

  void add(tcp::socket socket);
  void remove(Session* session);

  // Until waits_no_more() it may be closed to make room for others.
  void waits(Session* session) { waiting_.push_back(session); }
  void waits_no_more(Session* session) { waiting_.remove(session); }

  // Closes the one that has waited longest. False where none waits.
  bool make_room();

  // Closes idle ones. The others end with their request.
  void end();
  void forget_all() { all_.clear(); }
  bool is_ending() const { return is_ending_; }
  bool empty() const { return all_.empty(); }
  std::function<void()> when_empty;

  asio::io_context& io() { return io_; }
  Site& site() { return site_; }
  const ServerLimits& limits() const { return limits_; }

 private:
  asio::io_context& io_;
  Site& site_;
  const ServerLimits& limits_;
  std::unordered_map<Session*, std::shared_ptr<Session>> all_;
  std::list<Session*> waiting_;  // the longest first
  bool is_ending_ = false;
};

// Does a line of a head go on in the next one, which begins with a blank [RFC 9112 §5.2]?
bool is_folded(std::string_view head) {
  return head.find("\r\n ") != std::string_view::npos ||
         head.find("\r\n\t") != std::string_view::npos;
}

// The parser understands one coding of a body in parts, and takes the body for empty if it has
// another one [RFC 9112 §6.1, §6.3].
bool has_clear_length(const http::request<http::string_body>& head) {
  const auto codings = head.count(http::field::transfer_encoding);
  if (codings == 0) return true;
  return codings == 1 && head.version() == 11 &&
         beast::iequals(head[http::field::transfer_encoding], "chunked");
}

// A connection: requests, one after the other.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, Connections& connections)
      : connections_(connections), stream_(std::move(socket)), buffer_(buffer_limit) {}

  void read_head() {
    visit_.reset();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(connections_.limits().head_bytes));
    parser_->body_limit(connections_.limits().body_bytes);
    connections_.waits(this);
    stream_.expires_after(connections_.limits().head_time);
    const std::size_t known = std::min(buffer_.size(), connections_.limits().head_bytes);
    head_.assign(static_cast<const char*>(buffer_.cdata().data()), known);
    parse_head();
  }

  // Whatever goes on ends with an error, and the session with that. May be called again.
  void close() {
    const auto self = shared_from_this();
    stream_.close();
    connections_.remove(this);
  }

 private:
  using Parser = http::request_parser<http::string_body>;
  using Response = http::response<http::string_body>;
  static constexpr std::size_t buffer_limit = 64 << 10;

  // A member function as what is called when an operation is done.
  template <typename... Values>
  auto then(void (Session::*member)(Values...)) {
    return beast::bind_front_handler(member, shared_from_this());
  }

  void on_some(error_code error, std::size_t size) {
    if (error || !stream_.socket().is_open()) return close();  // it took too long, or made room
    buffer_.commit(size);
    const auto bytes = buffer_.cdata();
    head_.append(static_cast<const char*>(bytes.data()) + bytes.size() - size, size);
    parse_head();
  }

  // The parser makes one line of lines that are folded; servers on the way may read them
  // differently.
  void parse_head() {
    error_code error = http::error::bad_field;
    if (!is_folded(std::string_view(head_).substr(0, head_.find("\r\n\r\n"))))
      buffer_.consume(parser_->put(buffer_.cdata(), error));
    if (error == http::error::need_more)
      return stream_.async_read_some(buffer_.prepare(4 << 10), then(&Session::on_some));
    connections_.waits_no_more(this);
    error ? refuse(error) : on_head();
  }

  void on_head() {
    const auto& head = parser_->get();
    if (head.count(http::field::host) > 1) return refuse(http::error::bad_field);
    if (!has_clear_length(head)) return refuse(http::error::bad_transfer_encoding);
    const auto header = [&](http::field name) { return std::string(head[name]); };
    auto admitted = connections_.site().admit(
        {std::string(head.method_string()), std::string(head.target()), header(http::field::host),
         header(http::field::origin), std::string(head["Sec-Fetch-Site"]),
         header(http::field::content_type)},
        std::chrono::steady_clock::now());
    if (auto* response = std::get_if<SiteResponse>(&admitted)) return send(std::move(*response));
    visit_ = std::move(std::get<Visit>(admitted));
    if (parser_->is_done()) return answer();
    beast::iequals(head[http::field::expect], "100-continue") ? ask_for_body() : read_body();
  }

  // A request that cannot be understood, or is too large, is the last one of the connection, for
  // nobody knows where the next one would begin. Clients that time out get no response.
  void refuse(error_code error) {
    is_refused_ = true;
    if (error == http::error::body_limit)
      return send(Site::refusal(413, "the request is too large"));
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return send(Site::refusal(431, "the head of the request is too large"));
    const bool is_broken = error.category() == make_error_code(http::error::bad_version).category();
    if (!is_broken || error == http::error::end_of_stream || error == http::error::partial_message)
      return close();
    send(Site::refusal(400, "this is not a request of HTTP/1.1"));
  }

  void ask_for_body() {
    interim_ = http::response<http::empty_body>(http::status::continue_, 11);
    stream_.expires_after(connections_.limits().head_time);
    http::async_write(stream_, interim_, then(&Session::on_asked));
  }

  void on_asked(error_code error, std::size_t) { error ? close() : read_body(); }

  void read_body() {
    stream_.expires_after(connections_.limits().body_time);
    http::async_read(stream_, buffer_, *parser_, then(&Session::on_body));
  }

  void on_body(error_code error, std::size_t) { error ? refuse(error) : answer(); }

  void answer() {
    stream_.expires_never();
    // The store has a thread of its own: there the session is not touched, nor kept.
    const auto respond = [weak = weak_from_this(), &io = connections_.io(),
                          work = asio::make_work_guard(connections_.io())](SiteResponse response) {
      asio::post(io, [weak, response = std::move(response)]() mutable {
        if (const auto session = weak.lock()) session->send(std::move(response));
      });
    };
    connections_.site().answer(*visit_, parser_->get().body(), respond);
  }

  void send(SiteResponse response) {
    if (!stream_.socket().is_open()) return close();
    const auto& request = parser_->get();
    const bool is_last =
        is_refused_ || !parser_->is_done() || !request.keep_alive() || connections_.is_ending();
    response_ = Response(static_cast<http::status>(response.status), 11);
    for (const auto& [name, value] : response.headers) response_.set(name, value);
    response_.keep_alive(!is_last);
    response_.content_length(response.body.size());
    response_.body() = std::move(response.body);
    serializer_.emplace(response_);
    stream_.expires_after(connections_.limits().response_time);
    if (request.method() == http::verb::head)
      http::async_write_header(stream_, *serializer_, then(&Session::on_sent));
    else
      http::async_write(stream_, *serializer_, then(&Session::on_sent));
  }

  void on_sent(error_code error, std::size_t) {
    visit_.reset();
    if (error) return close();
    response_.keep_alive() && !connections_.is_ending() ? read_head() : linger();
  }

  // A client that is still sending would not read the response if the connection were closed now.
  void linger() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    rest_ = 0;
    connections_.waits(this);
    stream_.expires_after(std::chrono::seconds(2));
    on_rest({}, 0);
  }

  void on_rest(error_code error, std::size_t size) {
    rest_ += size;
    if (error || !stream_.socket().is_open() || rest_ > (16 << 20)) return close();
    buffer_.consume(buffer_.size());
    stream_.async_read_some(buffer_.prepare(16 << 10), then(&Session::on_rest));
  }

  Connections& connections_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::string head_;  // of the request as it came, perhaps with what comes behind it
  std::optional<Parser> parser_;
  std::optional<Visit> visit_;
  bool is_refused_ = false;  // where the request ends is not known then
  Response response_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  http::response<http::empty_body> interim_;
  std::size_t rest_ = 0;  // bytes that were thrown away
};

void Connections::add(tcp::socket socket) {
  if (all_.size() >= limits_.connections && !make_room()) return;  // the socket closes
  const auto session = std::make_shared<Session>(std::move(socket), *this);
  all_.emplace(session.get(), session);
  session->read_head();
}

bool Connections::make_room() {
  if (waiting_.empty()) return false;
  waiting_.front()->close();
  return true;
}

void Connections::remove(Session* session) {
  waits_no_more(session);
  all_.erase(session);
  if (all_.empty() && when_empty) when_empty();
}

void Connections::end() {
  is_ending_ = true;
  while (!waiting_.empty()) waiting_.front()->close();
}

}  // namespace

class Server::Impl {
 public:
  Impl(const Study& study, Journal& journal, ServerOptions options)
      : options_(std::move(options)),
        acceptor_(io_),
        pause_(io_),
        end_(io_),
        store_(study, journal, options_.log) {
    listen();
    site_.emplace(study, store_, site_options());
    connections_.emplace(io_, *site_, options_.limits);
  }

  ~Impl() { connections_->forget_all(); }

  std::string url() const {
    return options_.base_url.empty() ? "http://" + host() : options_.base_url;
  }

  bool is_exposed() const {
    return options_.base_url.empty() && !endpoint_.address().is_loopback();
  }

  void run(int stop) {
    const int descriptor = dup(stop);
    if (descriptor < 0) throw_system_error("the server", "cannot be stopped", "try again");
    asio::posix::stream_descriptor stopped(io_, descriptor);
    stopped.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code) { end(); });
    accept();
    io_.run();
  }

 private:
  void listen() {
    error_code error;
    const auto address = asio::ip::make_address(options_.address, error);
    if (error) {
      throw Error::argument("listen",
                            "listen: " + printable(options_.address) + " is not an IP address",
                            "use 127.0.0.1, or 0.0.0.0 for all addresses of this machine");
    }
    const tcp::endpoint wanted(address, options_.port);
    acceptor_.open(wanted.protocol(), error);
    if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(wanted, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) endpoint_ = acceptor_.local_endpoint(error);
    if (!error) return;
    throw Error(Error::Kind::system,
                {fmt::format("{} port {}", options_.address, options_.port), 0},
                "cannot be used: " + error.message(),
                error == boost::system::errc::address_not_available
                    ? "give an address of this machine, such as `listen=127.0.0.1`"
                    : "choose another port, or 0 for a free one");
  }

  // "127.0.0.1:40000"
  std::string host() const {
    const bool is_v6 = endpoint_.address().is_v6();
    return fmt::format("{}{}{}:{}", is_v6 ? "[" : "", endpoint_.address().to_string(),
                       is_v6 ? "]" : "", endpoint_.port());
  }

  SiteOptions site_options() const {
    SiteOptions site;
    site.base_url = options_.base_url;
    if (options_.base_url.empty() && endpoint_.address().is_loopback()) {
      site.hosts = {host(), fmt::format("localhost:{}", endpoint_.port())};
      if (endpoint_.port() == 80)
        site.hosts.insert(site.hosts.end(), {options_.address, "localhost"});
    }
    return site;
  }

  void accept() {
    acceptor_.async_accept(
        [this](error_code error, tcp::socket socket) { on_accept(error, std::move(socket)); });
  }

  void on_accept(error_code error, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      connections_->add(std::move(socket));
      return accept();
    }
    const bool lacks_descriptors = error == asio::error::no_descriptors ||
                                   error == boost::system::errc::too_many_files_open_in_system;
    if (lacks_descriptors && connections_->make_room()) return accept();
    // It would fail again at once.
    pause_.expires_after(std::chrono::milliseconds(100));
    pause_.async_wait([this](error_code cancelled) {
      if (!cancelled && acceptor_.is_open()) accept();
    });
  }

  void end() {
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    end_.expires_after(options_.limits.last_time);
    end_.async_wait([this](error_code cancelled) {
      if (!cancelled) io_.stop();
    });
    connections_->when_empty = [this] { end_.cancel(); };
    connections_->end();
    if (connections_->empty()) end_.cancel();
  }

  // Members that handlers waiting in `io_` use stand before it, and members that need it behind it.
  ServerOptions options_;
  std::optional<Site> site_;
  std::optional<Connections> connections_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  tcp::endpoint endpoint_;  // where it listens
  asio::steady_timer pause_, end_;
  AnswerStore store_;
};

Server::Server(const Study& study, Journal& journal, ServerOptions options)
    : impl_(std::make_unique<Impl>(study, journal, std::move(options))) {}
Server::~Server() = default;

std::string Server::url() const {
  return impl_->url();
}

bool Server::is_exposed() const {
  return impl_->is_exposed();
}

void Server::run(int stop) {
  impl_->run(stop);
}

}  // namespace subintent::internal
