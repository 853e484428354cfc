// What is likely to be wrong although it is not an error.
#pragma once

#include <string>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// Sentences for people; advice stands behind a line end. Functions that may warn add to them.
using Warnings = std::vector<std::string>;

}  // namespace subintent
