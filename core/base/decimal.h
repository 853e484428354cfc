// Numbers as text with a fixed number of decimals.
#pragma once

#include <string>

namespace subintent::internal {

// Appends what fmt's {:.Nf} gives, for a number of 0 or more decimals: the exact value rounded to
// the nearest, ties to even. Scores, which have few digits, take a tenth of its time.
void append_decimal(std::string& text, double value, int decimals);

}  // namespace subintent::internal
