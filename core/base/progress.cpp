#include "core/base/progress.h"

namespace subintent::internal {
namespace {

// The first of these passes in silence: short work is not worth a call.
constexpr std::int64_t milliseconds_between_calls = 100;

}  // namespace

ProgressMeter::ProgressMeter(ProgressCallback callback, std::string what, std::string unit,
                             std::uint64_t total)
    : callback_(std::move(callback)),
      what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      start_(std::chrono::steady_clock::now()),
      due_(milliseconds_between_calls) {}

void ProgressMeter::advance(std::uint64_t count) {
  const std::uint64_t done = done_.fetch_add(count, std::memory_order_relaxed) + count;
  if (!callback_) return;
  if (is_interrupted_) throw Error::interrupted();
  const std::int64_t now = std::chrono::duration_cast<std::chrono::milliseconds>(
                               std::chrono::steady_clock::now() - start_)
                               .count();
  if (now < due_) return;
  const std::unique_lock turn(one_at_a_time_, std::try_to_lock);
  if (!turn || now < due_) return;
  due_ = now + milliseconds_between_calls;
  report(done);
}

void ProgressMeter::report(std::uint64_t done) {
  double share = share_.load(std::memory_order_relaxed);
  if (share < 0 && total_ > 0) share = static_cast<double>(done) / static_cast<double>(total_);
  if (callback_({what_, unit_, done, total_, std::min(share, 1.0)})) return;
  is_interrupted_ = true;
  throw Error::interrupted();
}

}  // namespace subintent::internal
