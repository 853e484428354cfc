#include "report/judge/server/answer_store.h"

#include <ctime>
#include <exception>

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
    append_answer(json, study_, participant, *answer);
  }
  return json + "]}";
}

}  // namespace subintent::internal
