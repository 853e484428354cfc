#include "io/csv_cutter.h"

#include "base/error.h"
#include "io/cell_cutter.h"
#include "io/cells.h"
#include "io/table_cells.h"

namespace subintent::internal {

const std::vector<std::string_view>& CsvCutter::cut(const LineSplitter& lines,
                                                    std::string_view line) {
  cells_.clear();
  const bool is_plain =
      CellCutter(line.data(), separator_)
          .next([&](std::size_t, std::string_view cell) { cells_.push_back(cell); })
          .is_plain;
  if (is_plain) return cells_;
  if (line.find('"') != line.npos) return cut_with_quotes(lines, line);
  for (std::string_view& cell : cells_) cell = without_blanks(cell);
  return cells_;
}

std::vector<std::string> CsvCutter::header(const LineSplitter& lines, std::string_view line) {
  const auto& cells = cut(lines, line);
  return {cells.begin(), cells.end()};
}

const std::vector<std::string_view>& CsvCutter::cut_with_quotes(const LineSplitter& lines,
                                                                std::string_view line) {
  cells_.clear();
  texts_.clear();
  CellSplitter cells(line, separator_);
  for (std::string_view cell; cells.next(cell);) {
    const bool has_quotes = is_quoted(cell, line.data()) && cell.find('"') != cell.npos;
    if (has_quotes) cell = texts_.emplace_back(without_doubled_quotes(cell));
    cells_.push_back(cell);
  }
  if (cells.defect() != nullptr) {
    throw Error(lines.location(), "the line " + std::string(cells.defect()), quotes_advice);
  }
  return cells_;
}

}  // namespace subintent::internal
