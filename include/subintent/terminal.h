// Text for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// UTF-8 with '?' in the place of each character that acts on a terminal (controls, line ends, marks
// that change the order of others) and of each byte that is not UTF-8.
std::string terminal_text(std::string_view text);

// A table, one line a row, each with a line end, of cells as terminal_text() gives them. Columns
// are as wide as a terminal shows their widest cell, and two blanks apart; the first `labels` are
// aligned to the left, the others to the right. A row may lack columns on the right. Columns that
// do not fit into `width` stand in further blocks, each with the labels; 0 means no limit.
std::string terminal_table(const std::vector<std::vector<std::string>>& rows,
                           std::size_t labels = 1, std::size_t width = 0);

}  // namespace subintent
