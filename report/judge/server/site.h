// Answers requests: no network, no HTTP syntax.
#pragma once

#include <chrono>
#include <variant>

#include "report/judge/answer.h"
#include "report/judge/server/answer_store.h"
#include "report/judge/server/rate_limit.h"
#include "report/judge/study.h"

namespace subintent::internal {

struct HttpHead {
  std::string method, target;                                  // "GET", "/TOKEN/"
  std::string host{}, origin{}, fetch_site{}, content_type{};  // headers; empty where not there
};

struct SiteResponse {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;  // of HEAD too, which is told its size
};

struct SiteOptions {
  // The address at which participants reach the server, as in "https://example.org/study", without
  // a slash at its end.
  std::string base_url{};
  // The permitted values of the header Host, which keep out pages of others whose names lead to the
  // loopback address for a moment (DNS rebinding). If there are none, all are permitted.
  std::vector<std::string> hosts{};
  // Limits for a participant: requests at once, in a second, and in a moment.
  int requests_at_once = 16;
  double requests_per_second = 20, burst = 100;
};

// A request that may go on: to read its body, and to be answered. As long as it lives, which is not
// longer than the site, it counts among those of its participant.
struct Visit {
  enum class Action { show_page, show_answers, store_answers };
  std::uint32_t participant = 0;
  Action action = Action::show_page;
  std::shared_ptr<int> counted;
};

// The pages and answers of a study. The study and the store must live as long. To be used by one
// thread.
//
//   GET  /TOKEN/         the page of the participant who has this token
//   GET  /TOKEN/answers  {"events":[...]}: the answers that count
//   POST /TOKEN/answers  {"events":[...]}: stores them, and gives {"stored":["ID",...]} when they
//                        are on the disk, with "superseded":["ID",...] where another answer counts
//                        in the place of some of them; {"error":"..."} otherwise. Where the
//                        participant has another answer of the same id it is not stored: the status
//                        is 409, and there are "conflicting":["ID",...] beside the others
// Whatever has no valid token is not found, and no path leads to a file.
class Site {
 public:
  Site(const Study& study, AnswerStore& store, SiteOptions options);

  using Time = RateLimit::Time;
  // Before the body is read: whether the request may go on, or what it gets at once.
  std::variant<Visit, SiteResponse> admit(const HttpHead& head, Time now);

  // Answers the request. `respond` is called once, here or by the thread of the store.
  void answer(const Visit& visit, std::string_view body,
              const std::function<void(SiteResponse)>& respond);

  // The response to a request that is not understood, or not accepted, as it stands.
  static SiteResponse refusal(int status, std::string_view message);

 private:
  struct Guest {
    RateLimit rate;
    int at_once = 0;  // requests
  };

  std::optional<std::uint32_t> find_token(std::string_view given) const;
  std::variant<Visit, SiteResponse> counted(Visit visit, Time now);
  std::optional<SiteResponse> defect(const HttpHead& head, Visit::Action action) const;
  bool is_from_elsewhere(const HttpHead& head) const;
  SiteResponse page(std::uint32_t participant) const;
  void store(std::uint32_t participant, std::string_view body,
             const std::function<void(SiteResponse)>& respond);

  const Study& study_;
  AnswerStore& store_;
  SiteOptions options_;
  AnswerParser parser_;
  std::string page_policy_;
  std::vector<Guest> guests_;  // by participant; never moved
};

}  // namespace subintent::internal
