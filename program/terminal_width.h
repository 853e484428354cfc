#pragma once

#include <cstddef>

namespace subintent::internal {

// The columns of the terminal that standard output goes to; 0 where it goes elsewhere, or the
// terminal does not say.
std::size_t terminal_width();

// The columns that text is wrapped to: those of the terminal, else COLUMNS, else 80.
std::size_t text_width();

}  // namespace subintent::internal
