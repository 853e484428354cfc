// Text for terminals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// UTF-8 with '?' in the place of each character that acts on a terminal (controls, line ends, marks
// that change the order of others) and of each byte that is not UTF-8.
std::string terminal_text(std::string_view text);

// A table, one line a row, each with a line end, of cells as terminal_text() gives them. Columns
// are as wide as a terminal shows their widest cell, and two blanks apart; the first is aligned to
// the left, the others to the right. A row may lack columns on the right.
std::string terminal_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace subintent
