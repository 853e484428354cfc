// Storing answers while requests go on.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

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

}  // namespace subintent::internal
