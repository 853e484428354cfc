// Between which numbers the scores of a measure are, and which of them are good.
#pragma once

#include <string>

#include "evaluate/measure.h"

namespace subintent::internal {

// Is every score from 0 to 1? So it is of shares, of probabilities, and of what is divided by the
// best that there can be. False where nobody can tell, as for ideal lists that are greedy, and for
// layers, whose weights are those of a file.
bool is_within_unit(const Measure& measure);
bool is_within_unit(const std::string& measure);  // by its name

// Are low scores by the measure of this name good? Of those of other tools nobody knows.
bool is_low_good(const std::string& measure);

}  // namespace subintent::internal
