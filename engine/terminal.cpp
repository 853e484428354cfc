#include "subintent/report.h"

#include "report/captions.h"
#include "report/charts/display_width.h"
#include "report/report_text.h"
#include "report/text_layout.h"
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

std::string listed_names(const std::vector<std::string>& names) {
  return internal::listed_names(names);
}

std::size_t terminal_columns(std::string_view text) {
  return internal::display_width(text);
}

std::string terminal_lines(std::string_view text, std::size_t width, std::string_view first,
                           std::string_view rest) {
  std::vector<internal::StyledWord> words;
  for (std::string& word : split(text, ' ')) {
    if (!word.empty()) words.push_back({std::move(word)});
  }
  std::string lines;
  internal::append_wrapped(lines, first, rest, words, width);
  return lines;
}

}  // namespace subintent
