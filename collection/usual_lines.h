// Lines and rows of a topic that a kernel reads, where it can.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "collection/header_table.h"
#include "collection/line_kernel.h"
#include "collection/topic_lines.h"
#include "io/table_cells.h"

namespace subintent::internal {

// Goes through pieces of a text nearly all of whose lines a kernel reads. `read(line, end, lines,
// count)` does so, use_usual(lines) is called for some of them at a time, and `read_others(line,
// end, count)` reads at most `count` lines before `end` without the kernel, and gives where the
// line behind them begins.
template <typename Line, typename Read, typename UseUsual, typename ReadOthers>
void for_usual_lines(std::span<const std::string_view> pieces, Read read, UseUsual use_usual,
                     ReadOthers read_others) {
  Line lines[LineKernel::batch];
  for (const std::string_view piece : pieces) {
    const char* const end = piece.data() + piece.size();
    std::size_t unusual = 1;  // how many lines are read without the kernel where it reads none
    for (const char* line = piece.data(); line < end;) {
      std::size_t count = 0;
      line = read(line, end, lines, &count);
      use_usual(std::span(lines, count));
      if (count == LineKernel::batch || line >= end) continue;
      unusual = count > 0 ? 1 : std::min(2 * unusual, LineKernel::batch);
      line = read_others(line, end, unusual);
    }
  }
}

// As for_each_line(), where nearly all lines are those that a function of the kernel reads: calls
// use_usual(lines) for some of them at a time, and use(columns) for each of the others.
template <typename Line, typename UseUsual, typename Use>
void for_usual_lines(const TopicLines& topic, LineInWork& in_work,
                     const char* (*LineKernel::*read)(const char*, const char*, Line*,
                                                      std::size_t*),
                     UseUsual use_usual, Use use) {
  const LineKernel* const kernel = line_kernel();
  if (kernel == nullptr) return for_each_line(topic, in_work, use);
  for_usual_lines<Line>(topic.pieces, kernel->*read, use_usual,
                        [&](const char* line, const char* end, std::size_t count) {
                          return for_some_lines(line, end, count, in_work, use);
                        });
}

// As for_each_row() of the table, likewise.
template <typename UseUsual, typename Use>
void for_usual_rows(const HeaderTable& table, const RowShape& shape, const TopicLines& topic,
                    LineInWork& in_work, UseUsual use_usual, Use use) {
  const LineKernel* const kernel = line_kernel();
  const bool has_kernel = kernel != nullptr && shape.separator != blank_separated &&
                          shape.cells > 1 && shape.cells <= RowShape::most_cells;
  if (!has_kernel) return table.for_each_row(topic, in_work, use);
  CellCutter cutter(shape.separator);
  for_usual_lines<RankedLine>(
      topic.pieces,
      [&](const char* row, const char* end, RankedLine* lines, std::size_t* count) {
        return kernel->read_rows(row, end, shape, lines, count);
      },
      use_usual,
      [&](const char* row, const char* end, std::size_t count) {
        return table.for_some_rows(cutter, row, end, count, in_work, use);
      });
}

}  // namespace subintent::internal
