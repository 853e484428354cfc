// Lines of CSV cut into cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/input_file.h"

namespace subintent::internal {

// Cuts lines of a LineSplitter, which says where they are. A cell in quotes may hold commas, and
// quotes doubled; blanks around a cell belong to none. Throws Error for a quote that is not closed.
class CsvCutter {
 public:
  // They stay until the next call.
  const std::vector<std::string_view>& cut(const LineSplitter& lines, std::string_view line);
  // They stay.
  std::vector<std::string> header(const LineSplitter& lines, std::string_view line);

 private:
  const std::vector<std::string_view>& cut_with_quotes(const LineSplitter& lines,
                                                       std::string_view line);

  std::vector<std::string_view> cells_;
  std::vector<std::string> texts_;  // of cells, without their quotes
};

}  // namespace subintent::internal
