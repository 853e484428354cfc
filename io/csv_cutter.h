// Lines of CSV or TSV cut into cells.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_file.h"

namespace subintent::internal {

// Cuts lines of a LineSplitter, which says where they are, as CellSplitter does. Throws Error for a
// broken quote.
class CsvCutter {
 public:
  explicit CsvCutter(char separator = ',') : separator_(separator) {}

  // They stay until the next call.
  const std::vector<std::string_view>& cut(const LineSplitter& lines, std::string_view line);
  // They stay.
  std::vector<std::string> header(const LineSplitter& lines, std::string_view line);

 private:
  const std::vector<std::string_view>& cut_with_quotes(const LineSplitter& lines,
                                                       std::string_view line);

  char separator_;
  std::vector<std::string_view> cells_;
  std::deque<std::string> texts_;  // of cells in quotes that hold some
};

}  // namespace subintent::internal
