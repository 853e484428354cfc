// Storing answers while requests go on.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "judge/answer.h"
#include "judge/journal.h"
#include "judge/study.h"

namespace subintent::internal {

enum class StoreOutcome {
  stored,   // all of them are on the disk
  refused,  // the participant has stored too much
  failed    // the disk is full, or fails: nothing was stored, and it may be tried again
};

// A thread that writes to a journal. All answers that come while it waits for the disk are written
// together, and wait for it once: so hundreds of participants take little more time than one.
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
             std::function<void(StoreOutcome)> done);
  // The answers of a participant that count, and all that were given to store() before, as JSON:
  // {"events":[...]}.
  void read(std::uint32_t participant, std::function<void(std::string)> done);

 private:
  struct Job {
    std::uint32_t participant = 0;
    std::vector<Answer> answers;
    std::function<void(StoreOutcome)> stored;  // of one that stores
    std::function<void(std::string)> read;     // of one that reads
  };

  void add(Job job);
  void run();
  void work(std::vector<Job>& jobs);
  StoreOutcome append(const std::vector<StoredAnswer>& answers);
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
