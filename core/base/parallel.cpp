#include "core/base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <exception>
#include <mutex>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

// The exception of the lowest index so far.
class FirstFailure {
 public:
  // Is the work of this index of no use any more?
  bool precedes(std::size_t index) const { return limit_ <= index; }

  // For a handler of the exception.
  void note(std::size_t index) {
    const std::lock_guard lock(mutex_);
    if (precedes(index)) return;
    limit_ = index;
    exception_ = std::current_exception();
  }

  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<std::size_t> limit_ = SIZE_MAX;
  std::exception_ptr exception_;
  std::mutex mutex_;
};

// The thread sanitizer does not see how TBB, which is not built for it, hands work over and back.
#ifdef __SANITIZE_THREAD__
class Handover {
 public:
  void give() { place_.fetch_add(1, std::memory_order_release); }
  void take() { place_.load(std::memory_order_acquire); }

 private:
  std::atomic<std::size_t> place_ = 0;
};
#else
class Handover {
 public:
  void give() {}
  void take() {}
};
#endif

}  // namespace

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work,
                  LoopOrder order) {
  FirstFailure failure, interruption;
  std::atomic<std::size_t> next = 0;
  Handover begin, end;
  const auto call = [&](std::size_t place) {
    begin.take();
    const std::size_t index = order == LoopOrder::ascending ? next++ : place;
    if (failure.precedes(index) || interruption.precedes(index)) return;
    try {
      work(index);
    } catch (const Error& error) {
      error.kind() == Error::Kind::interrupted ? interruption.note(0) : failure.note(index);
    } catch (...) {
      failure.note(index);
    }
    end.give();
  };
  begin.give();
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, call); });
  end.take();
  interruption.rethrow();
  failure.rethrow();
}

std::size_t thread_limit() {
  const auto in_arena = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  return std::min(in_arena,
                  tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

}  // namespace subintent::internal
