#include "report/judge/server/site.h"

#include <ctime>
#include <exception>

#include "core/io/json.h"
#include "report/judge/page/page.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Nothing that is thrown leaves it.
template <typename Action>
bool succeeds(const Action& action) noexcept {
  try {
    action();
    return true;
  } catch (...) {
    return false;
  }
}

// No response is kept, shown inside other pages, or taken for something else.
SiteResponse response(int status, std::string type, std::string body,
                      std::string policy = "default-src 'none'; frame-ancestors 'none'") {
  return {status,
          {{"Content-Type", std::move(type)},
           {"Content-Security-Policy", std::move(policy)},
           {"X-Frame-Options", "DENY"},
           {"X-Content-Type-Options", "nosniff"},
           {"Referrer-Policy", "no-referrer"},
           {"Cross-Origin-Opener-Policy", "same-origin"},
           {"Cross-Origin-Resource-Policy", "same-origin"},
           {"X-Robots-Tag", "noindex"},
           {"Cache-Control", "no-store"}},
          std::move(body)};
}

SiteResponse json_response(int status, std::string json) {
  return response(status, "application/json", std::move(json));
}

SiteResponse with_header(SiteResponse response, std::string name, std::string value) {
  response.headers.emplace_back(std::move(name), std::move(value));
  return response;
}

SiteResponse not_found() {
  return Site::refusal(404, "not found");
}

// Constant-time for equal lengths.
bool are_equal(std::string_view secret, std::string_view given) {
  if (secret.size() != given.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < secret.size(); ++i)
    difference |= static_cast<unsigned char>(secret[i]) ^ static_cast<unsigned char>(given[i]);
  return difference == 0;
}

// "https://example.org:8080" of "https://example.org:8080/study".
std::string_view origin_of(std::string_view url) {
  const std::size_t host = url.find("://");
  return url.substr(0, url.find('/', host == std::string_view::npos ? 0 : host + 3));
}

SiteResponse stored_response(const StoreResult& result) {
  JsonWriter json;
  json.within("{}", [&] {
    json.member("stored", result.stored);
    if (!result.superseded.empty()) json.member("superseded", result.superseded);
    if (result.conflicting.empty()) return;
    json.member("conflicting", result.conflicting);
    json.member("error", "another answer has the same id");
  });
  return json_response(result.conflicting.empty() ? 200 : 409, std::move(json.out));
}

// A failure of something that may work later.
SiteResponse failure(std::string_view message) {
  return with_header(Site::refusal(503, message), "Retry-After", "5");
}

SiteResponse response_of(const StoreResult& result) {
  if (result.outcome == StoreOutcome::stored) return stored_response(result);
  if (result.outcome == StoreOutcome::refused)
    return Site::refusal(400, "no more answers can be stored for this participant");
  return failure("the answers cannot be stored now");
}

// "application/json", perhaps with parameters.
bool is_json(std::string_view content_type) {
  return lowered(trim(content_type.substr(0, content_type.find(';')))) == "application/json";
}

}  // namespace

AnswerStore::AnswerStore(const Study& study, Journal& journal,
                         std::function<void(const std::string&)> log)
    : study_(study), journal_(journal), log_(std::move(log)), thread_([this] { run(); }) {}

AnswerStore::~AnswerStore() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void AnswerStore::store(std::uint32_t participant, std::vector<Answer> answers,
                        std::function<void(StoreResult)> done) {
  add({participant, std::move(answers), std::move(done), {}});
}

void AnswerStore::read(std::uint32_t participant,
                       std::function<void(std::optional<std::string>)> done) {
  add({participant, {}, {}, std::move(done)});
}

void AnswerStore::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(job));
  }
  changed_.notify_one();
}

void AnswerStore::run() {
  for (bool is_over = false; !is_over;) {
    succeeds([&] {
      std::vector<Job> jobs;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_ending_ || !waiting_.empty(); });
        jobs.swap(waiting_);
      }
      is_over = jobs.empty();
      work(jobs);
    });
  }
}

// Each job is told once what became of it. Where even that cannot be told, the page stops waiting
// after a while and tries again.
void AnswerStore::work(std::vector<Job>& jobs) noexcept {
  Batch batch;
  succeeds([&] { store(jobs, batch); });
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Job& job = jobs[i];
    if (job.stored && !succeeds([&] { job.stored(result_of(batch, i)); }))
      succeeds([&] { job.stored({}); });
    if (job.read && !succeeds([&] { job.read(answers_json(job.participant)); }))
      succeeds([&] { job.read({}); });
  }
}

void AnswerStore::store(std::vector<Job>& jobs, Batch& batch) {
  const std::string now = utc_time(std::time(nullptr));
  for (Job& job : jobs) {
    batch.begins.push_back(batch.answers.size());
    batch.is_refused.push_back(journal_.is_full(job.participant));
    if (batch.is_refused.back()) continue;
    for (Answer& answer : job.answers)
      batch.answers.push_back({job.participant, now, std::move(answer)});
  }
  try {
    batch.storings = journal_.append(batch.answers);
    batch.is_stored = true;
  } catch (const std::exception& error) {
    if (std::exchange(fails_, true)) return;
    log_(std::string(error.what()) + ". Answers are not stored; the pages keep them and try again");
    return;
  }
  if (!batch.answers.empty() && std::exchange(fails_, false)) log_("answers are stored again");
}

StoreResult AnswerStore::result_of(const Batch& batch, std::size_t job) const {
  if (!batch.is_stored) return {StoreOutcome::failed};
  if (batch.is_refused[job]) return {StoreOutcome::refused};
  StoreResult result{StoreOutcome::stored};
  const bool is_last = job + 1 == batch.begins.size();
  const std::size_t end = is_last ? batch.answers.size() : batch.begins[job + 1];
  for (std::size_t i = batch.begins[job]; i < end; ++i) {
    const auto& [participant, received, answer] = batch.answers[i];
    if (batch.storings[i] == Storing::conflicts) {
      result.conflicting.push_back(answer.id);
      continue;
    }
    result.stored.push_back(answer.id);
    if (!journal_.answers().counts(participant, answer)) result.superseded.push_back(answer.id);
  }
  return result;
}

std::string AnswerStore::answers_json(std::uint32_t participant) const {
  std::string json = R"({"events":[)";
  for (const Answer* answer : journal_.answers().answers(participant)) {
    if (json.back() == '}') json += ',';
    json += answer_json(study_, participant, *answer);
  }
  return json + "]}";
}

SiteResponse Site::refusal(int status, std::string_view message) {
  JsonWriter json;
  json.within("{}", [&] { json.member("error", message); });
  return json_response(status, std::move(json.out));
}

Site::Site(const Study& study, AnswerStore& store, SiteOptions options)
    : study_(study),
      store_(store),
      options_(std::move(options)),
      parser_(study),
      page_policy_(study_page_policy(study.kind)),
      guests_(study.participants.size(),
              Guest{RateLimit(options_.requests_per_second, options_.burst)}) {}

std::variant<Visit, SiteResponse> Site::admit(const HttpHead& head, Time now) {
  std::string_view path = std::string_view(head.target).substr(0, head.target.find('?'));
  if (!path.starts_with('/')) return not_found();
  path.remove_prefix(1);
  const std::string_view token = path.substr(0, path.find('/'));
  const auto participant = find_token(token);
  if (!participant) return not_found();
  path.remove_prefix(token.size());
  if (path.empty())  // its last character was lost on the way; a proxy may know it by other names
    return with_header(response(308, "text/plain", ""), "Location", std::string(token) + "/");
  if (path != "/" && path != "/answers") return not_found();

  Visit visit{*participant, Visit::Action::show_page, nullptr};
  if (path == "/answers") {
    visit.action =
        head.method == "POST" ? Visit::Action::store_answers : Visit::Action::show_answers;
  }
  if (auto refused = defect(head, visit.action)) return std::move(*refused);
  Guest& guest = guests_[visit.participant];
  if (!guest.rate.take(now) || guest.at_once >= options_.requests_at_once)
    return with_header(refusal(429, "too many requests"), "Retry-After", "1");
  ++guest.at_once;
  visit.counted = {&guest.at_once, [](int* at_once) { --*at_once; }};
  return visit;
}

// Compares with all: its time tells nothing.
std::optional<std::uint32_t> Site::find_token(std::string_view given) const {
  std::optional<std::uint32_t> found;
  for (std::uint32_t i = 0; i < study_.participants.size(); ++i)
    if (are_equal(study_.participants[i].token, given)) found = i;
  return found;
}

std::optional<SiteResponse> Site::defect(const HttpHead& head, Visit::Action action) const {
  if (!options_.hosts.empty() &&
      std::ranges::find(options_.hosts, lowered(head.host)) == options_.hosts.end())
    return refusal(403, "the page is not known by this name");
  const bool stores = action == Visit::Action::store_answers;
  if (!stores && head.method != "GET" && head.method != "HEAD") {
    const bool is_page = action == Visit::Action::show_page;
    return with_header(refusal(405, "this method is not allowed"), "Allow",
                       is_page ? "GET, HEAD" : "GET, HEAD, POST");
  }
  if (!stores) return std::nullopt;
  if (is_from_elsewhere(head)) return refusal(403, "the request comes from another page");
  if (!is_json(head.content_type)) return refusal(415, "the request is not application/json");
  return std::nullopt;
}

// Browsers say which page a request comes from, the older ones in Origin alone. Other programs do
// not, and need the token.
bool Site::is_from_elsewhere(const HttpHead& head) const {
  if (!head.fetch_site.empty()) return head.fetch_site != "same-origin";
  if (head.origin.empty()) return false;
  const std::string origin = lowered(head.origin);
  if (!options_.base_url.empty()) return origin != lowered(origin_of(options_.base_url));
  return origin != "http://" + lowered(head.host) && origin != "https://" + lowered(head.host);
}

void Site::answer(const Visit& visit, std::string_view body,
                  const std::function<void(SiteResponse)>& respond) {
  if (visit.action == Visit::Action::store_answers) return store(visit.participant, body, respond);
  if (visit.action == Visit::Action::show_page) {
    return respond(response(200, "text/html; charset=utf-8",
                            study_page(study_, visit.participant, PageMode::server), page_policy_));
  }
  store_.read(visit.participant, [respond](std::optional<std::string> json) {
    respond(json ? json_response(200, std::move(*json))
                 : failure("the answers cannot be read now"));
  });
}

void Site::store(std::uint32_t participant, std::string_view body,
                 const std::function<void(SiteResponse)>& respond) {
  std::vector<Answer> answers;
  try {
    answers = parser_.parse_request(body, participant);
  } catch (const Error& error) {
    return respond(refusal(400, error.message()));
  }
  store_.store(participant, std::move(answers),
               [respond](const StoreResult& result) { respond(response_of(result)); });
}

}  // namespace subintent::internal
