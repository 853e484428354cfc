// What a single thread needs of TBB.
#pragma once

#include <algorithm>

namespace tbb {

template <typename... Arguments>
void parallel_sort(Arguments&&... arguments) {
  std::sort(std::forward<Arguments>(arguments)...);
}

}  // namespace tbb
