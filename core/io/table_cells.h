// Cells of tables: what readers take for one, and how writers have to write it. All tables follow
// this one dialect of CSV and TSV: RFC 4180, with one line for each row, where blanks around a cell
// belong to none.
#pragma once

#include <bit>

#include "core/base/strings.h"
#include "core/io/block_masks.h"
#include "subintent/basics.h"

namespace subintent::internal {

inline constexpr char blank_separated = ' ';  // at runs of blanks, without quotes

inline constexpr char open_quote[] = "has a quote that is not closed";  // a defect

// The advice about a broken quote.
inline constexpr const char* quotes_advice =
    "write each row on a line of its own, and quotes inside of quotes twice";

// A line cut into cells, each without blanks around it. What stands in quotes comes without them,
// may hold separators, and has its doubled quotes still.
struct LineCells {
  std::size_t count = 0;
  // An empty cell follows the last; there is room for most rows from the start.
  std::vector<std::string_view> cells = std::vector<std::string_view>(8);
  bool is_plain = false;         // are all their bytes from '#' to '~'? May be false if they are
  const char* defect = nullptr;  // to be read after "the line"; nullptr if nothing is wrong

  std::span<std::string_view> all() { return {cells.data(), count}; }
};

// Is it 1.2E+18, as sheets write long numbers, and rounded?
bool is_rounded(std::string_view name);
inline constexpr const char* rounded_name =
    " is a rounded number, as sheets write long ones: several names may be one";
inline constexpr const char* rounded_advice =
    "save the table anew, with that column formatted as text";

void cut_cells(std::string_view line, char separator, LineCells& cells);

// The output of R's write.table(), names in quotes between blanks, as a table between tabs; in
// front of its header line, which has one name less than the rows, an empty one, or "row" between
// blanks. Nothing for other texts.
std::optional<std::string> without_row_names(std::string_view text);

// Cuts rows of a TextFile or Content, each a line, as cut_cells() does: in blocks of 64 bytes.
class CellCutter {
 public:
  explicit CellCutter(char separator) : separator_(separator) {}

  // Goes to the row that begins here.
  void seek(const char* row) {
    row_ = block_ = row;
    look(block_, ends_, odd_);
  }

  // The beginning of the next row.
  const char* row() const { return row_; }

  // The cells of the next row, which there must be, until the call after it.
  LineCells& next() {
    const char* const row = row_;
    pass_plain();
    if (!line_.is_plain) cut_cells({row, row_ - 1}, separator_, line_);
    return line_;
  }

 private:
  // Goes behind the row, and cuts it if it is plain and there is room for its cells. What changes
  // is in registers: nothing in the loop may call another function.
  void pass_plain() {
    std::uint64_t ends = ends_, odd = odd_;
    const char *block = block_, *cell = row_;
    const std::span cells(line_.cells);
    std::size_t count = 0;
    bool is_plain = separator_ != blank_separated;
    while (true) {
      while (ends == 0) {
        is_plain &= odd == 0;
        block += 64;
        look(block, ends, odd);
      }
      const char* const end = block + std::countr_zero(ends);
      if (*end == '\n') break;
      ends &= ends - 1;
      if (count < cells.size()) cells[count] = {cell, end};
      ++count;
      cell = end + 1;
    }
    const std::uint64_t row_bits = ends ^ (ends - 1);  // up to the line end
    const char* const end = block + std::countr_zero(ends);
    block_ = block;
    row_ = end + 1;
    ends_ = ends & ~row_bits;
    odd_ = odd & ~row_bits;
    odd &= row_bits;
    const bool has_return = odd != 0 && end != cell && end[-1] == '\r';
    if (has_return) odd &= row_bits >> 2;
    line_.is_plain = is_plain && odd == 0 && count + 1 < cells.size();
    if (!line_.is_plain) return;
    cells[count] = {cell, end - (has_return ? 1 : 0)};
    cells[count + 1] = {};
    line_.count = count + 1;
    line_.defect = nullptr;
  }

  void look(const char* block, std::uint64_t& ends, std::uint64_t& odd) const {
    const auto [found, plain] = masks_where(block, any_of(separator_, '\n'), from_to('#', '~'));
    ends = found;
    odd = ~(plain | found);
  }

  char separator_;
  const char* row_ = nullptr;
  const char* block_ = nullptr;
  std::uint64_t ends_ = 0, odd_ = 0;  // of the block: separators and line ends, bytes to look at
  LineCells line_;
};

// Is a line of a table empty, or made of separators alone, as a sheet's row without cells is?
inline bool says_nothing(std::string_view line) {
  return line.find_first_not_of(" \t\r\n,;") == line.npos;
}

// Did a cell stand in quotes, and holds some itself? `line` is where its line begins.
inline bool has_doubled_quotes(std::string_view cell, const char* line) {
  return cell.find('"') != cell.npos && cell.data() != line && cell.data()[-1] == '"';
}

// The text between quotes, with each doubled quote as one.
std::string without_doubled_quotes(std::string_view text);

// The cell as a line has to hold it between such separators to be read back: in quotes where it has
// to be, and between commas also where it holds some, as RFC 4180 wants it.
std::string written_cell(std::string_view cell, char separator);

}  // namespace subintent::internal
