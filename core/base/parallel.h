// The parallel loop.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

enum class LoopOrder {
  any,       // neighbours tend to run on the same thread
  ascending  // no index is begun before all lower ones: for work sorted by size, the largest first
};

// Calls work(i) for every i below `count`, on the threads of the current TBB arena. A thread that
// waits here for others does nothing else meanwhile, such as the next index of an outer loop, so
// that memory holds the work of one index for each thread.
//
// Of several exceptions that of the lowest index is thrown, which does not depend on the threads:
// indices behind it may be left out, those before it are not. Error of Kind::interrupted leaves out
// all that have not begun, and is thrown.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work,
                  LoopOrder order = LoopOrder::any);

// How many threads may work at a time here: what memory is to be divided by.
std::size_t thread_limit();

}  // namespace subintent::internal
