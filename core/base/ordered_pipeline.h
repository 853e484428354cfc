// Batches that are read and written in order, with work on all threads in between.
#pragma once

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <mutex>

#include "core/base/parallel.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Batches go from read(batch), which is false when there are no more, through work(batch), on the
// threads of the current TBB arena, to write(batch), in the order in which they were read. `limit`
// of them are under way at most, and two for each further thread are read ahead, by a thread before
// its work: while it reads the second, another takes the first rather than wait. What one of the
// functions throws ends it; no batch outlives that, as those do that TBB itself is given to pass
// on.
template <typename Batch, typename Read, typename Work, typename Write>
void run_ordered_pipeline(std::size_t limit, Read read, Work work, Write write) {
  const std::size_t ahead = 2 * (thread_limit() - 1);
  std::vector<Batch> batches(limit + ahead);  // in turns: the first to come are the first to leave
  std::mutex reading;
  bool at_end = false;
  std::atomic<std::size_t> count = 0, taken = 0;  // of batches that were read
  const auto read_next = [&] {  // isolated: a thread that reads must not turn to reading
    if (at_end) return false;
    at_end = !tbb::this_task_arena::isolate([&] { return read(batches[count % batches.size()]); });
    if (!at_end) ++count;
    return !at_end;
  };
  const auto first = [&](tbb::flow_control& flow) -> Batch* {
    if (taken == count) {
      const std::lock_guard turn(reading);
      if (taken == count && !read_next()) {
        flow.stop();
        return nullptr;
      }
    }
    return &batches[taken++ % batches.size()];
  };
  const auto second = [&](Batch* batch) {
    if (const std::unique_lock turn(reading, std::try_to_lock); turn) {
      while (count - taken < ahead && read_next()) {
      }
    }
    work(*batch);
    return batch;
  };
  const auto last = [&](Batch* batch) {
    write(*batch);
    *batch = Batch();
  };
  tbb::parallel_pipeline(
      limit, tbb::make_filter<void, Batch*>(tbb::filter_mode::serial_in_order, first) &
                 tbb::make_filter<Batch*, Batch*>(tbb::filter_mode::parallel, second) &
                 tbb::make_filter<Batch*, void>(tbb::filter_mode::serial_in_order, last));
}

}  // namespace subintent::internal
