// Batches that are read and written in order, with work on all threads in between.
#pragma once

#include <tbb/parallel_pipeline.h>

#include "subintent/basics.h"

namespace subintent::internal {

// Batches go from read(batch), which is false when there are no more, through work(batch), on the
// threads of the current TBB arena, to write(batch), in the order in which they were read. `limit`
// of them are under way at most. What one of the functions throws ends it; no batch outlives that,
// as those do that TBB itself is given to pass on.
template <typename Batch, typename Read, typename Work, typename Write>
void run_ordered_pipeline(std::size_t limit, Read read, Work work, Write write) {
  std::vector<Batch> batches(limit);  // taken in turns: the first to come are the first to leave
  std::size_t count = 0;
  const auto first = [&](tbb::flow_control& flow) -> Batch* {
    Batch& batch = batches[count++ % limit];
    if (!read(batch)) flow.stop();
    return &batch;
  };
  const auto second = [&](Batch* batch) {
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
