// Lines of a topic that a kernel reads, where it can.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "collection/line_kernel.h"
#include "collection/topic_lines.h"

namespace subintent::internal {

// As for_each_line(), where nearly all lines are those that a function of the kernel reads: calls
// use_usual(lines) for some of them at a time, and use(columns) for each of the others.
template <typename Line, typename UseUsual, typename Use>
void for_usual_lines(const TopicLines& topic, LineInWork& in_work,
                     const char* (*LineKernel::*read)(const char*, const char*, Line*,
                                                      std::size_t*),
                     UseUsual use_usual, Use use) {
  const LineKernel* const kernel = line_kernel();
  if (kernel == nullptr) return for_each_line(topic, in_work, use);
  Line lines[LineKernel::batch];
  for (const std::string_view piece : topic.pieces) {
    const char* const end = piece.data() + piece.size();
    std::size_t unusual = 1;  // how many lines are read without the kernel where it reads none
    for (const char* line = piece.data(); line < end;) {
      std::size_t count = 0;
      line = (kernel->*read)(line, end, lines, &count);
      use_usual(std::span(lines, count));
      if (count == LineKernel::batch || line >= end) continue;
      unusual = count > 0 ? 1 : std::min(2 * unusual, LineKernel::batch);
      line = for_some_lines(line, end, unusual, in_work, use);
    }
  }
}

}  // namespace subintent::internal
