#include "report/judge/server/server.h"

#include "engine/studies/study_data.h"
#include "report/judge/journal.h"

namespace subintent {
namespace {

// Without slashes at its end.
std::string checked_url(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  if (url.empty()) return url;
  const std::size_t scheme = url.find("://");
  const std::string_view host =
      scheme == std::string::npos ? "" : std::string_view(url).substr(scheme + 3);
  const bool is_plain = std::ranges::all_of(
      url, [](char c) { return c > 0x20 && c < 0x7f && c != '?' && c != '#' && c != '@'; });
  if (is_plain && !host.empty() && host[0] != '/' &&
      (url.starts_with("http://") || url.starts_with("https://")))
    return url;
  throw Error::argument("base_url",
                        "base_url: " + printable(url) + " is not the address of a website",
                        "write it as https://example.org/study");
}

internal::ServerOptions inside_of(const ServeOptions& given) {
  internal::ServerOptions options;
  options.address = given.listen;
  options.port = given.port;
  options.base_url = checked_url(given.base_url);
  if (given.log) options.log = given.log;
  return options;
}

}  // namespace

struct StudyServer::Data {
  Data(std::shared_ptr<const Study::Data> of, const internal::ServerOptions& options,
       const RemarksCallback& say)
      : study(std::move(of)), journal(study->study, study->folder) {
    if (say) say({journal.warnings(), {}});
    server.emplace(study->study, journal, options);
  }

  const std::shared_ptr<const Study::Data> study;
  internal::Journal journal;
  std::optional<internal::Server> server;
};

StudyServer::StudyServer(const Study& study, const ServeOptions& options,
                         const RemarksCallback& say)
    : data_(std::make_unique<Data>(study.data_, inside_of(options), say)) {}

StudyServer::~StudyServer() = default;

std::string StudyServer::url() const {
  return data_->server->url();
}

std::vector<std::string> StudyServer::links() const {
  std::vector<std::string> links;
  for (const internal::StudyParticipant& one : data_->study->study.participants)
    links.push_back(url() + "/" + one.token + "/");
  return links;
}

bool StudyServer::is_exposed() const {
  return data_->server->is_exposed();
}

void StudyServer::run(int stop) {
  data_->server->run(stop);
}

}  // namespace subintent
