// Answers requests, and stores answers while requests go on: no network, no HTTP syntax.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <variant>

#include "report/judge/answer.h"
#include "report/judge/journal.h"
#include "report/judge/study.h"

namespace subintent::internal {

enum class StoreOutcome {
  stored,   // they are on the disk, but for those that conflict with others
  refused,  // the participant has stored too much
  failed    // the disk is full, or fails: nothing was confirmed, and it may be tried again
};

// The outcome for the answers of one request.
struct StoreResult {
  StoreOutcome outcome = StoreOutcome::failed;
  // Ids, where the outcome is `stored`.
  std::vector<std::string> stored{};
  std::vector<std::string> superseded{};   // of those: another answer counts in their place
  std::vector<std::string> conflicting{};  // not stored: another answer has the id
};

// A thread that writes to a journal, whatever happens: what is thrown on the way, by the journal or
// by what is called, costs an answer its confirmation and no more. All answers that come while it
// waits for the disk are written together, and wait for it once: so hundreds of participants take
// little more time than one.
class AnswerStore {
 public:
  // `log` is told when the disk begins to fail, and when it works again. Both must live as long.
  AnswerStore(const Study& study, Journal& journal, std::function<void(const std::string&)> log);
  AnswerStore(const AnswerStore&) = delete;
  AnswerStore& operator=(const AnswerStore&) = delete;
  // Stores what is still waiting.
  ~AnswerStore();

  // For any thread. What is to be called when it is done is called by the thread of the store.
  void store(std::uint32_t participant, std::vector<Answer> answers,
             std::function<void(StoreResult)> done);
  // The answers of a participant that count, and all that were given to store() before, as JSON:
  // {"events":[...]}; nothing where that failed.
  void read(std::uint32_t participant, std::function<void(std::optional<std::string>)> done);

 private:
  struct Job {
    std::uint32_t participant = 0;
    std::vector<Answer> answers;
    std::function<void(StoreResult)> stored;               // of one that stores
    std::function<void(std::optional<std::string>)> read;  // of one that reads
  };
  // All answers of several jobs that are not refused, and what became of them.
  struct Batch {
    std::vector<StoredAnswer> answers;
    std::vector<Storing> storings;
    std::vector<std::size_t> begins;  // of each job; its end is that of the next, or of all
    std::vector<bool> is_refused;     // by job
    bool is_stored = false;
  };

  void add(Job job);
  void run();
  void work(std::vector<Job>& jobs) noexcept;
  void store(std::vector<Job>& jobs, Batch& batch);
  StoreResult result_of(const Batch& batch, std::size_t job) const;
  std::string answers_json(std::uint32_t participant) const;

  const Study& study_;
  Journal& journal_;
  std::function<void(const std::string&)> log_;
  bool fails_ = false;  // did the last attempt?

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Job> waiting_;
  bool is_ending_ = false;
  std::thread thread_;  // last, as it uses the others
};

// `burst` times at once, and `per_second` times a second in the long run (a token bucket).
class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  RateLimit(double per_second, double burst)
      : per_second_(per_second), burst_(burst), left_(burst) {}

  // May it be done now? If so, it counts. Times do not go back.
  bool take(Time now) {
    const std::chrono::duration<double> passed = now - last_;
    if (last_ != Time()) left_ = std::min(burst_, left_ + per_second_ * passed.count());
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double per_second_, burst_, left_;
  Time last_{};
};

// Answers requests: no network, no HTTP syntax.
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
  std::optional<SiteResponse> defect(const HttpHead& head, Visit::Action action) const;
  bool is_from_elsewhere(const HttpHead& head) const;
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
