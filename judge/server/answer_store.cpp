#include "judge/server/answer_store.h"

#include <ctime>
#include <utility>

#include "support/error.h"
#include "support/utc_time.h"

namespace subintent::internal {

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
                        std::function<void(StoreOutcome)> done) {
  add({participant, std::move(answers), std::move(done), {}});
}

void AnswerStore::read(std::uint32_t participant, std::function<void(std::string)> done) {
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
  while (true) {
    std::vector<Job> jobs;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      jobs.swap(waiting_);
    }
    work(jobs);
  }
}

void AnswerStore::work(std::vector<Job>& jobs) {
  const std::string now = utc_time(std::time(nullptr));
  std::vector<StoredAnswer> answers;
  std::vector<bool> is_refused;
  for (Job& job : jobs) {
    is_refused.push_back(journal_.is_full(job.participant));
    if (is_refused.back()) continue;
    for (Answer& answer : job.answers) {
      answers.push_back({job.participant, now, std::move(answer)});
    }
  }
  const StoreOutcome outcome = append(answers);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (jobs[i].stored) jobs[i].stored(is_refused[i] ? StoreOutcome::refused : outcome);
    if (jobs[i].read) jobs[i].read(answers_json(jobs[i].participant));
  }
}

StoreOutcome AnswerStore::append(const std::vector<StoredAnswer>& answers) {
  try {
    journal_.append(answers);
  } catch (const Error& error) {
    if (!std::exchange(fails_, true)) {
      log_(std::string(error.what()) +
           ". Answers are not stored; the pages keep them and try again");
    }
    return StoreOutcome::failed;
  }
  if (!answers.empty() && std::exchange(fails_, false)) log_("answers are stored again");
  return StoreOutcome::stored;
}

std::string AnswerStore::answers_json(std::uint32_t participant) const {
  std::string json = R"({"events":[)";
  for (const Answer* answer : journal_.answers().answers(participant)) {
    if (json.back() == '}') json += ',';
    append_answer(json, study_, participant, *answer);
  }
  return json + "]}";
}

}  // namespace subintent::internal
