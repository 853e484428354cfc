// Cells of tables: what readers take for one, and how writers have to write it. All tables follow
// this one dialect of CSV and TSV: RFC 4180, with one line for each row, where blanks around a cell
// belong to none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace subintent::internal {

// What a broken quote needs.
inline constexpr const char* quotes_advice =
    "write each row on a line of its own, and quotes inside of quotes twice";

// A cell that has no quotes.
inline std::string_view without_blanks(std::string_view cell) {
  while (!cell.empty() && is_blank(cell.front())) cell.remove_prefix(1);
  while (!cell.empty() && is_blank(cell.back())) cell.remove_suffix(1);
  return cell;
}

// Did a cell that CellSplitter gave stand in quotes? `line` is where its line begins.
inline bool is_quoted(std::string_view cell, const char* line) {
  return cell.data() != line && cell.data()[-1] == '"';
}

// What stood between quotes, with each doubled quote as one.
std::string without_doubled_quotes(std::string_view text);

// The cell as a line has to hold it between such separators to be read back: in quotes where it has
// to be, and between commas also where it holds some, as RFC 4180 wants it.
std::string written_cell(std::string_view cell, char separator);

// Can the name be a column of lines that are cut at blanks? The first column of a line cannot begin
// with '#' either, which begins a comment.
bool fits_blank_column(std::string_view name, bool is_first = false);

// What no column of a text file for programs can hold: the first control character (of ASCII) of
// the text, in words; nothing if there is none.
std::optional<std::string_view> control_in(std::string_view text);

}  // namespace subintent::internal
