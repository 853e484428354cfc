#include "subintent/report.h"

#include "render/report_text.h"
#include "subintent/program.h"

namespace subintent {

std::string terminal_text(std::string_view text) {
  return printable(text, std::string::npos);
}

std::string terminal_table(const std::vector<std::vector<std::string>>& rows, std::size_t labels,
                           std::size_t width) {
  internal::TextTable table(labels);
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& cell : row) cells.push_back(terminal_text(cell));
    table.add(std::move(cells));
  }
  return table.text(width);
}

}  // namespace subintent
