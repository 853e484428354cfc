// What is likely to be wrong although it is not an error.
#pragma once

#include <string>
#include <vector>

namespace subintent {

// Sentences for people; advice stands behind a line end. Functions that may warn add to them.
using Warnings = std::vector<std::string>;

}  // namespace subintent
